/* Legal moves of chess: listed, looked for, made. */
#include "moves.inl"

int ch_moves(const ch_game *g, const ch_state *s, hra_move *out) {
    ch_sink sink = {out, 0};
    ch_put_moves(g, s, &sink);
    return sink.n;
}

int ch_captures(const ch_game *g, const ch_state *s, hra_move *out) {
    ch_sink sink = {out, 0};
    if (s->turn == CH_WHITE)
        ch_put_captures(g, s, &sink, CH_WHITE);
    else
        ch_put_captures(g, s, &sink, CH_BLACK);
    return sink.n;
}

/* Looks where most positions have a move; what is rare is left to the list. */
bool ch_can_move(const ch_game *g, const ch_state *s) {
    const ch_look k = ch_look_at(g, s);
    const ch_set target = k.target & ~k.own & g->cells, free = k.own & ~k.pinned;
    hra_move moves[CH_MAX_MOVES];
    if (!(k.checkers & (k.checkers - 1))) {
        const ch_set pawns = s->kind[CH_PAWN] & free;
        if ((s->turn == CH_WHITE ? pawns << 8 : pawns >> 8) & ~k.all & target)
            return true;
        for (ch_set set = s->kind[CH_KNIGHT] & free; set; set &= set - 1)
            if (g->knight[ch_first(set)] & target)
                return true;
    }
    return ch_moves(g, s, moves) > 0;
}

ch_set ch_attackers(const ch_game *g, const ch_state *s, int square, ch_set all, int by) {
    return ch_attackers_of(g, s, square, all, by);
}

void ch_make(const ch_game *g, ch_state *s, hra_move m) {
    ch_make_move(g, s, m);
}

void ch_check_passed(const ch_game *g, ch_state *s) {
    if (s->passed)
        ch_check_passed_of(g, s);
}

ch_set ch_reach(const ch_game *g, int kind, int square, ch_set all) {
    switch (kind) {
    case CH_KNIGHT:
        return g->knight[square];
    case CH_BISHOP:
        return ch_bishop(g, square, all);
    case CH_ROOK:
        return ch_rook(g, square, all);
    case CH_QUEEN:
        return ch_bishop(g, square, all) | ch_rook(g, square, all);
    default:
        return g->king[square];
    }
}
