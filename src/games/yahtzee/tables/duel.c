/* Planning turns of a duel, exactly or by an estimate. */
#include "duel.h"

#include "endgame.h"
#include "score_goal.h"
#include "win.h"

#include <stdlib.h>
#include <string.h>

enum {
    FORWARD_BOXES = 9, /* open boxes of the opponent up to which the exact distribution is fast */
    SCORES = 2400      /* more than any final score in steps */
};

static const double hopeless = 1e-9; /* chances nearer than this to 0 or 1 count as that */

struct yz_duel {
    struct yz_duel_setup setup;
    bool planned;
    struct yz_side mine, theirs;
    enum yz_duel_way way;
    struct yz_endgame *endgame;
    struct yz_score_goal *goal;
    double worth[SCORES]; /* of each final score of mine, or of a multiple of steps */
};

hra_err yz_duel_open(struct yz_duel **out, const struct yz_duel_setup *setup) {
    struct yz_duel *duel = calloc(1, sizeof *duel);
    if (duel == NULL)
        return HRA_ENOMEM;
    duel->setup = *setup;
    hra_err err = yz_endgame_open(&duel->endgame, setup->dice, setup->rules);
    if (err != 0) {
        free(duel);
        return err;
    }
    *out = duel;
    return 0;
}

void yz_duel_close(struct yz_duel *duel) {
    if (duel != NULL) {
        yz_endgame_close(duel->endgame);
        yz_score_goal_close(duel->goal);
        free(duel);
    }
}

enum yz_duel_way yz_duel_way(const struct yz_duel *duel) {
    return duel->way;
}

static int open_boxes(const struct yz_rules *rules, struct yz_card card) {
    return yz_count_boxes(rules->all & ~(unsigned)card.filled);
}

/* What each final score of mine is worth against an opponent who goes on as `optimal`. */
static hra_err weigh_scores(struct yz_duel *duel, struct yz_side theirs) {
    const struct yz_duel_setup *s = &duel->setup;
    struct yz_best best = {s->dice, s->rules, s->solution};
    struct yz_strategy strategy = yz_strategy_best(&best);
    struct yz_moment moment = {theirs.card, theirs.points, 3, -1, 0};
    struct yz_distribution d;
    hra_err err = open_boxes(s->rules, theirs.card) <= FORWARD_BOXES
                      ? yz_distribution_init(&d, s->dice, s->rules, &strategy, &moment, s->threads, NULL)
                      : yz_score_sketch_distribution(&d, s->rest, theirs.card, theirs.points);
    if (err == 0) {
        yz_win_worth(&d, 0, SCORES, duel->worth);
        yz_distribution_release(&d);
    }
    return err;
}

static hra_err plan_goal(struct yz_duel *duel, struct yz_side mine) {
    const struct yz_duel_setup *s = &duel->setup;
    struct yz_score_goal_setup setup = {
        .dice = s->dice, .rules = s->rules, .card = mine.card, .points = mine.points};
    while (setup.low < SCORES - 1 && duel->worth[setup.low] < hopeless)
        setup.low++;
    setup.high = setup.low;
    while (setup.high < SCORES - 1 && duel->worth[setup.high] < 1 - hopeless)
        setup.high++;
    setup.worth = &duel->worth[setup.low];
    yz_score_goal_close(duel->goal);
    duel->goal = NULL;
    hra_err err = yz_score_goal_open(&duel->goal, &setup);
    return err != 0 ? err : yz_score_goal_solve(duel->goal, s->threads, NULL, "duel");
}

static bool same(struct yz_side a, struct yz_side b) {
    return a.card.filled == b.card.filled && a.card.upper == b.card.upper && a.card.fifty == b.card.fifty &&
           a.points == b.points;
}

static hra_err plan(struct yz_duel *duel, struct yz_side mine, struct yz_side theirs) {
    const struct yz_rules *rules = duel->setup.rules;
    int open[2] = {open_boxes(rules, mine.card), open_boxes(rules, theirs.card)};
    if (open[0] <= YZ_DUEL_EXACT_BOXES && open[1] <= YZ_DUEL_EXACT_BOXES) {
        hra_err err = yz_endgame_solve(duel->endgame, mine.card, theirs.card, mine.points - theirs.points,
                                       YZ_DUEL_EXACT_VALUES);
        if (err != HRA_ELIMIT) {
            duel->way = YZ_DUEL_EXACT;
            return err;
        }
    }
    hra_err err = weigh_scores(duel, theirs);
    if (err != 0 || open[0] > YZ_DUEL_GOAL_BOXES) {
        duel->way = YZ_DUEL_SKETCH;
        return err;
    }
    duel->way = YZ_DUEL_GOAL;
    return plan_goal(duel, mine);
}

hra_err yz_duel_plan(struct yz_duel *duel, struct yz_side mine, struct yz_side theirs, bool *fresh) {
    bool again = duel->planned && same(duel->mine, mine) && same(duel->theirs, theirs);
    hra_err err = 0;
    if (!again) {
        err = plan(duel, mine, theirs);
        duel->planned = err == 0;
        duel->mine = mine;
        duel->theirs = theirs;
    }
    if (fresh != NULL)
        *fresh = !again;
    return err;
}

double yz_duel_box(const void *self, struct yz_card card, int points, int roll, int box) {
    const struct yz_duel *duel = self;
    const struct yz_rules *rules = duel->setup.rules;
    struct yz_card after = yz_card_after(rules, card, roll, box);
    points += yz_mark_total(yz_card_mark(rules, card, roll, box));
    if (duel->way == YZ_DUEL_EXACT)
        return yz_endgame_after(duel->endgame, after, points - duel->theirs.points);
    if (duel->way == YZ_DUEL_GOAL)
        return yz_score_goal_value(duel->goal, after, points);
    int count;
    double sum = 0;
    const float *chance = yz_score_sketch_steps(duel->setup.rest, after, &count);
    for (int i = 0; i < count; i++) {
        int score = points + i * YZ_SKETCH_STEP;
        sum += (double)chance[i] * duel->worth[score < SCORES ? score : SCORES - 1];
    }
    return sum;
}
