/* Makes the opening book of checkers: src/games/checkers/play/checkers.book.
 *
 *     book_checkers [--nodes 300000] [--each 20] [--first 1] [--last 174] >checkers.book
 *
 * Behind each ballot so many positions are searched, each with so many nodes by an engine that remembers
 * nothing and knows no tables, so that the same bytes come out each time. Which position comes next is
 * decided by drop-out expansion (T. Lincke, "Strategies for the automatic construction of opening books",
 * 2000): the move that is worth least less than the best one, on the whole way to it, and is nearest to the
 * ballot. In the end a position is worth what the best of its moves is, those that were followed by what was
 * found behind them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/checkers/play/book.h"
#include "games/checkers/play/engine.h"
#include "games/checkers/play/weights.h"
#include "games/checkers/rules/ballots.h"

enum {
    LINES = 4,    /* moves of a position that are judged */
    MARGIN = 300, /* less than the best one by more than that is left out: three tenths of a man */
    PLY = 120,    /* what a ply further from the ballot counts, beside what moves lose */
    TABLE = 16 << 20,
    FAR = 1 << 30,
};

typedef struct branch {
    hra_move move;
    int value; /* for who makes it */
    int child; /* the position behind it, -1: it was not searched */
} branch;

typedef struct position {
    ck_state s;
    int ballot, plies; /* that it is away from it */
    branch branches[LINES];
    int count;
    bool written;
} position;

typedef struct book {
    hra_game *game;
    ck_weights weights;
    ck_engine *engine;
    uint64_t nodes;
    position *positions;
    int count;
} book;

static ck_thought thought; /* too large for the stack */

/* Searches a position; its number. */
static int search(book *b, const ck_state *s, int ballot, int plies) {
    position *p = &b->positions[b->count];
    *p = (position){.s = *s, .ballot = ballot, .plies = plies};
    const ck_task task = {.board = s->board,
                          .side = s->side,
                          .quiet = s->quiet,
                          .draw_plies = 80,
                          .repetition = true,
                          .nodes = b->nodes,
                          .lines = LINES};
    ck_engine_forget(b->engine);
    ck_engine_think(b->engine, &task, &thought);
    for (int i = 0; i < thought.count && p->count < LINES; i++)
        if (!thought.choice[i].bound && thought.choice[i].value >= thought.value - MARGIN)
            p->branches[p->count++] = (branch){thought.choice[i].move, thought.choice[i].value, -1};
    return b->count++;
}

/* The position with this board, -1: there is none yet. */
static int find(const book *b, const ck_state *s) {
    for (int i = 0; i < b->count; i++)
        if (memcmp(&b->positions[i].s.board, &s->board, sizeof s->board) == 0 &&
            b->positions[i].s.side == s->side)
            return i;
    return -1;
}

/* What a position is worth by now to its mover; ways never come back, since men only go on and kings are not
 * reached within so few plies. */
static int worth(book *b, int at) {
    position *p = &b->positions[at];
    int best = -FAR;
    for (int i = 0; i < p->count; i++) {
        if (p->branches[i].child >= 0)
            p->branches[i].value = -worth(b, p->branches[i].child);
        if (p->branches[i].value > best)
            best = p->branches[i].value;
    }
    return best;
}

typedef struct choice {
    int at, branch, cost;
} choice;

/* The cheapest move that was not followed, below a position that is as dear as `cost`. */
static void look_for(const book *b, int at, int cost, choice *out) {
    const position *p = &b->positions[at];
    int best = -FAR;
    for (int i = 0; i < p->count; i++)
        best = p->branches[i].value > best ? p->branches[i].value : best;
    for (int i = 0; i < p->count; i++) {
        int dearer = cost + PLY + best - p->branches[i].value;
        if (dearer >= out->cost)
            continue;
        if (p->branches[i].child >= 0)
            look_for(b, p->branches[i].child, dearer, out);
        else
            *out = (choice){at, i, dearer};
    }
}

