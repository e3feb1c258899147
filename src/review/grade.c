/* What a loss is called. */
#include "review/grade.h"

#include <math.h>

const char *hra_grade_word(hra_grade grade) {
    static const char *const words[HRA_GRADES] = {NULL, "inaccuracy", "error", "blunder"};
    return words[grade];
}

double hra_grade_share(bool thousandths, hra_grade grade) {
    static const double share[HRA_GRADES] = {0, 0.05, 0.1, 0.2}, points[HRA_GRADES] = {0, 0.04, 0.08, 0.16};
    return thousandths ? points[grade] : share[grade];
}

/* What the move is about; 0: it is not known. */
static double stakes_of(const hra_game *game, const void *state, const hra_move_loss *loss) {
    const hra_rules_conduct *conduct = game->rules->conduct;
    const double most = conduct->stakes ? conduct->stakes(game, state) : 1;
    if (loss->unit == HRA_UNIT_PROBABILITY || hra_game_thousandths(game))
        return most;
    if (!hra_review_is_by_chances(game))
        return loss->value != 0 ? most * fabs(loss->value) / 10
                                : most * (game->max_return - game->min_return);
    const double slack = 1e-9 * (game->max_return - game->min_return);
    const bool on_scale = loss->value >= game->min_return - slack && loss->value <= game->max_return + slack;
    return on_scale ? most * (game->max_return - game->min_return) : 0;
}

bool hra_grade_loss(const hra_game *game, const void *state, const hra_move_loss *loss, hra_grade *out) {
    const bool thousandths = loss->unit == HRA_UNIT_POINTS && hra_game_thousandths(game);
    const double stakes = stakes_of(game, state, loss);
    int grade = HRA_GRADES - 1;
    if (!(stakes > 0))
        return false;
    /* a loss of exactly this size, computed from two values, may come out a little below */
    while (grade > HRA_GRADE_FINE &&
           (loss->loss < HRA_MIN_MISTAKE_LOSS ||
            loss->loss < stakes * hra_grade_share(thousandths, (hra_grade)grade) * (1 - 1e-9)))
        grade--;
    *out = (hra_grade)grade;
    return true;
}
