/* Tables of squares, computed when a game is opened: some ten microseconds. */
#include <string.h>

#include "chess.h"

static bool on_board(const ch_game *g, int file, int rank) {
    return file >= 0 && file < g->size && rank >= 0 && rank < g->size;
}

static ch_set at(const ch_game *g, int file, int rank) {
    return on_board(g, file, rank) ? ch_bit(8 * rank + file) : 0;
}

static void fill_steps(ch_game *g, int file, int rank) {
    static const int leap[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    const int square = 8 * rank + file;
    for (int i = 0; i < 8; i++)
        g->knight[square] |= at(g, file + leap[i][0], rank + leap[i][1]);
    for (int right = -1; right <= 1; right++)
        for (int up = -1; up <= 1; up++)
            g->king[square] |= right || up ? at(g, file + right, rank + up) : 0;
    g->pawn[CH_WHITE][square] = at(g, file - 1, rank + 1) | at(g, file + 1, rank + 1);
    g->pawn[CH_BLACK][square] = at(g, file - 1, rank - 1) | at(g, file + 1, rank - 1);
}

/* The squares from one on, in one direction. */
static void fill_ray(ch_game *g, int file, int rank, int right, int up) {
    const int from = 8 * rank + file;
    ch_set ray = 0, back = 0, passed = 0;
    for (int k = 1; on_board(g, file + k * right, rank + k * up); k++)
        ray |= at(g, file + k * right, rank + k * up);
    for (int k = 1; on_board(g, file - k * right, rank - k * up); k++)
        back |= at(g, file - k * right, rank - k * up);
    for (int k = 1; on_board(g, file + k * right, rank + k * up); k++) {
        const int to = 8 * (rank + k * up) + file + k * right;
        g->between[from][to] = passed;
        g->through[from][to] = ray | back | ch_bit(from);
        passed |= ch_bit(to);
    }
    if (right == 0)
        g->lines[from].file |= ray;
    else if (right == up)
        g->lines[from].rising |= ray;
    else if (right == -up)
        g->lines[from].falling |= ray;
}

/* The outer squares of a rank end a line whether or not they are taken. */
static void fill_rank(ch_game *g, int file, int inner) {
    unsigned reached = 0;
    for (int way = -1; way <= 1; way += 2)
        for (int to = file + way; to >= 0 && to < g->size; to += way) {
            reached |= 1U << to;
            if (inner << 1 >> to & 1)
                break;
        }
    g->rank[file][inner] = (uint8_t)reached;
}

/* Moves of queens and knights, which are those of all pieces. */
static void number_moves(ch_game *g) {
    for (int from = 0; from < CH_SQUARES; from++)
        for (int to = 0; to < CH_SQUARES; to++)
            if (g->through[from][to] || (g->knight[from] >> to & 1))
                g->action[from][to] = (uint16_t)g->actions++;
}

void ch_fill_tables(ch_game *g) {
    for (int rank = 0; rank < g->size; rank++)
        for (int file = 0; file < g->size; file++) {
            g->cells |= ch_bit(8 * rank + file);
            g->lines[8 * rank + file].bit = ch_bit(8 * rank + file);
            fill_steps(g, file, rank);
            for (int right = -1; right <= 1; right++)
                for (int up = -1; up <= 1; up++)
                    if (right || up)
                        fill_ray(g, file, rank, right, up);
        }
    for (int file = 0; file < g->size; file++)
        for (int inner = 0; inner < 64; inner++)
            fill_rank(g, file, inner);
    number_moves(g);
}
