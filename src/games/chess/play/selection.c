/* What a selective search asks about moves of chess. */
#include "exchange.h"

#include "games/chess/moves.inl"

enum { QUEEN_GAIN = 800 };

static const int value[CH_KINDS] = {100, 320, 330, 500, 900, 20000};

static bool is_forced(const hra_game *game, const void *state) {
    const ch_state *s = state;
    return ch_checkers(ch_game_of(game), s, s->turn) != 0;
}

/* Pawns and kings alone are often in zugzwang. */
static bool is_passable(const hra_game *game, const void *state) {
    const ch_state *s = state;
    return (s->side[s->turn] & ~(s->kind[CH_PAWN] | s->kind[CH_KING])) != 0;
}

/* What a capture takes at once, and what a pawn becomes; 0: a quiet move. Under-promotions count as quiet. */
CH_INLINE int gain_of(const ch_state *s, hra_move m, int kind) {
    const int to = ch_to(m), becomes = ch_becomes(m);
    int gain = becomes == CH_QUEEN ? QUEEN_GAIN : 0;
    if (becomes && becomes != CH_QUEEN)
        return 0;
    if (s->side[!s->turn] >> to & 1)
        gain += value[ch_kind_at(s, to)];
    else if (kind == CH_PAWN && s->passed && to == s->passed)
        gain += value[CH_PAWN];
    return gain;
}

/* The most valuable piece first, and of those that take it the least. */
CH_INLINE int rank_of(int gain, int kind) {
    return HRA_LOUD_RANK + 16 * gain - kind;
}

static void rank(const hra_game *game, const void *state, const hra_move *moves, int n, int *out) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    for (int i = 0; i < n; i++) {
        if (moves[i] == CH_CLAIM) {
            out[i] = 0;
            continue;
        }
        const int from = ch_from(moves[i]), kind = ch_kind_at(s, from), gain = gain_of(s, moves[i], kind);
        if (gain) {
            const bool holds = ch_becomes(moves[i]) || ch_exchange_holds(g, s, moves[i]);
            out[i] = holds ? rank_of(gain, kind) : rank_of(gain, kind) - 4 * HRA_LOUD_RANK;
        } else if (ch_becomes(moves[i]))
            out[i] = -HRA_LOUD_RANK / 2;
        else
            out[i] = ch_castles(s, moves[i]) ? 40
                                             : g->worth[0][kind][ch_turned(g, ch_to(moves[i]), s->turn)] -
                                                   g->worth[0][kind][ch_turned(g, from, s->turn)];
    }
}

static int gains(const hra_game *game, const void *state, double least, hra_move *out, int *ranks) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    const int n = ch_captures(g, s, out);
    int kept = 0;
    for (int i = 0; i < n; i++) {
        const int kind = ch_kind_at(s, ch_from(out[i])), gain = gain_of(s, out[i], kind);
        if (gain < least * CH_HUNDREDTHS || (!ch_becomes(out[i]) && !ch_exchange_holds(g, s, out[i])))
            continue;
        ranks[kept] = rank_of(gain, kind);
        out[kept++] = out[i];
    }
    return kept;
}

/* The piece that moves gives check; checks by pieces behind it are not seen. */
static bool forces(const hra_game *game, const void *state, hra_move m) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    const int from = ch_from(m), to = ch_to(m), side = s->turn;
    const ch_set king = s->kind[CH_KING] & s->side[!side], all = (ch_all(s) & ~ch_bit(from)) | ch_bit(to);
    if (m == CH_CLAIM || ch_castles(s, m))
        return false;
    const int kind = ch_becomes(m) ? ch_becomes(m) : ch_kind_at(s, from);
    return ((kind == CH_PAWN   ? g->pawn[side][to]
             : kind == CH_KING ? 0
                               : ch_reach(g, kind, to, all)) &
            king) != 0;
}

static double exchange(const hra_game *game, const void *state, hra_move m) {
    const ch_state *s = state;
    return m == CH_CLAIM || ch_castles(s, m) ? 0
                                             : ch_exchange(ch_game_of(game), s, m) / (double)CH_HUNDREDTHS;
}

static int sort(const hra_game *game, const void *state, hra_move m) {
    const ch_state *s = state;
    return m == CH_CLAIM ? CH_KINDS * CH_SQUARES : ch_kind_at(s, ch_from(m)) * CH_SQUARES + ch_to(m);
}

const hra_selection ch_selection = {
    .unit = 1,
    .forced = is_forced,
    .passable = is_passable,
    .rank = rank,
    .gains = gains,
    .forces = forces,
    .exchange = exchange,
    .sort = sort,
};
