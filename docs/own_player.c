/* A player of one's own: `tight` makes the move that leaves the next seat the fewest answers. */
#include <hra/hra.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What threads share: made by `open`, then only read. */
typedef struct tight {
    const hra_game *game;
    double win; /* what a finished game counts, in answers */
} tight;

static const hra_option options[] = {
    {.name = "win",
     .type = HRA_OPTION_REAL,
     .fallback = "100",
     .min = 0,
     .max = 1e6,
     .help = "worth of a win"},
    {0},
};

static hra_err open_tight(const hra_game *game, const hra_options *chosen, const char *data,
                          const hra_progress *progress, void **shared, hra_error *why) {
    if (game->max_chances)
        return hra_fail(why, HRA_EFIT, -1, "tight counts answers, and %s has dice; greedy can play it",
                        game->rules->name);
    tight *t = malloc(sizeof *t);
    if (!t)
        return hra_no_memory(why);
    *t = (tight){game, hra_options_real(chosen, "win")};
    *shared = t;
    return HRA_OK;
}

/* What one thread needs: a state, and behind it a list of moves. */
typedef struct desk {
    hra_move *list;
    max_align_t child[];
} desk;

static hra_err begin(const void *shared, void **scratch) {
    const hra_game *game = ((const tight *)shared)->game;
    desk *d = malloc(sizeof *d + game->state_size);
    if (!d)
        return HRA_ENOMEM;
    d->list = malloc(hra_game_move_capacity(game) * sizeof *d->list);
    *scratch = d;
    if (d->list)
        return HRA_OK;
    free(d);
    return HRA_ENOMEM;
}

static void end(void *scratch) {
    free(((desk *)scratch)->list);
    free(scratch);
}

static double worth(const tight *t, desk *d, const void *state, hra_move m, int seat) {
    const hra_game *game = t->game;
    double value[HRA_MAX_SEATS];
    memcpy(d->child, state, game->state_size);
    game->rules->apply(game, d->child, m);
    if (game->rules->to_move(game, d->child) != HRA_OVER)
        return -game->rules->moves(game, d->child, d->list);
    game->rules->returns(game, d->child, value);
    return value[seat] > 0 ? t->win : value[seat] < 0 ? -t->win : 0;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    const tight *t = shared;
    desk *d = scratch;
    int n = t->game->rules->moves(t->game, question->state, d->list);
    out->what = (hra_column){"answers", "minus the answers left", HRA_UNIT_POINTS, .estimate = true};
    for (int i = 0; i < n; i++)
        out->moves[i] = (hra_analysis_move){.move = d->list[i]};
    for (int i = 0; i < n; i++)
        out->moves[i].value[out->value_seat] =
            worth(t, d, question->state, out->moves[i].move, out->value_seat);
    out->move_count = n;
    return HRA_OK;
}

static const hra_player_kind kind = {
    .size = sizeof(hra_player_kind),
    .name = "tight",
    .summary = "the move that leaves the fewest answers",
    .options = options,
    .open = open_tight,
    .close = free,
    .begin = begin,
    .end = end,
    .ask = ask,
    .answers = HRA_ANSWERS_ADVICE,
    .own_scale = true,
};

int main(void) {
    hra_game *game;
    hra_player *player;
    hra_agent *agent;
    hra_error why = {0};
    hra_text text;
    hra_text_init(&text);
    if (hra_game_open(&game, NULL, "nim:rows=1-2,last=loses", &why) != 0 ||
        hra_player_open_kind(&player, game, &kind, "win=10", NULL, NULL, &why) != 0) {
        fprintf(stderr, "%s\n", why.text);
        return EXIT_FAILURE;
    }
    void *state = malloc(game->state_size);
    hra_analysis result;
    hra_analysis_init(&result);
    if (!state || hra_agent_open(&agent, player) != 0)
        return EXIT_FAILURE;
    game->rules->init(game, state);
    hra_question question = {.state = state};
    if (hra_agent_ask(agent, &question, &result) != 0)
        return EXIT_FAILURE;
    game->rules->text->show_move(game, state, result.move, &text);
    printf("%s of %d moves, %s %g\n", hra_text_string(&text), result.move_count,
           hra_value_kind_text(result.kind), result.value[0]);
    bool right = strcmp(hra_text_string(&text), "b2") == 0; /* one match is left, and taking it loses */

    hra_text_release(&text);
    hra_analysis_release(&result);
    free(state);
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
