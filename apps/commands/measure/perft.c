/* hra perft: counts the tree. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/open_game.h"

static const args_option options[] = {
    {.name = "position", .value = "P", .help = "start from this position"},
    {.name = "divide", .help = "print a count per first move"},
    {.name = "json", .help = "print JSON"},
    {0},
};

typedef struct counting {
    const hra_game *game;
    void *state;
    int depth;
    bool json, divide;
} counting;

static void print_first_move(const counting *c, const hra_perft_move *below) {
    hra_text text;
    hra_text_init(&text);
    c->game->rules->text->show_move(c->game, c->state, below->move, &text);
    print("%s: %llu\n", print_string(&text), (unsigned long long)below->leaves);
    hra_text_release(&text);
}

/* Counts below each first move in turn, and prints the count at once where that is wanted; the root itself is
 * a node too. */
static hra_err count_below(const counting *c, const hra_move *moves, int n, hra_perft_move *divided,
                           hra_perft_count *total) {
    unsigned char *child = malloc(c->game->state_size);
    hra_err err = child ? HRA_OK : HRA_ENOMEM;
    *total = (hra_perft_count){.nodes = 1};
    for (int i = 0; i < n && !err; i++) {
        hra_perft_count below;
        print_reached(_("counted %d of %d first moves, %llu positions"), i, n,
                      (unsigned long long)total->nodes);
        memcpy(child, c->state, c->game->state_size);
        c->game->rules->apply(c->game, child, moves[i]);
        err = hra_perft(c->game, child, c->depth - 1, print_progress()->stop, &below);
        if (err)
            break;
        divided[i] = (hra_perft_move){moves[i], below.leaves};
        if (c->divide && !c->json)
            print_first_move(c, &divided[i]);
        total->leaves += below.leaves;
        total->nodes += below.nodes;
    }
    free(child);
    return err;
}

/* *divided: malloc'ed, *count entries. */
static hra_err count_divided(const counting *c, hra_perft_count *total, hra_perft_move **divided,
                             int *count) {
    size_t capacity = hra_game_move_capacity(c->game);
    hra_move *moves = malloc(capacity * sizeof *moves);
    hra_err err = HRA_ENOMEM;
    *divided = malloc(capacity * sizeof **divided);
    if (moves && *divided) {
        *count = hra_game_moves(c->game, c->state, moves);
        err = *count < 0 ? HRA_ENOMEM : count_below(c, moves, *count, *divided, total);
    }
    free(moves);
    return err;
}

static int print_counted(const counting *c, const hra_perft_count *total, double seconds,
                         const hra_perft_move *divided, int n) {
    static const hra_perft_move none = {0};
    if (!c->json) {
        print(_("%s, depth %d: %llu leaves, %llu nodes, %.3F s\n"), c->game->spec, c->depth,
              (unsigned long long)total->leaves, (unsigned long long)total->nodes, seconds);
        return EXIT_DONE;
    }
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_perft(&json, NULL, c->game, c->depth, total, seconds, c->state,
                   c->divide && !divided ? &none : divided, n);
    return print_json(&out);
}

static int count(const counting *c) {
    hra_perft_count total;
    hra_perft_move *divided = NULL;
    int n = 0;
    double start = hra_clock();
    hra_err err = c->depth > 0 ? count_divided(c, &total, &divided, &n)
                               : hra_perft(c->game, c->state, c->depth, print_progress()->stop, &total);
    double seconds = hra_clock() - start;
    int status = EXIT_DONE;
    if (err) {
        if (err != HRA_ESTOPPED)
            print_error("%s", hra_err_text(err));
        status = err == HRA_ESTOPPED ? EXIT_INTERRUPTED : EXIT_FAILED;
    } else {
        status = print_counted(c, &total, seconds, c->divide ? divided : NULL, n);
    }
    free(divided);
    return status;
}

static int run(const args *a) {
    hra_game *game;
    hra_error why;
    uint64_t depth;
    int status = EXIT_DONE;
    if (!args_parse_number(a->words[1], &depth) || depth > 1000) {
        print_error(_("perft: DEPTH is a whole number from 0 to 1000, not '%s'"), a->words[1]);
        return EXIT_WRONG;
    }
    if (hra_game_open_at(&game, &cli_host, a->words[0], 0, args_text(a, "position", NULL), &why) != 0)
        return print_failure(&why, a->words[0]);
    counting c = {
        .game = game, .depth = (int)depth, .json = args_given(a, "json"), .divide = args_given(a, "divide")};
    c.state = setup_state(game, a, &status);
    if (c.state)
        status = count(&c);
    free(c.state);
    hra_game_close(game);
    return status;
}

const args_command command_perft = {
    .name = "perft",
    .synopsis = "GAME DEPTH",
    .summary = "count positions to a depth",
    .group = ARGS_MEASURE,
    .rare = true,
    .details = "Counts the states exactly DEPTH plies after the start, and all states on the\n"
               "way: a test of the rules of a game.\n"
               "\n"
               "  hra perft tictactoe 9                    127872 leaves\n",
    .notes = "Chance moves are plies. A game that ends earlier is not counted at DEPTH.\n",
    .options = options,
    .min_words = 2,
    .max_words = 2,
    .run = run,
};
