/* What the files of chess share: the state, moves, and what options decide. */
#ifndef HRA_CHESS_H
#define HRA_CHESS_H

#include "hra/bench.h"
#include "hra/scene.h"
#include "hra/term.h"
#include "rules/loud.h"

typedef uint64_t
    ch_set; /* of squares: bit 8 * rank + file, a1 is bit 0; a smaller board is in the corner at a1 */

enum { CH_WHITE, CH_BLACK };
enum { CH_PAWN, CH_KNIGHT, CH_BISHOP, CH_ROOK, CH_QUEEN, CH_KING, CH_KINDS };
enum { CH_SQUARES = 64, CH_MAX_MOVES = 256, CH_FIFTY_MOVES = 100, CH_75_MOVES = 150 };
enum { CH_STANDARD, CH_960, CH_LOS_ALAMOS };
enum { CH_STANDARD_START = 518 /* its number in Chess960 */ };

/* Of evaluations, in pawns: the most that a position which is not over is worth, and a mate at once. Weights are in hundredths. */
enum { CH_MOST_VALUE = 200, CH_MATE_VALUE = 30000, CH_HUNDREDTHS = 100 };

static inline double ch_pawns(int hundredths) {
    const double pawns = hundredths / (double)CH_HUNDREDTHS;
    return pawns > CH_MOST_VALUE ? CH_MOST_VALUE : pawns < -CH_MOST_VALUE ? -CH_MOST_VALUE : pawns;
}

/* Why a game is over. */
enum {
    CH_GOES_ON,
    CH_MATE,
    CH_STALEMATE,
    CH_DEAD,
    CH_QUIET,
    CH_CLAIMED,
    CH_SET_UP /* no game yet: an editor's position */
};

typedef struct ch_state {
    ch_set kind[CH_KINDS]; /* pieces of both sides */
    ch_set side[2];
    ch_set castle;    /* rooks with which their king may still castle */
    uint16_t quiet;   /* plies since a capture or a pawn's move */
    uint16_t number;  /* of the move, from 1; it only counts, and stops at the most */
    uint8_t turn;     /* CH_WHITE or CH_BLACK */
    uint8_t passed;   /* the square behind a pawn that can be taken en passant, by a legal move; 0: none */
    uint8_t over;     /* why the game is over */
    uint8_t repeated; /* 1: a draw may be claimed by repetition; positions before decide that */
} ch_state;

enum { CH_ENDING_PIECES = 4 }; /* the most, kings included */

/* The pieces of an ending; no two sides have pawns. */
typedef struct ch_ending {
    int pieces; /* 0: none */
    int8_t kind[CH_ENDING_PIECES], side[CH_ENDING_PIECES];
} ch_ending;

/* Lines through a square, without it. */
typedef struct ch_lines {
    ch_set bit, file, rising, falling;
} ch_lines;

/* What game->data points to: the variant, and tables of squares. */
typedef struct ch_game {
    int variant;
    int size;         /* of the board: 8 or 6 */
    int limit;        /* plies without a capture or a pawn's move that end the game */
    bool claims;      /* draws by repetition and by 50 moves are claimed by a move */
    ch_ending ending; /* of which games begin with a position; none: with all pieces */
    int first;        /* number of the first position of 960; -1: by the number of the game */
    ch_set cells;     /* of the board */
    ch_lines lines[CH_SQUARES];
    uint8_t rank[8][64]; /* what a rook on a file reaches of its rank, by its inner six squares */
    ch_set knight[CH_SQUARES], king[CH_SQUARES], pawn[2][CH_SQUARES];
    ch_set between[CH_SQUARES][CH_SQUARES];  /* squares between two on a line */
    ch_set through[CH_SQUARES][CH_SQUARES];  /* the line through both; empty if there is none */
    uint16_t action[CH_SQUARES][CH_SQUARES]; /* the number of a move, from 0 */
    int actions;                             /* number of pairs of squares with one */
    int16_t worth[2][CH_KINDS]
                 [CH_SQUARES]; /* of White's pieces, hundredths of a pawn: with all pieces, with few */
} ch_game;

static inline const ch_game *ch_game_of(const hra_game *game) {
    return game->data;
}

/* A move: from, to, and what a pawn becomes, 0 if it stays one. A king that castles goes to its rook. */
static inline hra_move ch_move(int from, int to, int becomes) {
    return (hra_move)(from | to << 6 | becomes << 12);
}

/* The move that claims a draw: no piece moves. */
enum { CH_CLAIM = CH_KINDS << 12 };

static inline int ch_from(hra_move m) {
    return (int)(m & 63);
}

static inline int ch_to(hra_move m) {
    return (int)(m >> 6 & 63);
}

static inline int ch_becomes(hra_move m) {
    return (int)(m >> 12 & 7);
}

static inline ch_set ch_bit(int square) {
    return (ch_set)1 << square;
}

static inline int ch_first(ch_set set) {
    return __builtin_ctzll(set);
}

static inline ch_set ch_all(const ch_state *s) {
    return s->side[0] | s->side[1];
}

/* CH_KINDS: the square is empty. */
static inline int ch_kind_at(const ch_state *s, int square) {
    int kind = 0;
    while (kind < CH_KINDS && !(s->kind[kind] >> square & 1))
        kind++;
    return kind;
}

/* The square as its side sees it, the own first rank below. */
static inline int ch_turned(const ch_game *g, int square, int side) {
    return side == CH_WHITE ? square : 8 * (g->size - 1 - square / 8) + square % 8;
}

