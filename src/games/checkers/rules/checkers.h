/* What the files of checkers share: the state, moves, and what options decide. */
#ifndef CK_CHECKERS_H
#define CK_CHECKERS_H

#include "board.h"
#include "hra/bench.h"
#include "hra/scene.h"
#include "hra/term.h"

typedef struct ck_state {
    ck_board board;
    uint16_t quiet; /* plies since a capture or a man's move */
    uint8_t side;   /* to move: CK_BLACK or CK_WHITE */
    uint8_t zero[5];
} ck_state;

/* Numbers of moves, as Black makes them; those of jumps are the nodes of a tree (numbers.c). */
enum { CK_STEPS = 98, CK_JUMPS = 1328 };

typedef struct ck_numbers {
    uint16_t step[CK_SQUARES][4]; /* from a square, a way */
    uint16_t jump[CK_SQUARES + CK_JUMPS]
                 [4]; /* from a square, or on from a jump: the jump behind CK_SQUARES */
} ck_numbers;

void ck_number_moves(ck_numbers *out); /* into zeros */

/* What game->data points to. */
typedef struct ck_game {
    int draw_plies; /* this number of quiet plies is a draw; 0: never */
    int pieces;     /* of the tables that solve it, at most */
    int ballot;     /* 0: none; or of every game; or CK_ALL_BALLOTS, CK_EACH_BALLOT */
    ck_state start;
    ck_numbers numbers;
} ck_game;

/* A move: the square it begins on (0..31), how many pieces it jumps over (0: a step), and the way
 * of each step (0 +4, 1 +5, 2 -4, 3 -5), two bits each. Two routes are two moves. */
static inline hra_move ck_move(int square, int jumps, unsigned ways) {
    return (hra_move)square | (hra_move)jumps << 5 | (hra_move)ways << 9;
}

static inline int ck_move_from(hra_move m) {
    return (int)(m & 31);
}

static inline int ck_move_jumps(hra_move m) {
    return (int)(m >> 5 & 15);
}

static inline int ck_move_way(hra_move m, int step) {
    return (int)(m >> (9 + 2 * step) & 3);
}

/* The squares a move touches, first and last included: returns how many (2..CK_MAX_JUMPS + 1). */
int ck_move_path(hra_move m, int square[CK_MAX_JUMPS + 1]);

/* All legal moves of a side, by the square they begin on and then the next one: returns how many, at most
 * CK_MAX_MOVES. */
int ck_moves(const ck_board *b, int side, hra_move *out);
/* The captures among them that begin on the squares `from`. */
int ck_captures_from(const ck_board *b, int side, ck_set from, hra_move *out);
/* Makes a legal move; true when it was a capture or a man's move. */
bool ck_apply(ck_board *b, int side, hra_move m);

extern const struct hra_solver ck_solver;       /* tables/solver.c */
extern const struct hra_slicing ck_slicing;     /* tables/solver_slices.c */
extern const hra_prune ck_prunes[];             /* prune.c */
extern const hra_term ck_formula_terms[];       /* formula_terms.c */
extern const hra_benchmark ck_benchmarks[];     /* bench.c */
extern const struct hra_fast ck_fast;           /* fast.c */
extern const hra_protocol_offer ck_protocols[]; /* formats/hub.c */

/* fen.c */
void ck_write_position(const hra_game *game, const void *s, hra_text *out);
hra_err ck_read_position(const hra_game *game, const char *text, void *s, hra_error *why);

/* text.c */
void ck_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out);
void ck_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
int ck_show_steps(const hra_game *game, const void *s, hra_move m, int step, void *out);
hra_err ck_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why);

extern const hra_rules_scene ck_scene;            /* scene.c */
extern const hra_scene_editor ck_editor;          /* editor.c */
extern const hra_rules_encoding ck_rules_numbers; /* numbers.c */

/* play/terms.c */
extern const char *const ck_terms[]; /* ended by NULL */
void ck_term(const hra_game *game, const void *before, const void *state, int seat, double *out);

#endif
