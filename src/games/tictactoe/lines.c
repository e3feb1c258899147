/* What searches may ask of tic-tac-toe: the evaluation `lines`, the lines still open to a player
 * minus those open to the other; and which moves to try first, the middle, then corners. */
#include "tictactoe.h"

static void open_lines(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    const ttt_board *b = s;
    int lead = 0;
    for (int i = 0; i < 8; i++)
        lead += !(b->mask[1] & ttt_lines[i]) - !(b->mask[0] & ttt_lines[i]);
    out[0] = lead;
    out[1] = -lead;
}

const hra_evaluation ttt_evaluations[] = {
    {.name = "lines",
     .help = "own open lines minus the opponent's",
     .value = open_lines,
     .min = -8,
     .max = 8},
    {0},
};

void ttt_order(const hra_game *game, const void *s, const hra_move *moves, int n, int *score) {
    for (int i = 0; i < n; i++)
        score[i] = moves[i] == 4 ? 2 : moves[i] % 2 == 0;
}
