/* Machines of history as specs of general players: docs/history.md marks what is known of their rules and what is guessed, with
 * the sources. */
#include "core/messages.h"
#include "hra/kind.h"
#include "players.h"
#include "players/machine.h"

/* Values of the pieces and what Shannon adds: half a pawn for each weakness, a tenth for each move. */
#define SHANNON                                                                                              \
    "expr(9*queens + 5*rooks + 3*(bishops + knights) + pawns - 0.5*(doubled + backward + isolated) + "       \
    "0.1*moves)"

/* By Turing a position without considerable moves is worth the ratio of the pieces. */
#define TURING_PIECES(side)                                                                                  \
    "(10*" side ".queens + 5*" side ".rooks + 3.5*" side ".bishops + 3*" side ".knights + " side ".pawns)"
/* Among moves that are worth the same, the one with the best position for the side that made it. */
#define TURING_POSITION                                                                                      \
    "expr(if(mine.turn, 0, mine.roots + mine.guarded + mine.king_roots - mine.exposure + mine.castling + "   \
    "0.2*mine.ranks + 0.3*mine.guarded_pawns + mine.threats + 0.5*mine.checks))"

#define BERNSTEIN_PIECES(side)                                                                               \
    "(9*" side ".queens + 5*" side ".rooks + 3*(" side ".bishops + " side ".knights) + " side ".pawns)"

#define MACHINE(id, text)                                                                                    \
    static hra_err id(const hra_game *game, const hra_options *options, const char *data,                    \
                      const hra_progress *progress, void **shared, hra_error *why) {                         \
        return hra_machine_open(game, text, options, data, progress, shared, why);                           \
    }

MACHINE(open_turochamp, "alphabeta:move-order=game,loud=considerable,eval=expr(" TURING_PIECES(
                            "mine") "/max(0.5, " TURING_PIECES("theirs") ")),ties=" TURING_POSITION)
MACHINE(open_shannon_a, "alphabeta:move-order=game,eval=" SHANNON)
MACHINE(open_shannon_b, "alphabeta:move-order=game,beam=8,quiescence,eval=" SHANNON)
MACHINE(open_los_alamos,
        "alphabeta:move-order=game,eval=expr(9*queens + 5*rooks + 3*knights + pawns + 0.1*moves)")
MACHINE(open_bernstein,
        "alphabeta:move-order=game,prune=plausible,eval=expr(40*" BERNSTEIN_PIECES(
            "mine") "/max(1, " BERNSTEIN_PIECES("theirs") ") + 0.1*moves + 0.1*area + 0.1*king_area)")

static const hra_option two_plies[] = {HRA_MACHINE_DEPTH("2"), {0}};
static const hra_option four_plies[] = {HRA_MACHINE_DEPTH("4"), {0}};

#define KIND                                                                                                 \
    .size = sizeof(hra_player_kind), .others = HRA_OTHERS_ADVERSARY, .close = hra_machine_close,             \
    .begin = hra_machine_begin, .end = hra_machine_end, .forget = hra_machine_forget,                        \
    .ask = hra_machine_ask, .answers = HRA_ANSWERS_ALL, .observe = hra_machine_observe, .own_scale = true

const hra_player_kind ch_turochamp = {
    KIND,
    .name = "turochamp",
    .summary = "Turing and Champernowne 1948: two plies, captures, position",
    .options = two_plies,
    .open = open_turochamp,
};

const hra_player_kind ch_shannon_a = {
    KIND,
    .name = "shannon-a",
    .summary = "Shannon 1950, type A: all moves to a depth",
    .options = four_plies,
    .open = open_shannon_a,
};

const hra_player_kind ch_shannon_b = {
    KIND,
    .name = "shannon-b",
    .summary = "Shannon 1950, type B: the best moves, captures to the end",
    .options = four_plies,
    .open = open_shannon_b,
};

const hra_player_kind ch_los_alamos = {
    KIND,
    .name = "los-alamos",
    .summary = "Los Alamos 1956: four plies, pieces and moves",
    .options = four_plies,
    .open = open_los_alamos,
};

const hra_player_kind ch_bernstein = {
    KIND,
    .name = "bernstein",
    .summary = "Bernstein 1957: seven plausible moves, four plies",
    .options = four_plies,
    .open = open_bernstein,
};
