/* Lines of results. */
#include "work/result_lines.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hra/spec.h"

enum { MOVE = 256 /* bytes of a move, with its zero */ };

/* ---- writing --------------------------------------------------------------------------------*/

bool hra_result_add_numbers(const char *key, const double *numbers, int count, bool lack, hra_text *out) {
    bool good = true;
    hra_text_add(out, key);
    for (int i = 0; i < count; i++) {
        hra_text_add(out, " ");
        good = good && (lack || isfinite(numbers[i]));
        if (isfinite(numbers[i]))
            hra_text_add_number(out, numbers[i]);
        else
            hra_text_add(out, "-");
    }
    hra_text_add(out, "\n");
    return good;
}

void hra_result_add_move(const hra_game *game, const char *key, const void *state, hra_move move,
                         hra_text *out) {
    hra_text_addf(out, "%s ", key);
    game->rules->text->show_move(game, state, move, out);
    hra_text_add(out, "\n");
}

hra_err hra_result_add_line(const hra_game *game, const char *key, const void *state, const hra_move *moves,
                            int length, hra_text *out) {
    void *at = length ? malloc(game->state_size) : NULL;
    if (!at)
        return length ? HRA_ENOMEM : HRA_OK;
    memcpy(at, state, game->state_size);
    for (int i = 0; i < length && game->rules->to_move(game, at) >= 0; i++) {
        hra_result_add_move(game, key, at, moves[i], out);
        game->rules->apply(game, at, moves[i]);
    }
    free(at);
    return HRA_OK;
}

/* ---- reading --------------------------------------------------------------------------------*/

bool hra_result_expect(hra_lines *l, const char *key) {
    if (!hra_lines_next(l)) {
        hra_lines_expected(l, key);
        return false;
    }
    hra_lines_expect_key(l, key);
    return !l->err;
}

bool hra_result_comes(hra_lines *l, const char *key) {
    const hra_lines before = *l;
    if (!l->err && hra_lines_next(l) && hra_lines_key(l, key))
        return true;
    if (!l->err)
        *l = before;
    return false;
}

static double read_number(hra_lines *l, bool lack) {
    hra_lines_blanks(l);
    if (lack) {
        const hra_lines before = *l;
        if (hra_lines_take(l, "-") && (hra_lines_peek(l) == ' ' || hra_lines_peek(l) < 0))
            return (double)NAN;
        *l = before;
    }
    return hra_lines_number(l, -DBL_MAX, DBL_MAX);
}

void hra_result_read_numbers(hra_lines *l, double *out, int count, bool lack) {
    for (int i = 0; i < count; i++)
        out[i] = read_number(l, lack);
    hra_lines_done(l);
}

int hra_result_read_some(hra_lines *l, double *out, int most, bool lack) {
    int count = 0;
    for (hra_lines_blanks(l); !l->err && hra_lines_left(l) && count < most; hra_lines_blanks(l))
        out[count++] = read_number(l, lack);
    hra_lines_done(l);
    return l->err ? 0 : count;
}

bool hra_result_read_move(hra_lines *l, const hra_game *game, const void *state, hra_move *out) {
    char text[MOVE];
    hra_error why = {0};
    if (!hra_lines_rest(l, text, sizeof text))
        return false;
    hra_err err = hra_game_parse_move(game, state, text, out, &why);
    if (err)
        hra_lines_fail_as(l, err, &why);
    return !err;
}

int hra_result_read_line(hra_lines *l, const hra_game *game, const char *key, void *state, hra_move *out,
                         int most) {
    int length = 0;
    for (; hra_result_comes(l, key); length++) {
        if (length == most || game->rules->to_move(game, state) < 0) {
            hra_lines_fail(l, HRA_EINPUT, "no more moves are expected here");
            return 0;
        }
        if (!hra_result_read_move(l, game, state, &out[length]))
            return 0;
        game->rules->apply(game, state, out[length]);
    }
    return l->err ? 0 : length;
}
