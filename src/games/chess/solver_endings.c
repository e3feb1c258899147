/* Positions of an ending in numbers. A table has the pieces of White, then those of Black, each side from the king down to the
 * pawns, and White has the stronger side; the board is turned and the colours are exchanged where Black has it. The board is mirrored until the white king
 * is on the files a to d, and without pawns on the ranks 1 to 4. No mirror leaves a king where it was, so each position
 * stands for two or four, with as many moves from one to the other.
 *
 * Two pieces of one kind are different: each position of two bishops has two numbers. */
#include "solver_endings.h"

#include <string.h>

/* Squares of the pieces of a table. */
typedef struct placed {
    int square[CH_ENDING_PIECES];
} placed;

static int table_of(int slice) {
    return slice / 2;
}

static int side_of(int slice) {
    return slice % 2;
}

/* ---- materials ----------------------------------------------------------------------------------*/

static bool has_pawn(const ch_ending *e) {
    for (int i = 0; i < e->pieces; i++)
        if (e->kind[i] == CH_PAWN)
            return true;
    return false;
}

/* Two kings, or one of them with a knight or a bishop. */
static bool is_dead(const ch_ending *e) {
    int minor = 0;
    for (int i = 0; i < e->pieces; i++)
        minor += e->kind[i] == CH_KNIGHT || e->kind[i] == CH_BISHOP;
    return e->pieces == 2 || (e->pieces == 3 && minor);
}

/* Each side from its king down; White is the side of more pieces, or of the better ones. *turned: it was the other one.
 * `order` has the old number of each piece. */
static ch_ending sorted(const ch_ending *e, bool *turned, int order[CH_ENDING_PIECES]) {
    ch_ending out = {.pieces = e->pieces};
    int worth[2] = {0, 0}, n = 0;
    for (int i = 0; i < e->pieces; i++)
        worth[e->side[i]] += 1000 + (1 << e->kind[i]);
    *turned = worth[CH_BLACK] > worth[CH_WHITE];
    for (int side = 0; side < 2; side++)
        for (int kind = CH_KING; kind >= 0; kind--)
            for (int i = 0; i < e->pieces; i++)
                if (e->kind[i] == kind && (e->side[i] ^ *turned) == side) {
                    order[n] = i;
                    out.kind[n] = (int8_t)kind;
                    out.side[n++] = (int8_t)side;
                }
    return out;
}

static int find_table(const ch_endings *self, const ch_ending *e) {
    int t = 0;
    while (t < self->tables && (self->table[t].pieces != e->pieces ||
                                memcmp(self->table[t].kind, e->kind, (size_t)e->pieces) != 0 ||
                                memcmp(self->table[t].side, e->side, (size_t)e->pieces) != 0))
        t++;
    return t < self->tables ? t : -1;
}

static ch_ending without(const ch_ending *e, int piece) {
    ch_ending out = {0};
    for (int i = 0; i < e->pieces; i++)
        if (i != piece) {
            out.kind[out.pieces] = e->kind[i];
            out.side[out.pieces++] = e->side[i];
        }
    return out;
}

/* Those below an ending have fewer pieces, or as many and fewer pawns. */
static void add(ch_endings *self, const ch_ending *ending) {
    int order[CH_ENDING_PIECES];
    bool turned;
    const ch_ending e = sorted(ending, &turned, order);
    if (is_dead(&e) || find_table(self, &e) >= 0)
        return;
    for (int i = 0; i < e.pieces; i++) {
        const ch_ending less = without(&e, i);
        if (e.kind[i] != CH_KING)
            add(self, &less);
        for (int kind = CH_KNIGHT; e.kind[i] == CH_PAWN && kind <= CH_QUEEN; kind++) {
            ch_ending other = e;
            other.kind[i] = (int8_t)kind;
            add(self, &other);
        }
    }
    self->table[self->tables++] = e;
}

void ch_endings_of(const ch_game *g, const ch_ending *ending, ch_endings *out) {
    *out = (ch_endings){.g = g};
    add(out, ending);
}

/* ---- numbers ------------------------------------------------------------------------------------*/

/* Number of squares of the white king after mirroring. */
static int king_squares(const ch_ending *e) {
    return has_pawn(e) ? 32 : 16;
}

