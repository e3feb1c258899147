/* What captures on one square come to. */
#include "exchange.h"

#include "games/chess/moves.inl"

enum { MOST_CAPTURES = 32 };

/* In hundredths of a pawn; a king is worth more than all. */
static const int value[CH_KINDS] = {100, 320, 330, 500, 900, 20000};

/* A square that is taken on. */
typedef struct battle {
    const ch_game *g;
    const ch_state *s;
    int square;
    ch_set all, attackers; /* pieces that are left; those of both sides that attack the square */
} battle;

/* Lines through pieces that have gone are open. */
CH_INLINE void look(battle *b) {
    const ch_set *kind = b->s->kind;
    const ch_set far = (ch_bishop(b->g, b->square, b->all) & (kind[CH_BISHOP] | kind[CH_QUEEN])) |
                       (ch_rook(b->g, b->square, b->all) & (kind[CH_ROOK] | kind[CH_QUEEN]));
    b->attackers = (b->attackers | far) & b->all;
}

/* The least piece of a side that attacks the square goes there; CH_KINDS: there is none. */
CH_INLINE int take_with_least(battle *b, int side) {
    int kind = 0;
    while (kind < CH_KINDS && !(b->attackers & b->s->side[side] & b->s->kind[kind]))
        kind++;
    if (kind < CH_KINDS) {
        const ch_set set = b->attackers & b->s->side[side] & b->s->kind[kind];
        b->all &= ~(set & -set);
        look(b);
    }
    return kind;
}

int ch_exchange(const ch_game *g, const ch_state *s, hra_move m) {
    const int from = ch_from(m), to = ch_to(m), taken = ch_kind_at(s, to);
    int gain[MOST_CAPTURES], n = 0, on = ch_kind_at(s, from), side = !s->turn;
    battle b = {.g = g, .s = s, .square = to, .all = ch_all(s) & ~ch_bit(from)};
    gain[0] = taken < CH_KINDS                                ? value[taken]
              : on == CH_PAWN && s->passed && to == s->passed ? value[CH_PAWN]
                                                              : 0;
    b.attackers = ch_attackers_of(g, s, to, b.all, CH_WHITE) | ch_attackers_of(g, s, to, b.all, CH_BLACK);
    look(&b);
    while (n + 1 < MOST_CAPTURES) {
        const int next = take_with_least(&b, side);
        if (next == CH_KINDS || (next == CH_KING && b.attackers & s->side[!side]))
            break;
        n++;
        gain[n] = value[on] - gain[n - 1];
        on = next;
        side = !side;
    }
    for (; n > 0; n--)
        gain[n - 1] = -(-gain[n - 1] > gain[n] ? -gain[n - 1] : gain[n]);
    return gain[0];
}

bool ch_exchange_holds(const ch_game *g, const ch_state *s, hra_move m) {
    const int taken = ch_kind_at(s, ch_to(m)), gain = taken < CH_KINDS ? value[taken] : value[CH_PAWN];
    return gain >= value[ch_kind_at(s, ch_from(m))] || ch_exchange(g, s, m) >= 0;
}

int ch_list_holding(const hra_path *path, hra_move *out, bool *forced) {
    const ch_game *g = ch_game_of(path->game);
    const ch_state *s = (const ch_state *)(const void *)(path->states + (size_t)path->ply * path->stride);
    const int n = ch_quiescence(path->game, s, out, forced);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (*forced || ch_becomes(out[i]) || ch_exchange_holds(g, s, out[i]))
            out[kept++] = out[i];
    return kept;
}
