/* hra analyse: what players find in a position. One player tells all of it; several stand side by side. */
#include <stdlib.h>
#include <string.h>

#include "analyse.h"
#include "commands/commands.h"
#include "commands/records.h"
#include "place.h"

/* What all three names take. */
#define OPTIONS_OF_ALL                                                                                       \
    {.name = "player",                                                                                       \
     .letter = 'p',                                                                                          \
     .value = "PLAYER",                                                                                      \
     .many = true,                                                                                           \
     .help = N_("players, if not named after the position (default: the game's best)")},                     \
        {.name = "position", .value = "P", .help = N_("analyse this position of GAME, not the first one")},  \
        {.name = "ply",                                                                                      \
         .value = "N",                                                                                       \
         .help = N_("with FILE: analyse the position after N plies (default: the last)")},                   \
        {.name = "reference",                                                                                \
         .value = "PLAYER",                                                                                  \
         .help = N_("player whose values are taken as correct (default: exact if quick)")},                  \
        {.name = "nodes", .value = "N", .help = N_("maximum nodes per player")},                             \
        {.name = "playouts", .value = "N", .help = N_("maximum simulations per player")},                    \
        {.name = "time",                                                                                     \
         .value = "T",                                                                                       \
         .help = N_("limit per player, such as 2s (default: 5s if no limit is set)")},                       \
        {.name = "multipv", .value = "N", .help = N_("print only the N best moves, with one player")},       \
        {.name = "seed", .value = "N", .help = N_("random seed (default: 1)")},                              \
        {.name = "terms", .help = N_("also print the terms of the position, for formulas")},                 \
        {.name = "json", .help = N_("print JSON")},                                                          \
        {.name = "data", .value = "DIR", .help = N_("directory for saved games and tablebases")},            \
        STORE_ENCODING_OPTION, STORE_FILES_OPTION, RECORDS_OPTIONS, {                                        \
        0                                                                                                    \
    }

static const args_option options[] = {{.name = "method", .letter = 'm', .value = "PLAYER", .alias = "player"},
                                      {.name = "methods", .value = "PLAYER", .many = true, .alias = "player"},
                                      OPTIONS_OF_ALL};

static const args_option compare_options[] = {
    {.name = "method", .value = "PLAYER", .alias = "player"},
    {.name = "methods", .letter = 'm', .value = "PLAYER", .many = true, .alias = "player"},
    OPTIONS_OF_ALL};

/* Who looks: what --player names, or the words behind the position. */
static bool find_players(analysis *of) {
    const args *a = of->args;
    const char *const *named;
    const int options_count = args_values(a, "player", &named), words = a->word_count - 1;
    const bool compares = a->command == &command_compare;
    if ((options_count && words > 0) || (compares && !options_count && words < 1)) {
        print_error(_("%s: name the players once, such as hra %s %s minimax alphabeta mcts:playouts=1000"),
                    a->command->name, a->command->name, a->words[0]);
        return false;
    }
    of->players = options_count ? named : a->words + 1;
    of->count = options_count ? options_count : words > 0 ? words : 0;
    return true;
}

enum { MOST_MOVES = 64 /* of --multipv: what engines take */ };

static bool read_limits(analysis *of) {
    hra_limits *limits = &of->question.limits;
    uint64_t most;
    bool good = args_number(of->args, "nodes", 0, 1, UINT64_MAX, &limits->nodes) &&
                args_number(of->args, "playouts", 0, 1, UINT64_MAX, &limits->playouts) &&
                args_number(of->args, "multipv", 0, 1, MOST_MOVES, &most) &&
                args_number(of->args, "seed", 1, 0, UINT64_MAX, &of->question.seed) &&
                args_seconds(of->args, "time", 0, &limits->seconds);
    of->best_moves = good ? (int)most : 0;
    of->limited = limits->nodes || limits->playouts || limits->seconds > 0;
    return good;
}

/* A position behind the game, where a player belongs. */
static bool is_position(const analysis *of) {
    void *state = malloc(of->game->state_size);
    const bool read = state && hra_game_read_position(of->game, of->players[0], state, NULL) == HRA_OK;
    free(state);
    return read;
}

