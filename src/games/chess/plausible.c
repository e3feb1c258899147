/* Moves that machines of history looked at: Bernstein's seven plausible ones, Turing's considerable ones. */
#include <string.h>

#include "core/messages.h"
#include "moves.inl"

enum { SEVEN = 7 };

/* Turing's: knight 3, bishop 3 1/2, rook 5, queen 10; halves of a pawn. A king is worth more than all. */
static const int worth[CH_KINDS] = {2, 6, 7, 10, 20, 1000};

/* One list of moves with what is asked of them. */
typedef struct look {
    const ch_game *g;
    const ch_state *s;
    const hra_move *moves;
    int n, score[CH_MAX_MOVES];
    bool taken[CH_MAX_MOVES];
    ch_set chain;  /* pawns that a pawn defends, and those that defend them */
    ch_set unsafe; /* own pieces that the other side wins by taking */
} look;

static ch_set attackers(const look *k, int square, int by) {
    return ch_attackers_of(k->g, k->s, square, ch_all(k->s), by);
}

static int least_worth(const ch_state *s, ch_set set) {
    for (int kind = 0; kind < CH_KINDS; kind++)
        if (set & s->kind[kind])
            return worth[kind];
    return 2 * worth[CH_KING];
}

static bool captures(const ch_state *s, hra_move m) {
    return (s->side[!s->turn] >> ch_to(m) & 1) ||
           (s->passed && ch_to(m) == s->passed && (s->kind[CH_PAWN] >> ch_from(m) & 1));
}

/* What the moving piece is worth less than what it takes; en passant a pawn by a pawn. */
static int gain(const ch_state *s, hra_move m) {
    const int kind = ch_kind_at(s, ch_to(m));
    return worth[kind == CH_KINDS ? CH_PAWN : kind] - worth[ch_kind_at(s, ch_from(m))];
}

/* Whether a piece of this kind may stay on the square: nothing less attacks it, and it is defended if anything does. */
static bool is_safe(const look *k, int square, int from, int kind) {
    const ch_set all = ch_all(k->s) & ~ch_bit(from);
    const ch_set by = ch_attackers_of(k->g, k->s, square, all, !k->s->turn) & ~ch_bit(square);
    const ch_set own = ch_attackers_of(k->g, k->s, square, all, k->s->turn) & ~ch_bit(from);
    return !by || (own && least_worth(k->s, by) >= worth[kind]);
}

static bool moves_safely(const look *k, hra_move m) {
    return is_safe(k, ch_to(m), ch_from(m), ch_kind_at(k->s, ch_from(m)));
}

/* ---- Bernstein's questions -----------------------------------------------------------------------*/

static bool gains(const look *k, hra_move m) {
    return captures(k->s, m) && (gain(k->s, m) > 0 || !attackers(k, ch_to(m), !k->s->turn));
}

static bool saves(const look *k, hra_move m) {
    return (k->unsafe >> ch_from(m) & 1) && moves_safely(k, m);
}

static bool exchanges(const look *k, hra_move m) {
    return captures(k->s, m) && gain(k->s, m) == 0;
}

static bool castles(const look *k, hra_move m) {
    return ch_castles(k->s, m);
}

static bool develops(const look *k, hra_move m) {
    const int first = k->s->turn == CH_WHITE ? 0 : k->g->size - 1;
    return ((k->s->kind[CH_KNIGHT] | k->s->kind[CH_BISHOP]) >> ch_from(m) & 1) && ch_from(m) / 8 == first &&
           ch_to(m) / 8 != first && moves_safely(k, m);
}

/* Key squares are those that a chain of pawns controls. */
static bool takes_key(const look *k, hra_move m) {
    const ch_set by = k->g->pawn[!k->s->turn][ch_to(m)] & k->chain;
    return by && !(k->s->kind[CH_PAWN] >> ch_from(m) & 1) && moves_safely(k, m);
}

static bool takes_file(const look *k, hra_move m) {
    const ch_set file = UINT64_C(0x0101010101010101), pawns = k->s->kind[CH_PAWN];
    return ((k->s->kind[CH_ROOK] | k->s->kind[CH_QUEEN]) >> ch_from(m) & 1) && !ch_castles(k->s, m) &&
           !(pawns & file << ch_to(m) % 8) && (pawns & file << ch_from(m) % 8) && moves_safely(k, m);
}

