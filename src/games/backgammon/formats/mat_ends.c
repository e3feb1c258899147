/* How the games of a match file end: by the rules, by a line that says so, or by the score of the next game. */
#include <string.h>

#include "core/messages.h"
#include "mat_reader.h"

void bg_mat_take_ending(bg_mat_reader *r, int seat, const char *cell) {
    const char *digits = strpbrk(cell, "0123456789");
    hra_lines l;
    if (r->winner >= 0 && !digits)
        return;
    hra_lines_string(&l, digits ? digits : "", NULL);
    int points = hra_lines_digits(&l, 5);
    r->winner = bg_mat_find_word(cell) == BG_MAT_WINS ? seat : !seat;
    r->points = points > 0 ? points : 0;
    r->ended = true;
    (void)hra_snprintf(r->ending, sizeof r->ending, "%s", cell);
}

/* Who has won how many points, as the score of the next game has it; false: it does not say so. */
static bool scored(const bg_mat_reader *r, const int *next, int *winner, int *points) {
    int more[2] = {next[0] - r->score[0], next[1] - r->score[1]};
    *winner = more[BG_WHITE] > 0 ? BG_WHITE : BG_BLACK;
    *points = more[*winner];
    return more[!*winner] == 0 && *points > 0;
}

/* Nothing follows, and points that no game is worth were won: the match was given up, or the score was agreed on. */
static hra_err set_result(bg_mat_reader *r, int winner, int points) {
    hra_stated_result result = {.stated = true, .text = r->ending};
    result.returns[winner] = r->match ? 1 : points;
    result.returns[!winner] = -result.returns[winner];
    return hra_annotated_result(r->out, &result);
}

hra_err bg_mat_end_game(bg_mat_reader *r, const int *next) {
    int winner, points;
    hra_err err = HRA_OK;
    if (r->pending && bg_mat_is_pass(r))
        err = bg_mat_make_move(r, 0, " ");
    r->pending = false;
    if (err || r->ruled)
        return err || !*r->ending ? err : bg_mat_add_property(r, "End", r->ending);
    if (!next || !scored(r, next, &winner, &points)) {
        winner = r->winner;
        points = r->points ? r->points : 1 << r->s.cube;
    } else if (r->points && (winner != r->winner || points != r->points)) {
        err = bg_mat_pass(r, bg_mat_fail(r, N_("the score that the game before ends with"), r->line), true);
    }
    if (!err && winner < 0 && r->drawn && !next)
        return hra_annotated_result(r->out, &(hra_stated_result){.stated = true, .text = ""});
    if (err || winner < 0)
        return err;
    hra_move m = bg_concede(!winner, points);
    if (points < BG_CONCEDE_SEAT && bg_concession(r->game, &r->s, m, NULL))
        return bg_mat_make_move(r, m, r->ending);
    return next ? HRA_OK : set_result(r, winner, points);
}
