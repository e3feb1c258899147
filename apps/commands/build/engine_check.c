/* hra engine check: a program is played through the rules of UGI, UBGI or UCI. */
#include <string.h>

#include "commands/commands.h"
#include "commands/open_game.h"
#include "hra/protocol.h"

static const args_option options[] = {
    {.name = "protocol",
     .value = "ugi|ubgi|uci",
     .help = "protocol (default: ubgi in backgammon, uci in chess, else ugi)"},
    {.name = "time", .value = "T", .help = "time per move that the program is given (default: 500ms)"},
    {.name = "margin", .value = "T", .help = "time over it until an answer is late (default: 1s)"},
    {.name = "timeout", .value = "T", .help = "time to start, and for other answers (default: 10s)"},
    {.name = "games", .letter = 'n', .value = "N", .help = "whole games against random moves (default: 2)"},
    {.name = "seed", .value = "N", .help = "random seed of these moves (default: 1)"},
    {.name = "first", .help = "end after the first broken rule"},
    {.name = "verbose", .help = "print the dialogue of every rule"},
    {0},
};

enum { GAMES = 2, MOST_GAMES = 10000 };

/* Lines with a label before the first, the others below it. */
static void show_lines(const char *label, const char *lines) {
    for (bool first = true; *lines; first = false) {
        size_t length = strcspn(lines, "\n");
        print("     ");
        print_cell(-11, first ? label : "");
        print(" %.*s\n", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

static void show(void *self, const hra_rule_report *r) {
    const bool verbose = *(const bool *)self;
    static const char *const verdicts[] = {N_("ok"), N_("hint"), N_("BROKEN"), N_("not tried")};
    print("%3d  ", r->number);
    print_cell(-44, r->rule);
    print(" %s\n", _(verdicts[r->verdict]));
    if (r->verdict == HRA_RULE_BROKEN || verbose) {
        show_lines(_("sent:"), *r->sent ? r->sent : "-");
        show_lines(_("came:"), *r->came ? r->came : "-");
    }
    if (r->verdict == HRA_RULE_BROKEN || r->verdict == HRA_RULE_HINT) {
        show_lines(_("expected:"), r->expected);
        show_lines(_("advice:"), r->advice);
    }
    if (*r->errors && (r->verdict == HRA_RULE_BROKEN || verbose))
        show_lines(_("its stderr:"), r->errors);
    (void)print_flush();
}

static void show_sum(const hra_program_checked *found) {
    if (found->moves > 0)
        print(_n("%d move: the first after %.3F s, the slowest other one after %.3F s\n",
                 "%d moves: the first after %.3F s, the slowest other one after %.3F s\n", found->moves),
              found->moves, found->first_move, found->slowest);
    if (found->broken > 0)
        print(_n("%d rule is broken\n", "%d rules are broken\n", found->broken), found->broken);
    else
        print("%s", _("the program follows the protocol\n"));
}

static bool read_options(const args *a, hra_program_check *check) {
    uint64_t games;
    if (!args_seconds(a, "time", 0.5, &check->seconds) || !args_seconds(a, "margin", 1, &check->margin) ||
        !args_seconds(a, "timeout", 10, &check->timeout) ||
        !args_number(a, "games", GAMES, 0, MOST_GAMES, &games) ||
        !args_number(a, "seed", 1, 0, UINT64_MAX, &check->seed))
        return false;
    check->games = (int)games;
    return true;
}

static int run(const args *a) {
    setup s = {0};
    hra_program_checked found = {0};
    hra_error why = {0};
    bool verbose = args_given(a, "verbose");
    hra_program_check check = {.size = sizeof check,
                               .command = a->words[0],
                               .protocol = args_text(a, "protocol", NULL),
                               .stop = print_progress()->stop,
                               .first = args_given(a, "first"),
                               .judged = show,
                               .self = &verbose};
    if (!read_options(a, &check))
        return EXIT_WRONG;
    int status = setup_game(&s, a->words[1], 0);
    check.game = s.game;
    hra_err err = status ? HRA_OK : hra_check_program(&check, &found, &why);
    if (err)
        status = print_failure(&why, NULL);
    else if (!status)
        show_sum(&found);
    setup_release(&s);
    return status ? status : found.broken ? EXIT_FAILED : EXIT_DONE;
}

const args_command command_engine_check = {
    .name = "engine check",
    .synopsis = "CMD GAME",
    .summary = "check whether a program follows UGI, UBGI or UCI",
    .details = "CMD is a command line that starts the program. Each rule of the protocol is tried;\n"
               "for a broken rule it prints what was sent, what came, what was expected, and\n"
               "advice. The exit status is 0 if no rule is broken, else 1.\n"
               "\n"
               "  hra engine check 'python3 bot.py' tictactoe\n"
               "  hra engine check ./bot backgammon --time 100ms --games 10\n"
               "  hra engine check stockfish chess\n"
               "  hra engine check 'hra engine ugi nim' nim\n",
    .notes = "The program runs as you: check only programs that you would also run yourself.\n"
             "The time of the first move is printed apart: a slow start is in it.\n",
    .options = options,
    .min_words = 2,
    .max_words = 2,
    .group = ARGS_BUILD,
    .run = run,
};
