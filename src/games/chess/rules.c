/* Chess: by the laws of FIDE, from the 960 positions of Chess960, and on the 6x6 board of Los Alamos. */
#include <stdlib.h>
#include <string.h>

#include "chess.h"
#include "core/messages.h"
#include "formats/pgn.h"
#include "learn/learn.h"
#include "opening_names.h"
#include "play/exchange.h"
#include "play/weights.h"
#include "players.h"

static const hra_option options[] = {
    {.name = "variant",
     .type = HRA_OPTION_CHOICE,
     .fallback = "standard",
     .choices = "standard|960|losalamos",
     .help = N_("first position and board: standard, Chess960, Los Alamos (6x6)")},
    {.name = "start",
     .type = HRA_OPTION_INT,
     .fallback = "-1",
     .min = -1,
     .max = 959,
     .help = N_("number of the first position of 960; -1: another one per pair of games")},
    {.name = "draws",
     .type = HRA_OPTION_CHOICE,
     .fallback = "automatic",
     .choices = "automatic|claim",
     .help = N_("a third repetition and 50 quiet moves: end the game, or allow a claim")},
    {.name = "ending",
     .type = HRA_OPTION_TEXT,
     .choices = "KQK|KRK|KBBK|KBNK|KPK|KQKR...",
     .help = N_("first positions of this ending, White's pieces first; at most 4 pieces")},
    {0},
};

enum { BY_GAME = -1, ALL_STARTS = 960 };

static hra_err open_game(hra_game *game, const hra_options *chosen, hra_error *why) {
    ch_game *g = calloc(1, sizeof *g);
    if (!g)
        return hra_no_memory(why);
    game->data = g;
    g->variant = (int)hra_options_int(chosen, "variant");
    g->first = (int)hra_options_int(chosen, "start");
    if (g->variant != CH_960 && g->first != BY_GAME)
        return hra_fail(why, HRA_EINPUT, -1, "start: only variant=960 has numbers of first positions");
    const char *ending = hra_options_text(chosen, "ending");
    hra_err err = ending ? ch_read_ending(ending, &g->ending, why) : HRA_OK;
    if (!err && ending && g->variant != CH_STANDARD)
        err = hra_fail(why, HRA_EINPUT, -1, "ending: only variant=standard has endings");
    if (err)
        return err;
    g->size = g->variant == CH_LOS_ALAMOS ? 6 : 8;
    g->claims = hra_options_choice(chosen, "draws") == 1;
    g->limit = g->claims ? CH_75_MOVES : CH_FIFTY_MOVES;
    ch_fill_tables(g);
    ch_fill_worth(g);
    game->state_size = sizeof(ch_state);
    game->max_moves = CH_MAX_MOVES;
    game->zero_sum = game->integer_returns = true;
    game->min_return = -1, game->max_return = 1;
    game->repetition_limit = g->claims ? 5 : 3;
    return HRA_OK;
}

static void close_game(hra_game *game) {
    free(game->data);
}

/* ---- first positions ------------------------------------------------------------------------*/

/* Puts a piece on the free file that `skip` free ones are before. */
static void put_on_free(int kind[8], int skip, int piece) {
    int file = 0;
    while (kind[file] != CH_KINDS || skip-- > 0)
        file++;
    kind[file] = piece;
}

/* Scharnagl's numbers. */
void ch_back_rank(int number, int kind[8]) {
    static const uint8_t knights[10][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1},
                                           {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}};
    for (int file = 0; file < 8; file++)
        kind[file] = CH_KINDS;
    kind[2 * (number % 4) + 1] = CH_BISHOP;
    number /= 4;
    kind[2 * (number % 4)] = CH_BISHOP;
    number /= 4;
    put_on_free(kind, number % 6, CH_QUEEN);
    number /= 6;
    put_on_free(kind, knights[number][0], CH_KNIGHT);
    put_on_free(kind, knights[number][1], CH_KNIGHT);
    put_on_free(kind, 0, CH_ROOK);
    put_on_free(kind, 0, CH_KING);
    put_on_free(kind, 0, CH_ROOK);
}

void ch_set_up(const ch_game *g, int number, ch_state *s) {
    static const int los_alamos[8] = {CH_ROOK, CH_KNIGHT, CH_QUEEN, CH_KING, CH_KNIGHT, CH_ROOK};
    int kind[8];
    const int size = g->size, last = 8 * (size - 1);
    const ch_set rank = ((ch_set)1 << size) - 1;
    memset(s, 0, sizeof *s);
    if (g->variant == CH_LOS_ALAMOS)
        memcpy(kind, los_alamos, sizeof kind);
    else
        ch_back_rank(number, kind);
    for (int file = 0; file < size; file++)
        s->kind[kind[file]] |= ch_bit(file) | ch_bit(last + file);
    s->kind[CH_PAWN] = rank << 8 | rank << (last - 8);
    s->side[CH_WHITE] = rank | rank << 8;
    s->side[CH_BLACK] = rank << last | rank << (last - 8);
    s->castle = g->variant == CH_LOS_ALAMOS ? 0 : s->kind[CH_ROOK];
    s->number = 1;
}

