/* Positions to learn from, in memory and as bytes: a count, and for each one which squares have a piece, the pieces of
 * these squares from a1 on, four bits each (kind, and 8 for Black), who is to move, and the target. */
#include "lessons.h"

#include <stdlib.h>

enum { MOST = 4096, MOST_PIECES = 32, BLACK = 8, LEAST_BYTES = 8 + 1 + 1 + 2 };

void ch_lessons_release(ch_lessons *l) {
    free(l->list);
    *l = (ch_lessons){0};
}

static bool append(ch_lessons *l, const ch_lesson *lesson) {
    if (l->count == l->capacity) {
        const int capacity = l->capacity ? 2 * l->capacity : 128;
        ch_lesson *list = realloc(l->list, (size_t)capacity * sizeof *list);
        if (!list)
            return false;
        l->list = list;
        l->capacity = capacity;
    }
    l->list[l->count++] = *lesson;
    return true;
}

bool ch_lessons_add(ch_lessons *l, const ch_state *s) {
    ch_lesson lesson = {.white = s->side[CH_WHITE], .turn = s->turn};
    for (int kind = 0; kind < CH_KINDS; kind++)
        lesson.kind[kind] = s->kind[kind];
    return append(l, &lesson);
}

static ch_set squares_of(const ch_lesson *l) {
    ch_set all = 0;
    for (int kind = 0; kind < CH_KINDS; kind++)
        all |= l->kind[kind];
    return all;
}

ch_state ch_lesson_state(const ch_lesson *l) {
    ch_state s = {.turn = l->turn, .number = 1};
    for (int kind = 0; kind < CH_KINDS; kind++)
        s.kind[kind] = l->kind[kind];
    s.side[CH_WHITE] = l->white;
    s.side[CH_BLACK] = squares_of(l) & ~l->white;
    return s;
}

/* ---- bytes --------------------------------------------------------------------------------------*/

static unsigned piece_at(const ch_lesson *l, int square) {
    unsigned kind = 0;
    while (kind < CH_KINDS && !(l->kind[kind] >> square & 1))
        kind++;
    return kind | (l->white >> square & 1 ? 0 : BLACK);
}

static void write_one(const ch_lesson *l, hra_text *out) {
    unsigned half = 0, before = 0;
    hra_bytes_put(out, squares_of(l), 8);
    for (ch_set set = squares_of(l); set; set &= set - 1, half ^= 1) {
        const unsigned piece = piece_at(l, ch_first(set));
        if (half)
            hra_bytes_put(out, before | piece << 4, 1);
        before = piece;
    }
    if (half)
        hra_bytes_put(out, before, 1);
    hra_bytes_put(out, l->turn, 1);
    hra_bytes_put(out, l->aim, 2);
}

void ch_lessons_write(const ch_lessons *l, hra_text *out) {
    hra_bytes_put(out, (uint64_t)l->count, 2);
    for (int i = 0; i < l->count; i++)
        write_one(&l->list[i], out);
}

/* Whether an evaluation may look at it: a king a side, and pawns where pawns can be. */
static bool is_sound(const ch_game *g, const ch_lesson *l) {
    const ch_set king = l->kind[CH_KING], ends = (ch_set)0xff | (ch_set)0xff << 8 * (g->size - 1);
    return !(squares_of(l) & ~g->cells) && __builtin_popcountll(king & l->white) == 1 &&
           __builtin_popcountll(king & ~l->white) == 1 && !(l->kind[CH_PAWN] & ends) && l->turn <= CH_BLACK;
}

static hra_err read_one(const ch_game *g, hra_bytes *from, ch_lesson *out) {
    if (hra_bytes_left(from) < LEAST_BYTES)
        return HRA_EDAMAGED;
    const ch_set all = hra_bytes_take(from, 8);
    const int pieces = __builtin_popcountll(all);
    if (pieces > MOST_PIECES || hra_bytes_left(from) < (size_t)(pieces + 1) / 2 + 3)
        return HRA_EDAMAGED;
    *out = (ch_lesson){0};
    unsigned half = 0, byte = 0;
    for (ch_set set = all; set; set &= set - 1, half ^= 1) {
        byte = half ? byte >> 4 : (unsigned)hra_bytes_take(from, 1);
        const unsigned kind = byte & 7;
        if (kind >= CH_KINDS)
            return HRA_EDAMAGED;
        out->kind[kind] |= set & -set;
        out->white |= byte & BLACK ? 0 : set & -set;
    }
    out->turn = (uint8_t)hra_bytes_take(from, 1);
    out->aim = (uint16_t)hra_bytes_take(from, 2);
    return is_sound(g, out) ? HRA_OK : HRA_EDAMAGED;
}

hra_err ch_lessons_read(const ch_game *g, ch_lessons *l, hra_bytes *from) {
    if (hra_bytes_left(from) < 2)
        return HRA_EDAMAGED;
    const uint64_t count = hra_bytes_take(from, 2);
    if (count > MOST)
        return HRA_EDAMAGED;
    for (uint64_t i = 0; i < count; i++) {
        ch_lesson one;
        hra_err err = read_one(g, from, &one);
        if (err)
            return err;
        if (!append(l, &one))
            return HRA_ENOMEM;
    }
    return HRA_OK;
}