static uint64_t number_of(const ch_ending *e, const placed *p) {
    int mirror = 0;
    if (p->square[0] % 8 >= 4)
        mirror |= 7;
    if (!has_pawn(e) && p->square[0] / 8 >= 4)
        mirror |= 56;
    const int king = p->square[0] ^ mirror;
    uint64_t index = (uint64_t)(king / 8 * 4 + king % 8);
    for (int i = 1; i < e->pieces; i++)
        index = index * 64 + (uint64_t)(p->square[i] ^ mirror);
    return index;
}

static placed placed_at(const ch_ending *e, uint64_t index) {
    placed p;
    for (int i = e->pieces; --i > 0; index /= 64)
        p.square[i] = (int)(index % 64);
    p.square[0] = (int)(index / 4 * 8 + index % 4);
    return p;
}

/* False: two pieces are on one square, a pawn where none can be, or the side that is not to move is in check. */
static bool set_up(const ch_endings *self, const ch_ending *e, const placed *p, int side, ch_state *s) {
    const ch_set outer = (ch_set)0xff | (ch_set)0xff << 56;
    memset(s, 0, sizeof *s);
    for (int i = 0; i < e->pieces; i++) {
        const ch_set at = ch_bit(p->square[i]);
        if ((ch_all(s) & at) || (e->kind[i] == CH_PAWN && (at & outer)))
            return false;
        s->kind[e->kind[i]] |= at;
        s->side[e->side[i]] |= at;
    }
    s->turn = (uint8_t)side;
    s->number = 1;
    return !ch_checkers(self->g, s, !side);
}

static uint64_t size(const void *self, int slice) {
    const ch_ending *e = &((const ch_endings *)self)->table[table_of(slice)];
    uint64_t n = (uint64_t)king_squares(e);
    for (int i = 1; i < e->pieces; i++)
        n *= 64;
    return n;
}

bool ch_endings_counts(const ch_endings *self, int slice, uint64_t index) {
    const ch_ending *e = &self->table[table_of(slice)];
    const placed p = placed_at(e, index);
    ch_state s;
    for (int i = 1; i < e->pieces; i++)
        if (e->kind[i] == e->kind[i - 1] && e->side[i] == e->side[i - 1] && p.square[i] < p.square[i - 1])
            return false;
    return set_up(self, e, &p, side_of(slice), &s);
}

/* The place of any pieces. */
static bool place(const ch_endings *self, const ch_ending *e, const placed *p, int side,
                  hra_retro_place *out) {
    int order[CH_ENDING_PIECES];
    bool turned;
    const ch_ending in = sorted(e, &turned, order);
    placed q = {0};
    *out = (hra_retro_place){HRA_RETRO_DRAWN, 0};
    if (is_dead(&in))
        return true;
    const int table = find_table(self, &in);
    for (int i = 0; i < in.pieces; i++)
        q.square[i] = p->square[order[i]] ^ (turned ? 56 : 0);
    if (table >= 0)
        *out = (hra_retro_place){2 * table + (side ^ turned), number_of(&in, &q)};
    return table >= 0;
}

bool ch_endings_find(const ch_endings *self, const ch_state *s, hra_retro_place *out) {
    ch_ending e = {0};
    placed p;
    if (s->castle || s->passed || __builtin_popcountll(ch_all(s)) > CH_ENDING_PIECES)
        return false;
    for (ch_set all = ch_all(s); all; all &= all - 1) {
        p.square[e.pieces] = ch_first(all);
        e.kind[e.pieces] = (int8_t)ch_kind_at(s, ch_first(all));
        e.side[e.pieces++] = (int8_t)(s->side[CH_BLACK] >> ch_first(all) & 1);
    }
    return place(self, &e, &p, s->turn, out);
}

/* ---- moves --------------------------------------------------------------------------------------*/

/* A position of a slice with its moves; none if the game is over there, or no position. */
typedef struct opened {
    const ch_ending *e;
    placed p;
    ch_state s;
    hra_move moves[CH_MAX_MOVES];
    int count;
    bool drawn; /* or no position */
} opened;

static void open_position(const ch_endings *self, int slice, uint64_t index, opened *o) {
    o->e = &self->table[table_of(slice)];
    o->p = placed_at(o->e, index);
    o->count = 0;
    o->drawn = !set_up(self, o->e, &o->p, side_of(slice), &o->s) || ch_is_dead(&o->s);
    if (!o->drawn)
        o->count = ch_moves(self->g, &o->s, o->moves);
    o->drawn = o->drawn || (!o->count && !ch_checkers(self->g, &o->s, o->s.turn));
}