/* The first position of a game; without a number, one after the other, and each twice, so that seats may be
 * exchanged. */
static void begin(const hra_game *game, uint64_t number, void *s) {
    enum { STEP = 383 }; /* has no divisor in common with 960, so all are reached */
    const ch_game *g = ch_game_of(game);
    const int counted = (int)((CH_STANDARD_START + (number / 2 % ALL_STARTS + 1) * STEP) % ALL_STARTS);
    if (g->ending.pieces)
        ch_set_up_ending(g, number / 2, s);
    else
        ch_set_up(g, g->variant != CH_960 ? CH_STANDARD_START : g->first != BY_GAME ? g->first : counted, s);
}

static void init(const hra_game *game, void *s) {
    begin(game, 0, s);
}

/* ---- the rules ------------------------------------------------------------------------------*/

/* No sequence of moves can mate: two kings, with one knight or bishop, or with bishops that are all on one colour. */
bool ch_is_dead(const ch_state *s) {
    const ch_set light = UINT64_C(0x55aa55aa55aa55aa), bishops = s->kind[CH_BISHOP];
    if (s->kind[CH_PAWN] | s->kind[CH_ROOK] | s->kind[CH_QUEEN])
        return false;
    return __builtin_popcountll(ch_all(s)) <= 3 ||
           (!s->kind[CH_KNIGHT] && (!(bishops & light) || !(bishops & ~light)));
}

/* A mate counts whatever the plies before it were. */
void ch_settle(const ch_game *g, ch_state *s) {
    if (!ch_can_move(g, s))
        s->over = ch_checkers(g, s, s->turn) ? CH_MATE : CH_STALEMATE;
    else
        s->over = ch_is_dead(s) ? CH_DEAD : s->quiet >= g->limit ? CH_QUIET : CH_GOES_ON;
}

static int to_move(const hra_game *game, const void *state) {
    const ch_state *s = state;
    return s->over == CH_GOES_ON ? s->turn : HRA_OVER;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    const int n = ch_moves(ch_game_of(game), s, out);
    const bool claim = ch_may_claim(ch_game_of(game), s);
    if (claim)
        out[n] = CH_CLAIM;
    return n + claim;
}

static void apply(const hra_game *game, void *state, hra_move m) {
    ch_state *s = state;
    s->repeated = 0;
    if (m == CH_CLAIM) {
        s->over = CH_CLAIMED;
        return;
    }
    ch_make(ch_game_of(game), s, m);
    ch_settle(ch_game_of(game), s);
}

static void returns(const hra_game *game, const void *state, double *out) {
    const ch_state *s = state;
    out[0] = s->over != CH_MATE ? 0 : s->turn == CH_BLACK ? 1 : -1;
    out[1] = -out[0];
}

/* ---- what searches ask ------------------------------------------------------------------------*/

/* What the board decides. The counters only tell how long, but a game that they have ended has no moves. What earlier
 * positions decide is left out. */
uint64_t ch_key(const hra_game *game, const void *state) {
    const ch_state *s = state;
    uint64_t words[CH_KINDS + 3];
    memcpy(words, s->kind, sizeof s->kind);
    words[CH_KINDS] = s->side[CH_WHITE];
    words[CH_KINDS + 1] = s->castle;
    words[CH_KINDS + 2] = (uint64_t)s->turn | (uint64_t)s->passed << 8 | (uint64_t)s->over << 16;
    return hra_hash(words, sizeof words);
}

/* The plies without progress, where a search may come to their limit, and a claim by repetition. */
static uint64_t counter(const hra_game *game, const void *state) {
    enum { NEAR = 40 };
    const ch_state *s = state;
    return (uint64_t)s->repeated << 16 | (s->quiet + NEAR >= CH_FIFTY_MOVES ? s->quiet : 0);
}

/* A right to castle that is lost does not come back either. */
bool ch_irreversible(const hra_game *game, const void *state, hra_move m) {
    const ch_state *s = state;
    if (m == CH_CLAIM)
        return true;
    const ch_set squares = ch_bit(ch_from(m)) | ch_bit(ch_to(m));
    return (s->kind[CH_PAWN] & ch_bit(ch_from(m))) || (ch_all(s) & ch_bit(ch_to(m))) ||
           (s->castle & squares) || ((s->kind[CH_KING] & squares) && (s->castle & s->side[s->turn]));
}

