/* What the Universal Chess Interface has to know: moves as pairs of squares. */
#include <string.h>

#include "chess.h"
#include "rules/uci.h"

static const char *variant(const hra_game *game) {
    return ch_game_of(game)->variant == CH_LOS_ALAMOS ? "losalamos" : "chess";
}

static bool is_960(const hra_game *game) {
    return ch_game_of(game)->variant == CH_960;
}

static bool claims(const hra_game *game) {
    return ch_game_of(game)->claims;
}

/* The usual first position, in Chess960 too: programs send others as FEN. */
static void start(const hra_game *game, void *s) {
    enum { STANDARD_START = 518 };
    ch_set_up(ch_game_of(game), STANDARD_START, s);
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    return ch_moves(ch_game_of(game), s, out);
}

/* The square at this place of a text; -1: there is none. */
static int read_square(const ch_game *g, const char *text) {
    const int file = text[0] - 'a', rank = text[1] - '1';
    return file >= 0 && file < g->size && rank >= 0 && rank < g->size ? 8 * rank + file : -1;
}

/* Where a king that castles ends. */
static int king_ends(hra_move m) {
    return (ch_from(m) & 56) + (ch_to(m) > ch_from(m) ? 6 : 2);
}

static bool find(const hra_game *game, const void *state, const char *text, size_t length, hra_move *out) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    hra_move list[CH_MAX_MOVES];
    if (length != 4 && length != 5)
        return false;
    const int from = read_square(g, text), to = read_square(g, text + 2);
    static const char letters[] = "nbrq"; /* from CH_KNIGHT on */
    const char *letter = length == 5 && text[4] ? strchr(letters, text[4] | 0x20) : NULL;
    const int becomes = letter ? CH_KNIGHT + (int)(letter - letters) : 0;
    if (from < 0 || to < 0 || (length == 5 && !letter))
        return false;
    const int n = ch_moves(g, s, list);
    for (int i = 0; i < n; i++)
        if (ch_from(list[i]) == from && ch_to(list[i]) == to && ch_becomes(list[i]) == becomes) {
            *out = list[i];
            return true;
        }
    for (int i = 0; i < n && !becomes; i++)
        if (ch_from(list[i]) == from && ch_castles(s, list[i]) && king_ends(list[i]) == to &&
            (to > from + 1 || to < from - 1)) {
            *out = list[i];
            return true;
        }
    return false;
}

static void add_square(int square, hra_text *out) {
    hra_text_addf(out, "%c%d", 'a' + square % 8, square / 8 + 1);
}

static void show(const hra_game *game, const void *state, hra_move m, bool rook, hra_text *out) {
    const ch_state *s = state;
    const bool usual = ch_from(m) % 8 == 4 && (ch_to(m) % 8 == 0 || ch_to(m) % 8 == 7);
    add_square(ch_from(m), out);
    add_square(ch_castles(s, m) && usual && !rook ? king_ends(m) : ch_to(m), out);
    if (ch_becomes(m))
        hra_text_add_char(out, (char)(ch_letters[ch_becomes(m)] | 0x20));
}

/* Where each would score one half against UCI_Elo of Stockfish 15.1; docs/external.md has the matches. The evaluation is
 * named, so that another default changes nothing. */
static const hra_uci_level levels[] = {
    {1270, "alphabeta:full,eval=pieces,depth=1"},
    {1600, "alphabeta:full,eval=pieces,depth=2"},
    {1730, "alphabeta:full,eval=pieces,depth=3"},
    {1780, "alphabeta:full,eval=pieces,depth=4"},
    {0, NULL},
};

const struct hra_uci ch_uci = {
    .size = sizeof(hra_uci),
    .variant = variant,
    .is_960 = is_960,
    .claims = claims,
    .player = "alphabeta:full,loud=holding,selective,eval=fitted",
    .win = 30000,
    .start = start,
    .moves = moves,
    .find = find,
    .show = show,
    .levels = levels,
};