/* One more position behind the ballot that begins at `root`; false: there is none. */
static bool grow(book *b, int root) {
    choice next = {-1, -1, FAR};
    (void)worth(b, root);
    look_for(b, root, 0, &next);
    if (next.at < 0)
        return false;
    const position *p = &b->positions[next.at];
    ck_state s = p->s;
    b->game->rules->apply(b->game, &s, p->branches[next.branch].move);
    int child = find(b, &s);
    if (child < 0 && b->game->rules->to_move(b->game, &s) >= 0)
        child = search(b, &s, p->ballot, p->plies + 1);
    b->positions[next.at].branches[next.branch].child = child;
    return child >= 0;
}

static void write_moves(book *b, int at, int depth) {
    position *p = &b->positions[at];
    bool told[LINES] = {false};
    p->written = true;
    for (int n = 0; n < p->count; n++) {
        int best = -1;
        for (int i = 0; i < p->count; i++)
            if (!told[i] && (best < 0 || p->branches[i].value > p->branches[best].value))
                best = i;
        hra_text move;
        hra_text_init(&move);
        b->game->rules->text->show_move(b->game, &p->s, p->branches[best].move, &move);
        printf("%*s%s %d\n", depth, "", hra_text_string(&move), p->branches[best].value);
        hra_text_release(&move);
        told[best] = true;
        int child = p->branches[best].child;
        if (child >= 0 && !b->positions[child].written)
            write_moves(b, child, depth + 1);
    }
}

static bool make(book *b, int each, int first, int last) {
    int *roots = calloc((size_t)last + 1, sizeof *roots);
    for (int ballot = first; roots && ballot <= last; ballot++) {
        ck_state s;
        b->game->rules->init(b->game, &s);
        if (!ck_ballot_start(ballot, &s))
            return false;
        int known = find(b, &s);
        roots[ballot] = known >= 0 ? known : search(b, &s, ballot, 0);
        for (int n = 1; n < each && grow(b, roots[ballot]); n++)
            continue;
        fprintf(stderr, "\rballot %d, %d positions", ballot, b->count);
    }
    fputc('\n', stderr);
    printf("# Made by: book_checkers --nodes %llu --each %d\n", (unsigned long long)b->nodes, each);
    for (int ballot = first; roots && ballot <= last; ballot++) {
        (void)worth(b, roots[ballot]);
        printf("%d\n", ballot);
        if (!b->positions[roots[ballot]].written)
            write_moves(b, roots[ballot], 1);
    }
    free(roots);
    return roots != NULL;
}

static long number(int argc, char **argv, const char *name, long fallback) {
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            fallback = strtol(argv[i + 1], NULL, 10);
    return fallback;
}

int main(int argc, char **argv) {
    static book b;
    hra_error why = {0};
    long each = number(argc, argv, "--each", 20), nodes = number(argc, argv, "--nodes", 300000);
    long first = number(argc, argv, "--first", 1), last = number(argc, argv, "--last", CK_BALLOTS);
    if (each < 1 || each > 1000 || nodes < 1 || first < 1 || last < first || last > CK_BALLOTS) {
        fprintf(stderr, "usage: book_checkers [--nodes N] [--each N] [--first N] [--last N]\n");
        return 2;
    }
    b.nodes = (uint64_t)nodes;
    b.positions = calloc((size_t)(CK_BALLOTS * each), sizeof *b.positions);
    bool made = b.positions && hra_game_open(&b.game, NULL, "checkers", &why) == 0 &&
                ck_weights_learnt(&b.weights, &why) == 0 &&
                ck_engine_open(&b.engine, &b.weights, NULL, TABLE) == 0 &&
                make(&b, (int)each, (int)first, (int)last) && fflush(stdout) == 0;
    if (!made)
        fprintf(stderr, "book_checkers: %s\n", why.text);
    ck_engine_close(b.engine);
    hra_game_close(b.game);
    free(b.positions);
    return made ? 0 : 1;
}