/* The board turned about its middle line, and the colours exchanged. */
static void exchange(const hra_game *game, const void *state, void *out) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    ch_state t = *s;
    for (int kind = 0; kind < CH_KINDS; kind++)
        t.kind[kind] = ch_turned_set(g, s->kind[kind], CH_BLACK);
    for (int side = 0; side < 2; side++)
        t.side[side] = ch_turned_set(g, s->side[!side], CH_BLACK);
    t.castle = ch_turned_set(g, s->castle, CH_BLACK);
    t.passed = s->passed ? (uint8_t)ch_turned(g, s->passed, CH_BLACK) : 0;
    t.turn ^= 1;
    *(ch_state *)out = t;
}

static bool pass(const hra_game *game, const void *state, void *out) {
    const ch_game *g = ch_game_of(game);
    ch_state after = *(const ch_state *)state;
    if (ch_checkers(g, &after, after.turn))
        return false;
    after.turn ^= 1;
    after.passed = 0;
    after.quiet = 0;
    after.repeated = 0;
    ch_settle(g, &after);
    if (after.over != CH_GOES_ON)
        return false;
    *(ch_state *)out = after;
    return true;
}

/* ---- the tables -------------------------------------------------------------------------------*/

static const char *const seat_names[] = {N_("White"), N_("Black")};

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "Chess",
    .summary = "mate the king; Chess960 and Los Alamos chess too",
    .seat_names = seat_names,
    .show = ch_show,
    .show_move = ch_show_move,
    .say_move = ch_say_move,
    .parse_move = ch_parse_move,
    .move_help = N_("Nf3, exd5, O-O, e8=Q; or the squares: g1f3, e7e8q"),
    .write_position = ch_write_fen,
    .read_position = ch_read_fen,
    .implied = ch_implied,
    .say_end = ch_say_end,
};

static const hra_rules_conduct rules_conduct = {
    .size = sizeof(hra_rules_conduct),
    .start = begin,
    .recall = ch_recall,
    .opening = ch_say_opening,
};

const hra_loud ch_louds[] = {
    {.name = "considerable",
     .help = N_("Turing's: recaptures, captures of more or of what is not defended, and mates"),
     .moves = ch_list_considerable},
    {.name = "holding",
     .help = N_("captures that lose nothing by exchange, new queens, and all in check"),
     .moves = ch_list_holding,
     .selection = &ch_selection},
    {0},
};

static const hra_rules_hints rules_hints = {
    .size = sizeof(hra_rules_hints),
    .key = ch_key,
    .irreversible = ch_irreversible,
    .score_moves = ch_order,
    .quiescence_moves = ch_quiescence,
    .fast = &ch_fast,
    .exchange = exchange,
    .pass = pass,
    .counter = counter,
    .prunes = ch_prunes,
    .louds = ch_louds,
};

const hra_evaluation ch_evaluations[] = {
    {.name = "pieces",
     .help = "pieces and the squares on which they are, in pawns",
     .value = ch_pieces_value,
     .min = -CH_MOST_VALUE,
     .max = CH_MOST_VALUE,
     .win = CH_MATE_VALUE,
     .counts = N_("pawns")},
    {.name = "fitted",
     .help = "pieces, squares, pawns, moves, kings and threats by weights that were learnt, in pawns",
     .options = ch_fitted_options,
     .open = ch_fitted_open,
     .close = ch_fitted_close,
     .value = ch_fitted_value,
     .min = -CH_MOST_VALUE,
     .max = CH_MOST_VALUE,
     .win = CH_MATE_VALUE,
     .counts = N_("pawns")},
    {0},
};

static const hra_notation notations[] = {{"FEN", ch_write_fen}, {"Shredder-FEN", ch_write_shredder}, {0}};

static const hra_variant variants[] = {
    {N_("Chess960"), "variant=960"},
    {N_("Los Alamos (6x6, without bishops)"), "variant=losalamos"},
    {0},
};

static const struct hra_learner_interface *const methods[] = {&ch_learn_expert, NULL};

static const hra_protocol_offer protocols[] = {{"uci", &ch_uci}, {0}};

/* Machines of history are in the order of their years. */
static const hra_player_kind *const experts[] = {
    &ch_expert,    &ch_ajedrecista, &ch_turochamp, &ch_shannon_a,
    &ch_shannon_b, &ch_los_alamos,  &ch_bernstein, NULL,
};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .levels = &ch_levels,
    .benchmarks = ch_benchmarks,
    .solver = &ch_solver,
    .best = "expert",
    .evaluations = ch_evaluations,
    .chance = ch_chance,
    .experts = experts,
    .methods = methods,
    .notations = notations,
    .formats = ch_formats,
    .variants = variants,
    .terms = ch_formula_terms,
    .protocols = protocols,
};

const hra_rules hra_rules_chess = {
    .size = sizeof(hra_rules),
    .name = "chess",
    .seats = {.min = 2, .max = 2, .default_ = 2},
    .options = options,
    .open = open_game,
    .close = close_game,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .text = &rules_text,
    .conduct = &rules_conduct,
    .hints = &rules_hints,
    .catalogue = &rules_catalogue,
    .scene = &ch_scene,
    .encoding = &ch_numbers,
};
