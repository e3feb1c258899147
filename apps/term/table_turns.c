/* Turns: decisions of one seat one after another, with the throws between them. */
#include <stdint.h>
#include <string.h>

#include "speech/print.h"
#include "table_turns.h"
#include "term_table.h"

enum {
    SHORT_THROW = 4, /* columns of a throw that is shown before the move for which it was made */
    MOST_LISTED = 128,
};

/* ---- which plies ----------------------------------------------------------------------------*/

typedef struct turn {
    int seat, first, last;
} turn;

/* The turn that ends before ply `end`, not before ply `from`; false: there is none. */
static bool find_turn(const hra_play *play, int from, int end, turn *out) {
    const bool alone = hra_play_snapshot(play)->game->seats == 1;
    out->last = end - 1;
    while (out->last >= from && hra_play_at(play, out->last).mover < 0)
        out->last--;
    if (out->last < from)
        return false;
    out->seat = hra_play_at(play, out->last).mover;
    out->first = out->last;
    for (int ply = out->last - 1; !alone && ply >= from; ply--) {
        int mover = hra_play_at(play, ply).mover;
        if (mover >= 0 && mover != out->seat)
            break;
        if (mover == out->seat)
            out->first = ply;
    }
    return true;
}

bool turns_last(const hra_play *play, int seat, int *first, int *last) {
    turn t = {.first = hra_play_plies(play)};
    const bool others = hra_play_snapshot(play)->game->seats > 1;
    do
        if (!find_turn(play, 0, t.first, &t))
            return false;
    while (others && t.seat == seat);
    *first = t.first;
    *last = t.last;
    return true;
}

/* ---- in words -------------------------------------------------------------------------------*/

static bool is_secret(const turns_of *of, int ply) {
    for (int i = 0; i < of->secret_count; i++)
        if (of->secrets[i] == ply)
            return true;
    return false;
}

static void add_move(const turns_of *of, int ply, hra_text *out) {
    const hra_game *game = hra_play_snapshot(of->play)->game;
    const hra_ply at = hra_play_at(of->play, ply);
    if (is_secret(of, ply))
        hra_text_add(out, "?");
    else
        hra_game_say_move(game, at.state, at.move, out);
}

/* A throw directly before a move, "(31) ", if it is so short. */
static void add_throw(const turns_of *of, int ply, hra_text *out) {
    size_t from = out->length;
    if (ply <= of->first || hra_play_at(of->play, ply - 1).mover != HRA_CHANCE || is_secret(of, ply))
        return;
    hra_text_add(out, "(");
    add_move(of, ply - 1, out);
    hra_text_add(out, ") ");
    if (hra_text_columns(hra_text_string(out) + from) > SHORT_THROW + 3 && !out->err)
        out->data[out->length = from] = '\0';
}

/* The moves of a turn from a ply on. */
static void add_moves(const turns_of *of, const turn *t, int from, hra_text *out) {
    hra_text_add(out, from > t->first ? ".. " : "");
    for (int ply = from; ply <= t->last; ply++)
        if (hra_play_at(of->play, ply).mover == t->seat) {
            hra_text_add(out, ply > from ? ", " : "");
            add_throw(of, ply, out);
            add_move(of, ply, out);
        }
}

/* As many of its moves, up to the last one, as fit; the last one without a sign that there were others. */
static void add_turn(const turns_of *of, const turn *t, int width, hra_text *out) {
    size_t start = out->length;
    for (int ply = t->first; ply <= t->last; ply++) {
        if (hra_play_at(of->play, ply).mover != t->seat)
            continue;
        out->length = start;
        add_moves(of, t, ply, out);
        if (out->err || hra_text_columns(out->data + start) <= width)
            return;
    }
    out->length = start;
    add_throw(of, t->last, out);
    add_move(of, t->last, out);
    table_cut(out, start, width);
}

/* Appends the digit at the end of a name, "player 2", or its first letter. */
static void add_sign(const hra_game *game, int seat, hra_text *out) {
    const char *name = hra_game_seat_name(game, seat);
    const size_t length = strlen(name);
    if (length && name[length - 1] >= '0' && name[length - 1] <= '9')
        hra_text_add(out, name + length - 1);
    else
        hra_text_add_bytes(out, name, hra_text_cut(name, length, 1));
}

static bool same_sign(const hra_game *game, int one, int other) {
    hra_text a, b;
    hra_text_init(&a);
    hra_text_init(&b);
    add_sign(game, one, &a);
    add_sign(game, other, &b);
    bool same = strcmp(print_string(&a), print_string(&b)) == 0;
    hra_text_release(&a);
    hra_text_release(&b);
    return same;
}

void turns_add_seat(const hra_game *game, int seat, bool brief, hra_text *out) {
    for (int other = 0; other < game->seats; other++)
        brief = brief && (other == seat || !same_sign(game, seat, other));
    if (brief)
        add_sign(game, seat, out);
    else
        hra_text_add(out, hra_game_seat_name(game, seat));
}

static void add_named(const turns_of *of, const turn *t, bool brief, int width, hra_text *out) {
    const hra_game *game = hra_play_snapshot(of->play)->game;
    size_t from = out->length;
    if (game->seats > 1) {
        turns_add_seat(game, t->seat, brief, out);
        hra_text_add(out, brief ? ": " : " ");
    }
    add_turn(of, t, width - hra_text_columns(hra_text_string(out) + from), out);
}

/* The last turn of each seat, the oldest first; returns how many. */
static int find_last(const turns_of *of, turn *out) {
    turn t = {.first = hra_play_plies(of->play)}, found[HRA_MAX_SEATS];
    bool had[HRA_MAX_SEATS] = {false};
    int n = 0;
    while (n < hra_play_snapshot(of->play)->game->seats && find_turn(of->play, of->first, t.first, &t))
        if (!had[t.seat]) {
            had[t.seat] = true;
            found[n++] = t;
        }
    for (int i = 0; i < n; i++)
        out[i] = found[n - 1 - i];
    return n;
}

/* In full if they fit, else each in its share of the width. */
void turns_add_last(const turns_of *of, int width, hra_text *out) {
    turn turns[HRA_MAX_SEATS];
    const int n = find_last(of, turns);
    const size_t from = out->length;
    for (int round = 0; round < 2; round++) {
        out->length = from;
        for (int i = 0; i < n; i++) {
            hra_text_add(out, "  ");
            add_named(of, &turns[i], round > 0, round ? width / n - 2 : width, out);
        }
        if (out->err || hra_text_columns(hra_text_string(out) + from) <= width)
            break;
    }
    hra_text_add(out, "\n");
}

void turns_add_list(const turns_of *of, int lines, int width, hra_text *out) {
    turn turns[MOST_LISTED], t = {.first = hra_play_plies(of->play)};
    int shown = 0, all = 0;
    lines = lines < MOST_LISTED ? lines : MOST_LISTED;
    while (find_turn(of->play, of->first, t.first, &t)) {
        if (shown < lines)
            turns[shown++] = t;
        all++;
    }
    for (int i = shown - 1; i >= 0; i--) {
        size_t from = out->length;
        hra_text_addf(out, "%4d  ", all - i);
        add_named(of, &turns[i], false, width - hra_text_columns(hra_text_string(out) + from), out);
        hra_text_add(out, "\n");
    }
}