static int piece_on(const opened *o, int square) {
    int i = 0;
    while (i < o->e->pieces && o->p.square[i] != square)
        i++;
    return i;
}

static bool is_inner(const opened *o, hra_move m) {
    return !ch_becomes(m) && piece_on(o, ch_to(m)) == o->e->pieces;
}

/* Where a capture or a promotion leads. */
static hra_retro_place outer_place(const ch_endings *self, const opened *o, hra_move m) {
    const int mover = piece_on(o, ch_from(m)), taken = piece_on(o, ch_to(m));
    ch_ending e = {0};
    placed p;
    hra_retro_place out;
    for (int i = 0; i < o->e->pieces; i++) {
        if (i == taken)
            continue;
        p.square[e.pieces] = i == mover ? ch_to(m) : o->p.square[i];
        e.kind[e.pieces] = (int8_t)(i == mover && ch_becomes(m) ? ch_becomes(m) : o->e->kind[i]);
        e.side[e.pieces++] = o->e->side[i];
    }
    (void)place(self, &e, &p, !o->s.turn, &out);
    return out;
}

static int outer(const void *self, void *scratch, int slice, uint64_t index, hra_retro_place *out,
                 int *inner_count) {
    opened o;
    int n = 0;
    open_position(self, slice, index, &o);
    *inner_count = 0;
    if (o.drawn)
        out[n++] = (hra_retro_place){HRA_RETRO_DRAWN, 0};
    for (int i = 0; i < o.count; i++)
        if (is_inner(&o, o.moves[i]))
            ++*inner_count;
        else
            out[n++] = outer_place(self, &o, o.moves[i]);
    return n;
}

static int inner(const void *self, void *scratch, int slice, uint64_t index, uint64_t *out) {
    opened o;
    int n = 0;
    open_position(self, slice, index, &o);
    for (int i = 0; i < o.count; i++)
        if (is_inner(&o, o.moves[i])) {
            placed p = o.p;
            p.square[piece_on(&o, ch_from(o.moves[i]))] = ch_to(o.moves[i]);
            out[n++] = number_of(o.e, &p);
        }
    return n;
}

/* The free squares from which a piece may have come. */
static ch_set origins(const ch_game *g, int kind, int side, int square, ch_set all) {
    const int back = side == CH_WHITE ? -8 : 8, before = square + back;
    if (kind != CH_PAWN)
        return ch_reach(g, kind, square, all) & ~all;
    if (before < 8 || before >= 56 || (all >> before & 1))
        return 0;
    const bool twice = before / 8 == (side == CH_WHITE ? 2 : 5) && !(all >> (before + back) & 1);
    return ch_bit(before) | (twice ? ch_bit(before + back) : 0);
}

static int parents(const void *self, void *scratch, int slice, uint64_t index, uint64_t *out) {
    const ch_endings *t = self;
    const ch_ending *e = &t->table[table_of(slice)];
    const placed p = placed_at(e, index);
    const int mover = !side_of(slice);
    ch_state s, before;
    int n = 0;
    if (!set_up(t, e, &p, side_of(slice), &s))
        return 0;
    for (int i = 0; i < e->pieces; i++) {
        if (e->side[i] != mover)
            continue;
        ch_set from = origins(t->g, e->kind[i], mover, p.square[i], ch_all(&s));
        for (; from; from &= from - 1) {
            placed q = p;
            q.square[i] = ch_first(from);
            if (set_up(t, e, &q, mover, &before) && !ch_is_dead(&before))
                out[n++] = number_of(e, &q);
        }
    }
    return n;
}

/* ---- the game of retrograde analysis --------------------------------------------------------------*/

static int partner(const void *self, int slice) {
    return slice ^ 1;
}

static int needs(const void *self, int slice, int *out) {
    for (int i = 0; i < 2 * table_of(slice); i++)
        out[i] = i;
    return 2 * table_of(slice);
}

hra_retro_game ch_endings_game(const ch_endings *self) {
    enum { MOST_MOVES = 128 };
    return (hra_retro_game){.self = self,
                            .what = "building tables",
                            .slices = 2 * self->tables,
                            .max_moves = MOST_MOVES,
                            .size = size,
                            .partner = partner,
                            .needs = needs,
                            .outer = outer,
                            .inner = inner,
                            .parents = parents};
}
