/* The options and the help of hra review. */
#include "commands/commands.h"
#include "commands/open_game.h"
#include "commands/picture_file.h"
#include "commands/records.h"
#include "commands/stored_work.h"
#include "review.h"

static const args_option options[] = {
    {.name = "analyst", .value = "PLAYER", .help = "player that judges (default: the game's best)"},
    {.name = "all-moves", .help = "print every move"},
    {.name = "of",
     .value = "WHO",
     .help = "only decisions of WHO: a seat, or a player's name or a part of it"},
    {.name = "step", .help = "step through graded decisions"},
    {.name = "quiz", .help = "ask for the best move at each mistake instead of showing it"},
    {.name = "summary", .help = "print only means over all records"},
    {.name = "threads",
     .letter = 't',
     .value = "N",
     .help = "number of tasks to run in parallel; does not change results (default: 1)"},
    {.name = "time",
     .value = "T",
     .help = "limit per question to the analyst, such as 100ms; results then vary"},
    {.name = "nodes", .value = "N", .help = "maximum nodes per question to the analyst"},
    {.name = "playouts", .value = "N", .help = "maximum simulations per question to the analyst"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .stream = ARGS_OUTPUT,
     .help = "write to FILE; its ending is the format, as of --format; repeatable",
     .section = N_("Output:")},
    {.name = "format",
     .letter = 'f',
     .value = "F",
     .help = "text, html, csv, json, pdn, pgn, mat, sgf, svg, png, pdf, gif (default: text)"},
    PICTURE_OPTIONS,
    {.name = "json", .help = "print JSON"},
    {.name = "worst", .value = "N", .help = "print only the N costliest decisions, with their positions"},
    {.name = "luck", .value = "N", .help = "print only the N luckiest and N unluckiest rolls"},
    {.name = "trend", .value = "PERIOD", .help = "print only error rates over time, by month or year"},
    STORED_WORK_OPTIONS,
    STORE_ENCODING_OPTION,
    STORE_FILES_OPTION,
    RECORDS_OPTIONS,
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

static const args_verb verbs[] =
    {/* a file of this name: ./resume */
     {"resume",
      STORED_RESUME " all-moves step summary output format title no-caption width luck trend worst of"},
     {"report",
      STORED_REPORT " all-moves step summary output format title no-caption width luck trend worst of"},
     {"status", STORED_STATUS},
     {0}};

const args_command command_review = {
    .name = "review",
    .synopsis = "[FILE...] | resume|report|status STORE",
    .verbs = verbs,
    .summary = "review a game: losses, luck, the worst; --quiz asks",
    .group = ARGS_STUDY,
    .details = "Prints mistakes and notable luck of each game in FILE, then a summary. FILE\n"
               "holds one or more records (.pdn, .pgn, .mat); - is standard input;\n"
               "a folder stands for its game files. Without FILE it is the last saved game.\n"
               "\n"
               "  hra review\n"
               "  hra review game.pdn --of White --worst 5\n"
               "  hra review game.pdn --analyst expert:depth=9 --step\n"
               "  hra review match.mat --summary\n"
               "  hra review match.mat --output report.html --output costly.csv\n"
               "  hra review matches --trend month\n",
    .notes = "Moves are numbered as in the file: 12 in PDN, 3:7 in row 7 of game 3.\n"
             "The only person in a record comes first. --of shows one player's decisions;\n"
             "--worst lists mistakes by what they cost, each with its position, such as a FEN\n"
             "or an XGID. In games for points losses are divided by the stakes, as grades are.\n"
             "\n"
             "Luck of a roll: the value after it minus the value before it, or minus the mean\n"
             "over all rolls if the analyst values them all. Loss of a decision: the value of\n"
             "the best move minus the value of the move made. Expected result + luck +\n"
             "decisions of others - lost = result. A line of a roll (*) names the player whom\n"
             "it changed most.\n"
             "\n"
             "Values have the unit of the analyst's advice: win probability (%) or points.\n"
             "Any player that values positions can be the analyst. An analyst that only\n"
             "estimates counts no loss for a move that it would make itself; if its value\n"
             "changes later, that is added as reassessed. If the record names the analyst as\n"
             "the player of a seat, it answers as in the game. In a game that was resigned,\n"
             "agreed or adjudicated, what the result differs from the last value is conceded.\n"
             "\n"
             "Grades: a decision that lost 5, 10 or 20 % of win probability is an inaccuracy\n"
             "(?!), an error (?) or a blunder (?\?); in games for points the limits are 0.5, 1\n"
             "and 2 % of the points expected at the start. In games of two players with dice\n"
             "and points they are 0.04, 0.08 and 0.16 points, and PR is 500 times the mean\n"
             "loss. With a cube, grades and PR are divided by its value, checker play and\n"
             "cube are counted apart, and each cube decision has a line. Rolling when\n"
             "doubling would be a blunder does not count as a decision.\n"
             "\n"
             "Accuracy: the mean of 103.17 exp(-4.354 x) - 3.17 % over the decisions, where x\n"
             "is the win probability that each lost; for points, result / (result + lost).\n"
             "\n"
             "--summary prints means over all records with their standard errors. Luck is\n"
             "zero in the mean, so the luck-adjusted result shows with fewer games which\n"
             "player is better. An analyst counts its own moves as right.\n"
             "\n"
             "FILE.html is a page with a board for each costly decision; FILE.csv has a row\n"
             "for each, or with --all-moves for every decision. --luck and --trend go over\n"
             "all games; error rates are PR where it is defined, else the mean loss, and also\n"
             "by type of decision, such as cube decisions.\n"
             "\n"
             "FILE.svg, .png, .gif or .pdf draws the values over a game and its mistakes; PDF\n"
             "has a page for each game.\n"
             "\n"
             "FILE.mat is the match with equities, luck and best moves as comments; FILE.txt\n"
             "has every move with its numbers, in 80 columns.\n"
             "\n"
             "An analyst that remembers earlier decisions judges a record in one task; others\n"
             "share the plies of a record among the threads.\n"
             "\n"
             "With --store the run is saved in FILE or a PostgreSQL database. After any\n"
             "interruption, 'resume' continues it without repeating finished tasks; 'hra work\n"
             "STORE' takes part from other processes and machines.\n"
             "\n"
             "  hra review resume STORE\n"
             "  hra review report STORE    print the results so far\n"
             "  hra review status STORE    print progress, and how much each machine did\n",
    .options = options,
    .max_words = ARGS_MAX,
    .run = review_run,
};