static inline ch_set ch_turned_set(const ch_game *g, ch_set set, int side) {
    return side == CH_WHITE ? set : __builtin_bswap64(set) >> 8 * (8 - g->size);
}

static inline bool ch_castles(const ch_state *s, hra_move m) {
    return (s->side[s->turn] >> ch_to(m) & 1) != 0;
}

void ch_fill_tables(ch_game *g); /* tables.c */

/* moves.c */
int ch_moves(const ch_game *g, const ch_state *s,
             hra_move *out); /* all legal moves, whether or not the game is over */
/* Captures, and pawns that become queens, where the king is not in check. */
int ch_captures(const ch_game *g, const ch_state *s, hra_move *out);
bool ch_can_move(const ch_game *g, const ch_state *s);
/* The pieces of `by` that attack a square of a board on which `all` are the pieces. */
ch_set ch_attackers(const ch_game *g, const ch_state *s, int square, ch_set all, int by);
/* Makes a legal move, and leaves open whether the game is over. */
void ch_make(const ch_game *g, ch_state *s, hra_move m);
/* The squares that a piece other than a pawn attacks. */
ch_set ch_reach(const ch_game *g, int kind, int square, ch_set all);
/* Forgets a square behind a pawn where no legal move takes it. */
void ch_check_passed(const ch_game *g, ch_state *s);
/* The pieces that give check to the side. An editor may have taken its king. */
static inline ch_set ch_checkers(const ch_game *g, const ch_state *s, int side) {
    const ch_set king = s->kind[CH_KING] & s->side[side];
    return king ? ch_attackers(g, s, ch_first(king), ch_all(s), !side) : 0;
}

/* claims.c: under draws=claim, whether the side to move may claim a draw; and what repetition says of it. */
bool ch_may_claim(const ch_game *g, const ch_state *s);
void ch_recall(const hra_game *game, void *s, const uint64_t *keys, int count);

/* perft.c: the legal moves of a position, counted; and leaves and nodes (without s) below it. */
typedef struct ch_count {
    uint64_t leaves, nodes;
} ch_count;
ch_count ch_perft(const ch_game *g, const ch_state *s, int depth);

/* rules.c */
void ch_settle(const ch_game *g, ch_state *s); /* finds out whether the game is over */
bool ch_is_dead(const ch_state *s);            /* no sequence of moves can mate */
bool ch_irreversible(const hra_game *game, const void *s, hra_move m);
uint64_t ch_key(const hra_game *game, const void *s);
/* The back rank of a position of 960, 0 to 959: kinds of the files a to h. */
void ch_back_rank(int number, int kind[8]);
void ch_set_up(const ch_game *g, int number, ch_state *s);

/* ending.c: "KQKR", White's pieces first. HRA_EINPUT. */
hra_err ch_read_ending(const char *text, ch_ending *out, hra_error *why);
/* A position of the ending with White to move, another one for each number. */
void ch_set_up_ending(const ch_game *g, uint64_t number, ch_state *s);

/* fen.c */
void ch_write_fen(const hra_game *game, const void *s, hra_text *out);
void ch_write_shredder(const hra_game *game, const void *s, hra_text *out);
hra_err ch_read_fen(const hra_game *game, const char *text, void *s, hra_error *why);
void ch_implied(const char *position, const hra_options *given, hra_text *out); /* options by a position */
extern const char ch_letters[];                                                 /* "PNBRQK" */

/* san.c */
void ch_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
void ch_say_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
hra_err ch_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why);

void ch_say_end(const hra_game *game, int plies, bool wins, bool brief, hra_text *out);
void ch_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out); /* text.c */

/* material.c: moves in the order in which a search tries them; captures and promotions before an evaluation. */
void ch_fill_worth(ch_game *g);
void ch_order(const hra_game *game, const void *s, const hra_move *moves, int n, int *score);
double ch_chance(const hra_game *game, const hra_evaluation *by, double value); /* of a win, draws half */
int ch_quiescence(const hra_game *game, const void *s, hra_move *out, bool *forced);
enum { CH_EVAL_PIECES, CH_EVAL_LEARNT };
extern const hra_evaluation ch_evaluations[];
/* The value of the evaluation `pieces`. */
void ch_pieces_value(const hra_game *game, const void *self, void *scratch, const void *state, double *out);
extern const hra_prune ch_prunes[]; /* plausible.c */
enum { CH_LOUD_CONSIDERABLE, CH_LOUD_HOLDING };
extern const hra_loud ch_louds[];                                            /* rules.c */
int ch_list_considerable(const hra_path *path, hra_move *out, bool *forced); /* plausible.c */

extern const struct hra_solver ch_solver;   /* solver.c */
extern const struct hra_fast ch_fast;       /* fast.c */
extern const hra_benchmark ch_benchmarks[]; /* bench.c */
extern const hra_term ch_formula_terms[];   /* formula_terms.c */
extern const hra_rules_encoding ch_numbers; /* numbers.c */
extern const hra_rules_scene ch_scene;      /* scene.c */
extern const hra_levels ch_levels;          /* levels.c */
extern const hra_scene_editor ch_editor;    /* editor.c */
extern const struct hra_uci ch_uci;         /* uci.c */
extern const hra_symbol ch_symbols[];       /* pieces.c, by kind; then the sign of a check */
enum { CH_CHECK_SIGN = CH_KINDS, CH_SYMBOLS };

#endif
