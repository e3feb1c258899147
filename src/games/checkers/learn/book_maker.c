/* Making an opening book. */
#include "book_maker.h"

#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "games/checkers/rules/ballots.h"

enum {
    PLY = 120,    /* what a ply further from the ballot counts, beside what moves lose */
    DEEPEST = 60, /* plies behind a ballot, fewer than a book may have */
    FAR = 1 << 30,
    OPEN = -1,  /* a move that was not followed */
    CLOSED = -2 /* and will not be */
};

typedef struct branch {
    hra_move move;
    int value; /* for who makes it */
    int child; /* the position behind it, or one of the above */
} branch;

typedef struct position {
    ck_state s;
    int plies; /* that it is away from its ballot */
    branch branches[CK_BOOK_LINES];
    int count;
    uint64_t valued, looked; /* the pass that last did so: ways that meet are gone once */
    int value, cost;         /* what it found: the worth, and how dear the position was on its way */
    bool written;
} position;

struct ck_book_maker {
    hra_game *game;
    ck_searcher searcher;
    position *positions;
    int count, each;
    uint64_t pass;
    int roots[CK_BALLOTS + 1]; /* the positions of ballots */
};

hra_err ck_book_maker_open(ck_book_maker **out, const ck_searcher *searcher, int ballots, int each) {
    ck_book_maker *m = calloc(1, sizeof *m);
    if (!m)
        return HRA_ENOMEM;
    m->searcher = *searcher;
    m->each = each;
    m->positions = hra_room((uint64_t)ballots * (uint64_t)each, sizeof *m->positions);
    hra_err err = m->positions ? hra_game_open(&m->game, NULL, "checkers", NULL) : HRA_ENOMEM;
    if (err)
        ck_book_maker_close(m);
    else
        *out = m;
    return err;
}

void ck_book_maker_close(ck_book_maker *m) {
    if (m) {
        hra_game_close(m->game);
        free(m->positions);
    }
    free(m);
}

/* ---- searching ------------------------------------------------------------------------------*/

static hra_err search(ck_book_maker *m, const ck_state *s, int plies) {
    position *p = &m->positions[m->count];
    ck_found found = {0};
    hra_err err = m->searcher.search(m->searcher.self, s, &found);
    if (err)
        return err;
    *p = (position){.s = *s, .plies = plies, .count = found.count};
    for (int i = 0; i < found.count; i++)
        p->branches[i] = (branch){found.branch[i].move, found.branch[i].value, OPEN};
    m->count++;
    return HRA_OK;
}

/* The position with this board, -1: there is none yet. */
static int find(const ck_book_maker *m, const ck_state *s) {
    for (int i = 0; i < m->count; i++)
        if (memcmp(&m->positions[i].s.board, &s->board, sizeof s->board) == 0 &&
            m->positions[i].s.side == s->side)
            return i;
    return -1;
}

/* What a position is worth by now to its mover. Moves that could come back are not followed. */
static int worth(ck_book_maker *m, int at) {
    position *p = &m->positions[at];
    int best = -FAR;
    if (p->valued == m->pass)
        return p->value;
    for (int i = 0; i < p->count; i++) {
        if (p->branches[i].child >= 0)
            p->branches[i].value = -worth(m, p->branches[i].child);
        if (p->branches[i].value > best)
            best = p->branches[i].value;
    }
    p->valued = m->pass;
    return p->value = best;
}

typedef struct choice {
    int at, branch, cost;
} choice;

/* The cheapest move that was not followed, below a position that is as dear as `cost`. */
static void look_for(ck_book_maker *m, int at, int cost, choice *out) {
    position *p = &m->positions[at];
    int best = -FAR;
    if (p->looked == m->pass && cost >= p->cost)
        return;
    p->looked = m->pass;
    p->cost = cost;
    for (int i = 0; i < p->count; i++)
        best = p->branches[i].value > best ? p->branches[i].value : best;
    for (int i = 0; i < p->count; i++) {
        const int dearer = cost + PLY + best - p->branches[i].value, child = p->branches[i].child;
        if (dearer >= out->cost || child == CLOSED)
            continue;
        if (child >= 0)
            look_for(m, child, dearer, out);
        else
            *out = (choice){at, i, dearer};
    }
}

/* One more position behind the ballot that begins at `root`. *more: there may be another one after it. */
static hra_err grow(ck_book_maker *m, int root, bool *more) {
    choice next = {-1, -1, FAR};
    *more = false;
    m->pass++;
    (void)worth(m, root);
    look_for(m, root, 0, &next);
    if (next.at < 0)
        return HRA_OK;
    const int plies = m->positions[next.at].plies + 1;
    ck_state s = m->positions[next.at].s;
    branch *way = &m->positions[next.at].branches[next.branch];
    m->game->rules->apply(m->game, &s, way->move);
    *more = true;
    way->child = CLOSED;
    if (s.quiet > 0 || plies > DEEPEST) /* a king was moved, and may come back */
        return HRA_OK;
    int child = find(m, &s);
    hra_err err = HRA_OK;
    if (child < 0 && m->game->rules->to_move(m->game, &s) >= 0) {
        child = m->count;
        err = search(m, &s, plies);
    }
    *more = !err && child >= 0;
    if (*more)
        way->child = child;
    return err;
}

hra_err ck_book_maker_add(ck_book_maker *m, int ballot) {
    ck_state s;
    hra_err err = HRA_OK;
    m->game->rules->init(m->game, &s);
    if (!ck_ballot_start(ballot, &s))
        return HRA_EINPUT;
    int root = find(m, &s);
    if (root < 0) {
        root = m->count;
        err = search(m, &s, 0);
    }
    m->roots[ballot] = root;
    bool more = !err;
    for (int n = 1; n < m->each && more; n++)
        err = grow(m, root, &more);
    return err;
}

/* ---- writing --------------------------------------------------------------------------------*/

/* The move that is worth most among those that are not told yet. */
static int next_told(const position *p, const bool told[CK_BOOK_LINES]) {
    int best = -1;
    for (int i = 0; i < p->count; i++)
        if (!told[i] && (best < 0 || p->branches[i].value > p->branches[best].value))
            best = i;
    return best;
}

static void write_moves(ck_book_maker *m, int at, int depth, hra_text *out) {
    position *p = &m->positions[at];
    bool told[CK_BOOK_LINES] = {false};
    p->written = true;
    for (int n = 0; n < p->count; n++) {
        const int best = next_told(p, told), child = p->branches[best].child;
        hra_text_addf(out, "%*s", depth, "");
        m->game->rules->text->show_move(m->game, &p->s, p->branches[best].move, out);
        hra_text_addf(out, " %d\n", p->branches[best].value);
        told[best] = true;
        if (child >= 0 && !m->positions[child].written)
            write_moves(m, child, depth + 1, out);
    }
}

hra_err ck_book_maker_write(ck_book_maker *m, int first, int last, hra_text *out) {
    for (int ballot = first; ballot <= last; ballot++) {
        const int root = m->roots[ballot];
        m->pass++;
        (void)worth(m, root);
        hra_text_addf(out, "%d\n", ballot);
        if (!m->positions[root].written)
            write_moves(m, root, 1, out);
    }
    return out->err;
}
