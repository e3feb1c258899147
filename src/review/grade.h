/* Grades of losses (hra/review.h). */
#ifndef HRA_REVIEW_GRADE_H
#define HRA_REVIEW_GRADE_H

#include "hra/review.h"

/* Whether accuracy is by win probabilities: results are lost and won, or a draw. */
static inline bool hra_review_is_by_chances(const hra_game *game) {
    return game->seats > 1 && game->max_return == 1 && (game->min_return == 0 || game->min_return == -1);
}

/* The word of a grade in JSON and lines; NULL: HRA_GRADE_FINE. */
const char *hra_grade_word(hra_grade grade);
/* The least loss of a grade, as a part of the stakes; of points that people write in thousandths another one. */
double hra_grade_share(bool thousandths, hra_grade grade);
/* The grade of one move in `state`, by what is known without a review: if results are points, the stakes are a tenth of
 * what the best move is expected to get. False: values on a scale of their own have no grades. */
bool hra_grade_loss(const hra_game *game, const void *state, const hra_move_loss *loss, hra_grade *out);

#endif
