/* The evaluation `pieces`, what it is made of, and moves in the order in which a search tries them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess.h"
#include "core/messages.h"
#include "rules/uci.h"

enum { TEMPO = 10, PAIR = 30 };

/* In hundredths of a pawn. */
static const int value[CH_KINDS] = {100, 320, 330, 500, 900, 0};
/* What a piece counts for the phase, 24 in all at the beginning. */
static const int weight[CH_KINDS] = {0, 1, 1, 2, 4, 0};
enum { PHASES = 24 };

/* Steps from the middle of the board, 0 to 3 on each axis: 0 to 6. */
static int from_middle(const ch_game *g, int file, int rank) {
    const int across = 2 * file - (g->size - 1), along = 2 * rank - (g->size - 1);
    return (abs(across) - 1) / 2 + (abs(along) - 1) / 2;
}

/* Pieces are worth more in the middle, pawns there and far ahead; a king keeps away from it while queens are on the
 * board. `few`: with few pieces. */
static int place_worth(const ch_game *g, int kind, int file, int rank, bool few) {
    const int away = from_middle(g, file, rank), ahead = rank - 1;
    const bool central = 2 * file >= g->size - 2 && 2 * file <= g->size;
    switch (kind) {
    case CH_PAWN:
        return few ? 6 * ahead * ahead / 2 + 10
                   : ahead * ahead * 2 + (central ? 8 * (ahead > 2 ? 2 : ahead) : 0);
    case CH_KNIGHT:
        return 15 - 9 * away;
    case CH_BISHOP:
        return 10 - 5 * away - (rank == 0 ? 8 : 0);
    case CH_ROOK:
        return rank == g->size - 2 ? 18 : !few && rank == 0 && central ? 6 : 0;
    case CH_QUEEN:
        return few ? 8 - 5 * away : -away;
    default:
        return few ? 30 - 12 * away : rank == 0 ? (file < 3 || file > g->size - 3 ? 24 : 0) : -25 * rank;
    }
}

void ch_fill_worth(ch_game *g) {
    for (int kind = 0; kind < CH_KINDS; kind++)
        for (int square = 0; square < CH_SQUARES; square++)
            for (int few = 0; few < 2; few++)
                if (g->cells >> square & 1)
                    g->worth[few][kind][square] =
                        (int16_t)(value[kind] + place_worth(g, kind, square % 8, square / 8, few));
}

static void add_side(const ch_game *g, const ch_state *s, int side, int sum[2], int *phase) {
    for (int kind = 0; kind < CH_KINDS; kind++)
        for (ch_set set = s->kind[kind] & s->side[side]; set; set &= set - 1) {
            const int square = ch_turned(g, ch_first(set), side);
            sum[0] += g->worth[0][kind][square];
            sum[1] += g->worth[1][kind][square];
            *phase += weight[kind];
        }
    const ch_set bishops = s->kind[CH_BISHOP] & s->side[side];
    const int pair = bishops & (bishops - 1) ? PAIR : 0;
    sum[0] += pair;
    sum[1] += pair;
}

void ch_pieces_value(const hra_game *game, const void *self, void *scratch, const void *state, double *out) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    int white[2] = {0}, black[2] = {0}, phase = 0;
    add_side(g, s, CH_WHITE, white, &phase);
    add_side(g, s, CH_BLACK, black, &phase);
    phase = phase < PHASES ? phase : PHASES;
    const int lead = ((white[0] - black[0]) * phase + (white[1] - black[1]) * (PHASES - phase)) / PHASES +
                     (s->turn == CH_WHITE ? TEMPO : -TEMPO);
    out[0] = ch_pawns(lead);
    out[1] = -out[0];
}

/* A mate is certain. */
double ch_chance(const hra_game *game, const hra_evaluation *by, double estimate) {
    if (!by->counts)
        return NAN;
    return estimate > CH_MOST_VALUE    ? 1
           : estimate < -CH_MOST_VALUE ? 0
                                       : (1 + hra_uci_result(estimate * CH_HUNDREDTHS)) / 2;
}

/* ---- moves ------------------------------------------------------------------------------------*/

/* The square of the pawn that is taken en passant is empty. */
static bool takes(const ch_state *s, hra_move m) {
    return (s->side[!s->turn] >> ch_to(m) & 1) ||
           (s->passed && ch_to(m) == s->passed && (s->kind[CH_PAWN] >> ch_from(m) & 1));
}

/* Captures of the most by the least first, then what becomes a queen, then moves to better squares. */
void ch_order(const hra_game *game, const void *state, const hra_move *moves, int n, int *score) {
    enum { CAPTURE = 10000 };
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    for (int i = 0; i < n; i++) {
        if (moves[i] == CH_CLAIM) {
            score[i] = 0;
            continue;
        }
        const int from = ch_from(moves[i]), to = ch_to(moves[i]), kind = ch_kind_at(s, from);
        const int becomes = ch_becomes(moves[i]) ? ch_becomes(moves[i]) : kind;
        score[i] = ch_castles(s, moves[i]) ? 40
                                           : g->worth[0][becomes][ch_turned(g, to, s->turn)] -
                                                 g->worth[0][kind][ch_turned(g, from, s->turn)];
        if (takes(s, moves[i])) {
            const int taken = ch_kind_at(s, to) % CH_KINDS;
            score[i] += CAPTURE + 10 * value[taken] - value[kind];
        }
    }
}

/* In check all moves; else captures and new queens. */
int ch_quiescence(const hra_game *game, const void *state, hra_move *out, bool *forced) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    const int n = ch_moves(g, s, out);
    int kept = 0;
    *forced = ch_checkers(g, s, s->turn) != 0;
    for (int i = 0; i < n; i++)
        if (*forced || (ch_becomes(out[i]) ? ch_becomes(out[i]) == CH_QUEEN : takes(s, out[i])))
            out[kept++] = out[i];
    return kept;
}