static int analyse(analysis *of) {
    const args *a = of->args;
    place found = {.args = a, .setup = &of->setup, .decides = true};
    int status = place_find(&found);
    free(found.head);
    of->game = of->setup.game;
    of->state = found.state;
    of->placed = found.named;
    free(found.before);
    const bool damaged = status == EXIT_WRONG && of->state && !args_given(a, "strict");
    if (status && !damaged)
        return status;
    if (of->game->rules->to_move(of->game, of->state) == HRA_OVER) {
        print_error(_("%s: the game is over in this position; name another with --position"),
                    a->command->name);
        return EXIT_WRONG;
    }
    if (of->count && is_position(of)) {
        print_error(_("%s: '%.90s' is a position, not a player; write it behind --position"),
                    a->command->name, of->players[0]);
        return EXIT_WRONG;
    }
    const char *best = hra_player_suggest(of->game).best;
    if (!of->count)
        of->players = &best;
    of->count += !of->count;
    of->question.state = of->state;
    of->question.stop = print_progress()->stop;
    const bool one = of->count == 1 && !args_given(a, "reference") && a->command != &command_compare;
    if (!one && of->best_moves) {
        print_error(_("%s: --multipv needs one player, since several are compared by their best move"),
                    a->command->name);
        return EXIT_WRONG;
    }
    if (args_given(a, "terms") && args_given(a, "json")) {
        print_error(_("%s: --terms prints text; leave out --json"), a->command->name);
        return EXIT_WRONG;
    }
    status = one ? analyse_one(of) : analyse_several(of);
    if (!status && args_given(a, "terms"))
        status = analyse_terms(of);
    return status ? status : damaged ? EXIT_WRONG : EXIT_DONE;
}

static int run(const args *a) {
    int status = EXIT_WRONG;
    analysis *of = calloc(1, sizeof *of);
    if (!of)
        return print_no_memory();
    of->args = a;
    if (find_players(of) && read_limits(of)) {
        store_folder(a, of->setup.data);
        status = analyse(of);
    }
    free(of->state);
    setup_release(&of->setup);
    free(of);
    return status;
}

const args_command command_analyse = {
    .name = "analyse",
    .synopsis = "[GAME|POSITION|FILE [PLAYER...]]",
    .summary = "analyse a position, by one player or several",
    .details = "Prints every move, best first, with its value for one player; compares several\n"
               "players side by side. Alone it takes what a pipe brings, or at a terminal the\n"
               "last saved game.\n"
               "\n"
               "  hra analyse tictactoe alphabeta --position X.O/.X./..O\n"
               "  hra analyse checkers expert --time 1s\n"
               "  hra analyse XGID=-b----E-C---eE---c-e----B-:0:0:1:31 greedy\n"
               "  hra analyse nim:rows=3-4-5 alphabeta andor andor:pn --position 1-2-3\n",
    .notes = "The position is the start of GAME or what --position names; or a POSITION that\n"
             "only one game can read, such as an XGID or the FEN of a PDN; or it is in FILE:\n"
             "positions, one per line, or games (records, PDN, PGN, match files), of which the\n"
             "last one counts, at its end or before its last move. - is standard input.\n"
             "\n"
             "Numbers are those of the player to move, with up to three decimals. In a game\n"
             "that is won or lost, expected values are win probabilities, a draw counts half;\n"
             "the expert's columns have more, such as gammons. About equal: estimates that\n"
             "differ by half a percent or 0.005 points at most, or by two standard errors. On\n"
             "a terminal a search by depth prints what each depth found.\n"
             "\n"
             "Values: a number without a mark is exact: the true value if the search reached\n"
             "the end of the game, else what follows from the evaluation at the chosen depth.\n"
             "~ marks an estimate, such as the value of a search that a limit stopped or the\n"
             "mean of samples; +- is its standard error if the samples are independent. <=\n"
             "and >= mark a bound: the move is only known to be no better than the best one,\n"
             "or a goal is still to be proven. unsound: the search dropped something that may\n"
             "matter.\n"
             "\n"
             "If it is chance's turn, one player prints each outcome with its probability,\n"
             "its value and the best reply. Without a limit, a small game is searched to its\n"
             "end; in other games the search deepens for 5 s and then says so. 'hra methods'\n"
             "lists methods, 'hra games GAME' the players of a game.\n",
    .options = options,
    .min_words = 0,
    .max_words = ARGS_MAX,
    .group = ARGS_STUDY,
    .run = run,
};

const args_command command_search = {
    .name = "search",
    .synopsis = "GAME [--player PLAYER]",
    .summary = "",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .stands_for = &command_analyse,
    .run = run,
};

const args_command command_compare = {
    .name = "compare",
    .synopsis = "GAME PLAYER...",
    .summary = "",
    .options = compare_options,
    .min_words = 1,
    .max_words = ARGS_MAX,
    .stands_for = &command_analyse,
    .run = run,
};
