/* A move of an agent in a game: it chooses it, or values the leaves of a search that the judge does. */
#include <math.h>
#include <stdlib.h>

#include "grade_talk.h"
#include "hra/state.h"

typedef struct deciding {
    grade_talk *talk;
    int seat; /* of the agent */
    bool made;
} deciding;

/* The value for the agent's seat of a state, `plies` deep: of two sides the other one plays against it, else all other
 * seats move at random. */
static hra_err back_up(deciding *d, int number, int plies, double *value, hra_error *why) {
    grade_talk *t = d->talk;
    const hra_game *game = t->game;
    const int mover = game->rules->to_move(game, hra_talk_state(t, number));
    if (mover == HRA_OVER || plies <= 0)
        return hra_talk_evaluate(t, number, d->seat, value, &d->made, why);
    const size_t capacity = hra_game_move_capacity(game);
    hra_move *moves = calloc(capacity, sizeof *moves);
    double *probability = calloc(capacity, sizeof *probability);
    hra_err err = moves && probability ? HRA_OK : hra_no_memory(why);
    int count = 0;
    if (!err && mover == HRA_CHANCE)
        count = game->rules->chance_outcomes(game, hra_talk_state(t, number), moves, probability);
    else if (!err)
        count = game->rules->moves(game, hra_talk_state(t, number), moves);
    const bool mean = mover == HRA_CHANCE || (mover != d->seat && !t->test->sides);
    *value = mean ? 0 : mover == d->seat ? -HUGE_VAL : HUGE_VAL;
    d->made = true;
    for (int i = 0; i < count && !err && d->made; i++) {
        double below = 0;
        int after;
        err = hra_talk_after(t, number, moves[i], &after, why);
        if (!err)
            err = back_up(d, after, plies - (mover != HRA_CHANCE), &below, why);
        if (mean)
            *value += below * (mover == HRA_CHANCE ? probability[i] : 1.0 / count);
        else
            *value = mover == d->seat ? fmax(*value, below) : fmin(*value, below);
    }
    free(moves);
    free(probability);
    return err;
}

/* The first of the moves with the highest value. */
static hra_err choose_by_evaluation(deciding *d, hra_move *move, hra_error *why) {
    grade_talk *t = d->talk;
    hra_move *moves = calloc(hra_game_move_capacity(t->game), sizeof *moves);
    double best = -HUGE_VAL, value;
    int after;
    hra_err err = moves ? HRA_OK : hra_no_memory(why);
    const int count = err ? 0 : t->game->rules->moves(t->game, hra_talk_state(t, 0), moves);
    d->made = true;
    for (int i = 0; i < count && !err && d->made; i++) {
        err = hra_talk_after(t, 0, moves[i], &after, why);
        if (!err)
            err = back_up(d, after, t->test->depth - 1, &value, why);
        if (!err && d->made && (i == 0 || value > best)) {
            best = value;
            *move = moves[i];
        }
    }
    free(moves);
    return err;
}

hra_err hra_talk_decide(grade_talk *t, hra_grade_kind kind, hra_move *move, bool *made, hra_error *why) {
    if (kind != HRA_GRADE_EVALUATION)
        return hra_talk_choose(t, move, made, why);
    deciding d = {.talk = t, .seat = t->game->rules->to_move(t->game, hra_talk_state(t, 0))};
    hra_err err = choose_by_evaluation(&d, move, why);
    *made = d.made;
    return err;
}
