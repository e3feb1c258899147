/* `atleast:target=N`: the greatest chance of a final score of N or more. */
#include <stdio.h>
#include <stdlib.h>

#include "core/messages.h"
#include "games/yahtzee/tables/atleast.h"
#include "goal_player.h"
#include "players.h"
#include "rules/host.h"

enum { HIGHEST = 1575 };

/* What threads share. */
struct atleast {
    const hra_game *frame;
    yz_solution *solution; /* for moves whose chances are equal */
    struct yz_score_goal *goal;
    char label[48];
};

static const hra_option options[] = {
    {.name = "target",
     .type = HRA_OPTION_INT,
     .fallback = "300",
     .min = 1,
     .max = HIGHEST,
     .help = "maximize the probability of this score"},
    {0},
};

static void close_atleast(void *shared) {
    struct atleast *self = shared;
    if (self != NULL) {
        yz_score_goal_close(self->goal);
        yz_solution_close(self->solution);
        free(self);
    }
}

static hra_err open_atleast(const hra_game *game, const hra_options *given, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    const struct yz_game *g = yz_game_of(game);
    int score = (int)hra_options_int(given, "target"), highest = yz_highest_score(&g->rules);
    if (score > highest) {
        return hra_fail(why, HRA_EINPUT, -1,
                        "atleast: target=%d is out of reach with rules=%s; the maximum is %d", score,
                        yz_rules_name((int)g->rules.id), highest);
    }
    struct atleast *self = calloc(1, sizeof *self);
    if (self == NULL)
        return hra_no_memory(why);
    self->frame = game;
    (void)hra_snprintf(self->label, sizeof self->label, _("probability of %d or more"), score);
    bool writes;
    const char *folder = hra_game_tables(game, data, &writes);
    hra_err err =
        yz_solve(&self->solution, &g->dice, &g->rules, hra_game_threads(game, hra_processors()), progress);
    if (err == 0)
        err = yz_atleast_open(&self->goal, &g->dice, &g->rules, score, folder, writes,
                              hra_game_threads(game, hra_processors()), progress);
    if (err != 0) {
        close_atleast(self);
        return hra_fail(why, err, -1, "the table of %d or more: %s", score, hra_err_text(err));
    }
    *shared = self;
    return HRA_OK;
}

static hra_err begin(const void *shared, void **scratch) {
    const struct atleast *self = shared;
    struct yz_goal_player *wish = malloc(sizeof *wish);
    if (wish == NULL)
        return HRA_ENOMEM;
    yz_goal_player_init(wish, yz_game_of(self->frame), self->solution);
    *scratch = wish;
    return HRA_OK;
}

static double chance(const void *self, struct yz_card card, int points, int roll, int box) {
    return yz_score_goal_box(self, card, points, roll, box);
}

static int look(const struct atleast *self, struct yz_goal_player *wish, const struct yz_state *s,
                struct yz_goal_move out[YZ_MAX_MOVES]) {
    yz_goal_player_turn(wish, s, chance, self->goal);
    return yz_goal_player_moves(wish, self->frame, s, chance, self->goal, out);
}

static hra_err choose(const void *shared, void *scratch, const hra_question *question, hra_move *out) {
    const struct yz_state *s = question->state;
    struct yz_goal_move moves[YZ_MAX_MOVES];
    if (s->phase != YZ_TO_KEEP && s->phase != YZ_TO_BOX)
        return HRA_ESTATE;
    look(shared, scratch, s, moves);
    *out = moves[0].move;
    return HRA_OK;
}

static hra_err advise(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    const struct atleast *self = shared;
    const struct yz_state *s = question->state;
    struct yz_goal_move moves[YZ_MAX_MOVES];
    if (s->phase != YZ_TO_KEEP && s->phase != YZ_TO_BOX)
        return HRA_ESTATE;
    int count = look(self, scratch, s, moves);
    hra_column value = {.key = "chance", .label = self->label, .unit = HRA_UNIT_PROBABILITY};
    yz_goal_player_advice(moves, count, value, out);
    return HRA_OK;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    return question->want == HRA_WANT_MOVE ? choose(shared, scratch, question, &out->move)
                                           : advise(shared, scratch, question, out);
}

const hra_player_kind yz_expert_atleast = {
    .size = sizeof(hra_player_kind),
    .name = "atleast",
    .summary = "maximize P(score >= N)",
    .options = options,
    .open = open_atleast,
    .close = close_atleast,
    .begin = begin,
    .end = free,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_ADVICE,
};
