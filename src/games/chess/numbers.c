/* Chess in numbers: for each square which piece of which side is on it; rights to castle, en passant, the turn. The board
 * is turned so that own pawns move up. */
#include "chess.h"
#include "rules/features.h"

enum { FILES = 8 };

/* Where the features of a kind begin; those of pieces have one for each square of the board. */
static int squares_of(const ch_game *g) {
    return g->size * g->size;
}

enum {
    OWN_CASTLING,
    OTHER_CASTLING = FILES,
    PASSED = 2 * FILES,
    TURN = 3 * FILES,
    QUIET,
    REST,
    CLAIM = REST /* under draws=claim */
};               /* after the pieces */

static int feature_count(const hra_game *game) {
    return 2 * CH_KINDS * squares_of(ch_game_of(game)) + REST + ch_game_of(game)->claims;
}

static int feature_room(const hra_game *game) {
    return CH_SQUARES + 4 + 1 +
           3; /* pieces, rooks that may castle, a pawn that was passed by, turn, plies and a claim */
}

static int features(const hra_game *game, const void *state, int seat, hra_feature *out) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    const int rest = 2 * CH_KINDS * squares_of(g);
    hra_feature_list list = {out, 0};
    for (int i = 0; i < 2 * CH_KINDS; i++) {
        const ch_set pieces = s->kind[i % CH_KINDS] & s->side[i < CH_KINDS ? seat : !seat];
        for (ch_set set = ch_turned_set(g, pieces, seat); set; set &= set - 1) {
            const int square = ch_first(set);
            hra_feature_put(&list, i * squares_of(g) + square / 8 * g->size + square % 8, 1);
        }
    }
    for (int other = 0; other < 2; other++) {
        const ch_set rooks = s->castle & s->side[other ? !seat : seat];
        hra_feature_put_set(&list, rest + (other ? OTHER_CASTLING : OWN_CASTLING),
                            (rooks | rooks >> 56) & 0xff);
    }
    if (s->passed)
        hra_feature_put(&list, rest + PASSED + s->passed % 8, 1);
    hra_feature_put(&list, rest + TURN, s->turn == seat ? 1 : -1);
    hra_feature_put(&list, rest + QUIET, s->quiet < g->limit ? (double)s->quiet / g->limit : 1);
    if (s->repeated)
        hra_feature_put(&list, rest + CLAIM, 1);
    return list.count;
}

static void name_feature(const hra_game *game, int index, hra_text *out) {
    static const char *const kinds[CH_KINDS] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    const ch_game *g = ch_game_of(game);
    const int squares = squares_of(g), kind = index / squares, cell = index % squares;
    const int rest = index - 2 * CH_KINDS * squares;
    if (rest < 0)
        hra_text_addf(out, "%s %s on %c%d", kind < CH_KINDS ? "own" : "other's", kinds[kind % CH_KINDS],
                      'a' + cell % g->size, cell / g->size + 1);
    else if (rest < PASSED)
        hra_text_addf(out, "%s castling with the rook on %c", rest < OTHER_CASTLING ? "own" : "other's",
                      'a' + rest % FILES);
    else if (rest < TURN)
        hra_text_addf(out, "en passant on %c", 'a' + rest % FILES);
    else
        hra_text_add(out, rest == TURN ? "own turn" : rest == QUIET ? "quiet plies" : "draw by repetition");
}

/* ---- terms: those of formulas, own ones less the other side's ------------------------------------*/

static const char *const terms[] = {"pawns",          "knights",
                                    "bishops",        "rooks",
                                    "queens",         "pair",
                                    "ranks",          "passed pawns",
                                    "doubled pawns",  "isolated pawns",
                                    "mobility",       "centre",
                                    "king's shelter", "rooks on open files",
                                    "turn",           NULL};

static void term(const hra_game *game, const void *before, const void *s, int seat, double *out) {
    for (int i = 0; terms[i]; i++)
        out[i] = ch_formula_terms[i].value(game, s, seat) - ch_formula_terms[i].value(game, s, !seat);
}

/* ---- moves --------------------------------------------------------------------------------------*/

/* A pawn that becomes another piece has a number of its own, by its file, its way and what it becomes. */
enum { WAYS = 3, PIECES = CH_KING - CH_KNIGHT, PROMOTIONS = FILES * WAYS * PIECES };

static int action_count(const hra_game *game) {
    return ch_game_of(game)->actions + PROMOTIONS + ch_game_of(game)->claims;
}

static int action(const hra_game *game, const void *state, hra_move m) {
    const ch_game *g = ch_game_of(game);
    if (m == CH_CLAIM)
        return g->actions + PROMOTIONS;
    const int side = ((const ch_state *)state)->turn, becomes = ch_becomes(m);
    const int from = ch_turned(g, ch_from(m), side), to = ch_turned(g, ch_to(m), side);
    if (becomes)
        return g->actions + (from % 8 * WAYS + to % 8 - from % 8 + 1) * PIECES + becomes - CH_KNIGHT;
    return g->action[from][to];
}

const hra_rules_encoding ch_numbers = {
    .size = sizeof(hra_rules_encoding),
    .feature_count = feature_count,
    .feature_room = feature_room,
    .features = features,
    .name_feature = name_feature,
    .terms = terms,
    .term = term,
    .action_count = action_count,
    .action = action,
};