static bool moves_pawn(const look *k, hra_move m) {
    return (k->s->kind[CH_PAWN] >> ch_from(m) & 1) && moves_safely(k, m);
}

static bool moves_piece(const look *k, hra_move m) {
    return moves_safely(k, m);
}

static bool anything(const look *k, hra_move m) {
    return true;
}

static bool (*const questions[])(const look *, hra_move) = {
    gains, saves, exchanges, castles, develops, takes_key, takes_file, moves_pawn, moves_piece, anything,
};

static void prepare(look *k, const hra_game *game, const ch_state *s, const hra_move *moves, int n) {
    *k = (look){.g = ch_game_of(game), .s = s, .moves = moves, .n = n};
    const ch_set pawns = s->kind[CH_PAWN] & s->side[s->turn];
    ch_order(game, s, moves, n, k->score);
    for (ch_set set = pawns; set; set &= set - 1) {
        const ch_set defended = k->g->pawn[s->turn][ch_first(set)] & pawns;
        k->chain |= defended ? defended | ch_bit(ch_first(set)) : 0;
    }
    for (ch_set set = s->side[s->turn] & ~s->kind[CH_KING] & ~pawns; set; set &= set - 1) {
        const int square = ch_first(set);
        k->unsafe |= is_safe(k, square, square, ch_kind_at(s, square)) ? 0 : ch_bit(square);
    }
}

/* The best move by the order of the game that a question says yes to and that is not taken; -1: none. */
static int next_for(const look *k, bool (*asks)(const look *, hra_move)) {
    int best = -1;
    for (int i = 0; i < k->n; i++)
        if (!k->taken[i] && (best < 0 || k->score[i] > k->score[best]) && asks(k, k->moves[i]))
            best = i;
    return best;
}

/* In check, as many of the legal moves; else what the questions say yes to, one after the other. */
static int keep_plausible(const hra_game *game, const void *s, hra_move *moves, int n) {
    enum { QUESTIONS = sizeof questions / sizeof *questions };
    look k;
    hra_move kept[CH_MAX_MOVES];
    int count = 0;
    prepare(&k, game, s, moves, n);
    const int most = n < SEVEN ? n : SEVEN;
    for (int q = ch_checkers(k.g, k.s, k.s->turn) ? QUESTIONS - 1 : 0; q < QUESTIONS; q++)
        for (int i; count < most && (i = next_for(&k, questions[q])) >= 0;) {
            k.taken[i] = true;
            kept[count++] = moves[i];
        }
    for (int i = 0, at = count; i < n; i++)
        if (!k.taken[i])
            kept[at++] = moves[i];
    memcpy(moves, kept, (size_t)n * sizeof *moves);
    return count;
}

const hra_prune ch_prunes[] = {
    {.name = "plausible",
     .help = N_("only the seven moves that Bernstein's questions find first"),
     .keep = keep_plausible},
    {0},
};

/* ---- Turing's considerable moves -----------------------------------------------------------------*/

/* The square on which the last move took something; -1: it took nothing, or is not known. */
static int square_of_capture(const hra_path *path) {
    if (path->ply == 0)
        return -1;
    const unsigned char *at = path->states + (size_t)path->ply * path->stride;
    const ch_state *now = (const void *)at, *before = (const void *)(at - path->stride);
    const ch_set gone = before->side[now->turn] & ~now->side[now->turn];
    const ch_set came = now->side[!now->turn] & ~before->side[!now->turn];
    return gone && came ? ch_first(came) : -1;
}

static bool mates(const look *k, hra_move m) {
    ch_state after = *k->s;
    ch_make(k->g, &after, m);
    return ch_checkers(k->g, &after, after.turn) && !ch_can_move(k->g, &after);
}

/* The other side may also leave them: the position itself is valued too. */
int ch_list_considerable(const hra_path *path, hra_move *out, bool *forced) {
    const ch_game *g = ch_game_of(path->game);
    const ch_state *s = (const void *)(path->states + (size_t)path->ply * path->stride);
    const int n = ch_moves(g, s, out), back = square_of_capture(path);
    const look k = {.g = g, .s = s, .moves = out, .n = n};
    int kept = 0;
    for (int i = 0; i < n; i++) {
        const hra_move m = out[i];
        const bool takes = captures(s, m);
        if ((takes && (ch_to(m) == back || gain(s, m) > 0 || !attackers(&k, ch_to(m), !s->turn))) ||
            mates(&k, m))
            out[kept++] = m;
    }
    return kept;
}
