/* The count of perft: plays are counted without being made in the last ply, whose rolls are not made either.
 */
#include "backgammon.h"
#include "rules/perft.inl"

/* The plays of all rolls that may come now; the opening's too, each of which is played by the higher die. */
static uint64_t count_two_plies(const bg_state *s, hra_move *list, uint64_t *rolls) {
    bool opening = s->phase == BG_OPENING;
    uint64_t n = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= (opening ? 6 : a); b++) {
            if (opening && a == b)
                continue;
            int seat = !opening ? s->turn : a > b ? BG_WHITE : BG_BLACK;
            ++*rolls;
            n += (uint64_t)bg_plays(&s->board, seat, a > b ? a : b, a > b ? b : a, list);
        }
    return n;
}

static bool perft(hra_perft_walk *w, unsigned char *at, hra_move *moves, int left) {
    const bg_state *s = (const bg_state *)(const void *)at;
    uint64_t rolls = 0;
    bool doubles = s->phase == BG_OPENING && ((const bg_setup *)w->game->data)->automatic;
    if (left == 2 && !s->high && s->phase <= BG_PLAYING && !doubles) {
        uint64_t plays = count_two_plies(s, moves, &rolls);
        w->leaves += plays;
        w->nodes += rolls + plays;
        return true;
    }
    if (left > 1 || !s->high)
        return hra_perft_body(w, at, moves, left, w->game->rules, sizeof *s, false, perft);
    uint64_t plays = (uint64_t)bg_plays(&s->board, s->turn, s->high, s->low, moves);
    w->leaves += plays;
    w->nodes += plays;
    return true;
}

const struct hra_fast bg_fast = {.perft = perft};
