/* What searches may ask of Connect Four: the evaluation `lines`, threats, and which columns to try first. */
#include "connect4.h"

uint64_t c4_threats(const c4_board *b, const c4_state *s, int seat) {
    const uint64_t own = s->disc[seat], other = s->disc[!seat];
    uint64_t out = 0;
    for (int i = 0; i < b->lines; i++) {
        const uint64_t free = b->line[i] & ~own;
        if (!(free & other) && (free & (free - 1)) == 0)
            out |= free;
    }
    return out;
}

int c4_open_lines(const c4_board *b, const c4_state *s, int seat, int discs) {
    int n = 0;
    for (int i = 0; i < b->lines; i++)
        n += !(b->line[i] & s->disc[!seat]) && __builtin_popcountll(b->line[i] & s->disc[seat]) >= discs;
    return n;
}

enum { MOST = 900 };

/* Squares of the number of discs: a line with three counts as much as nine with one. */
static void open_lines(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    const c4_board *b = c4_board_of(game);
    const c4_state *p = s;
    int lead = 0;
    for (int i = 0; i < b->lines; i++) {
        const int own = __builtin_popcountll(b->line[i] & p->disc[0]),
                  other = __builtin_popcountll(b->line[i] & p->disc[1]);
        lead += other == 0 ? own * own : own == 0 ? -other * other : 0;
    }
    out[0] = lead > MOST ? MOST : lead < -MOST ? -MOST : lead;
    out[1] = -out[0];
}

const hra_evaluation c4_evaluations[] = {
    {.name = "lines",
     .help = "lines still open to a seat, by the squares of their discs, minus the opponent's",
     .value = open_lines,
     .min = -MOST,
     .max = MOST,
     .win = C4_WIN},
    {0},
};

/* The middle first: most lines go through it. */
void c4_order(const hra_game *game, const void *s, const hra_move *moves, int n, int *score) {
    const int width = c4_board_of(game)->width;
    for (int i = 0; i < n; i++) {
        const int from_middle = 2 * (int)moves[i] - (width - 1);
        score[i] = width - (from_middle < 0 ? -from_middle : from_middle);
    }
}
