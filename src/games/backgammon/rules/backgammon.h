/* What the files of backgammon share. */
#ifndef BG_H
#define BG_H

#include <stddef.h>

#include "board.h"
#include "hra/bench.h"
#include "hra/scene.h"
#include "rules/fibs.h"
#include "rules/ubgi.h"

enum { BG_WHITE, BG_BLACK };

enum {
    BG_ROLLS = 21,    /* of two dice, the order of which does not count */
    BG_OPENINGS = 30, /* of one die each, without equal ones */
    BG_THROWS = 36,   /* of two dice, at most */
    BG_ANSWERS = 3,   /* to a double, at most */
    BG_NO_LIMIT = 15, /* no cube gets that high, and an ID of GNU Backgammon holds no higher one */
};

enum { BG_DISTANCES = 12 }; /* by two dice a checker goes so far */

/* The options, opened; hra_game.data. */
typedef struct bg_setup {
    int checkers; /* a side */
    bool gammons; /* a gammon counts two, a backgammon three */
    bg_board start;
    bool cube, jacoby, beavers;         /* `beavers`: one, and no raccoon */
    int automatic;                      /* at most this number of doubles by equal dice in the opening */
    int limit;                          /* binary logarithm of the highest cube; BG_NO_LIMIT: there is none */
    int match;                          /* points; 0: one game for points */
    bool crawford;                      /* no cube in the game after the first score of match - 1 */
    uint8_t score[2], owner;            /* in which a play begins */
    double *chances;                    /* match * match, see bg_open_chances; NULL without a match */
    uint8_t escapes[1 << BG_DISTANCES]; /* net_inputs.h */
} bg_setup;

typedef enum bg_phase {
    BG_OPENING, /* each side throws one die; the higher one begins with both */
    BG_PLAYING,
    BG_ENDED,
    /* only with the cube: */
    BG_DOUBLING, /* `turn` may double before it throws */
    BG_DOUBLED,  /* the other side is asked */
    BG_BEAVERED, /* it has redoubled at once, and `turn` is asked; the cube is its already */
    BG_DROPPED,  /* the end: who was asked has given up the game */
    /* without the cube too: */
    BG_CONCEDED, /* the end: the game was given up for the cube; the next two: for twice that, and three times */
} bg_phase;

/* Whose the cube is; else a seat's. */
enum {
    BG_MIDDLE = 2, /* both may double */
    BG_NOBODY,     /* no side may double: there is no cube, or this is the Crawford game */
};

typedef struct bg_state {
    bg_board board;
    uint8_t turn;      /* whose roll or play it is; of the winner at the end, 0 before the opening roll */
    uint8_t high, low; /* the roll to play; 0: not rolled yet */
    uint8_t phase;
    uint8_t cube, owner, score[2]; /* logarithm of the cube's value; all 0 without cube and match */
} bg_state;

enum {
    BG_PLAIN = offsetof(bg_state, cube), /* bytes that say all without cube and match */
    BG_MOST_MATCH = 64,                  /* points */
};

/* Moves of cube decisions; no play of checkers has such a number. */
enum {
    BG_ROLL = 1 << 20, /* not doubled */
    BG_DOUBLE,
    BG_TAKE,
    BG_DROP,
    BG_BEAVER,
};

/* Moves that give up a game, of records and files: this, the seat that gives up, and the points. */
enum { BG_CONCEDE = 1 << 22, BG_CONCEDE_SEAT = 1 << 21 };

static inline hra_move bg_concede(int seat, int points) {
    return (hra_move)(BG_CONCEDE | (seat ? BG_CONCEDE_SEAT : 0) | points);
}

static inline bool bg_is_concession(hra_move m) {
    return m >> 22 == 1;
}

static inline int bg_conceding_seat(hra_move m) {
    return m & BG_CONCEDE_SEAT ? 1 : 0;
}

static inline int bg_conceded_points(hra_move m) {
    return (int)(m & (BG_CONCEDE_SEAT - 1));
}

/* Whether `turn` is to throw or to play next, after any cube decisions that come before. */
static inline bool bg_is_on(const bg_state *s) {
    return s->phase == BG_PLAYING || (s->phase >= BG_DOUBLING && s->phase <= BG_BEAVERED);
}

static inline bool bg_is_over(const bg_state *s) {
    return s->phase == BG_ENDED || s->phase >= BG_DROPPED;
}

/* Whether somebody is asked about the cube. */
static inline bool bg_is_asked(const bg_state *s) {
    return s->phase >= BG_DOUBLING && s->phase <= BG_BEAVERED;
}

/* A move of chance: the higher die and the lower one, in the opening White's and Black's. */
static inline hra_move bg_roll(int first, int second) {
    return (hra_move)(first | second << 3);
}

static inline int bg_first_die(hra_move m) {
    return (int)(m & 7);
}

static inline int bg_second_die(hra_move m) {
    return (int)(m >> 3 & 7);
}

/* rules.c */
int bg_to_move(const hra_game *game, const void *s);
int bg_worth(const bg_board *b, int winner); /* 1, 2 a gammon, 3 a backgammon */
/* The most that a game can still be worth to the winner: 1 once the loser has borne off a checker, 2 where none of its
 * checkers is in the winner's home or on the bar and none can be hit any more. */
int bg_most_worth(const bg_board *b, int winner);

/* cube.c */
extern const hra_option bg_options[];
hra_err bg_open_cube(bg_setup *setup, const hra_options *chosen, hra_error *why);
void bg_begin_game(const bg_setup *setup, bg_state *s); /* with its score and owner set */
bool bg_may_double(const bg_setup *setup, const bg_state *s, int seat);
/* Equal dice of this opening throw double the cube; else they are thrown again. */
bool bg_opens_with_doubles(const bg_setup *setup, const bg_state *s);
int bg_cube_moves(const bg_setup *setup, const bg_state *s, hra_move *out);
void bg_apply_cube(const bg_setup *setup, bg_state *s, hra_move m);
void bg_next_turn(const bg_setup *setup, bg_state *s);           /* the other side's */
void bg_end_game(const bg_setup *setup, bg_state *s, int phase); /* `turn` has won it */
/* Whether m gives up the game in s: for the cube, or twice or three times that; in a match for any points up to that, since files
 * state no more than are needed. */
bool bg_concession(const hra_game *game, const void *s, hra_move m, int *seat);
int bg_concessions(const hra_game *game, const void *s, int seat,
                   hra_concession *out); /* hra_rules_conduct */
void bg_apply_concession(const bg_setup *setup, bg_state *s, hra_move m);
bool bg_gammons_count(const bg_setup *setup, const bg_state *s);
int bg_points(const bg_setup *setup, const bg_state *s); /* of the game that ends so */
extern const char *const bg_outlooks[];                  /* of a cube decision, for reviews */
bool bg_outlook(const hra_game *game, const void *state, int i, void *out);
extern const char *const bg_margins[];
bool bg_margin(const hra_game *game, const hra_evaluator *chances, const void *state, double *out);
const char *bg_cube_word(hra_move m); /* "double", in English */

/* What may become of a game. By the seat that wins: gammons with backgammons among them, as shares of all
 * games. */
typedef struct bg_chances {
    double wins; /* White's, of all kinds */
    double gammons[2], backgammons[2];
} bg_chances;

/* play/equity.c: what the chances of the game are worth with the cube where it is.
 * bg_open_chances makes setup->chances: in row i - 1, place j - 1, of who lacks i points against j; but where one side lacks
 * one, of the side that is behind, in the first row in the Crawford game and in the first column after it. */
hra_err bg_open_chances(bg_setup *setup, hra_error *why);
double bg_match_chance(const bg_setup *setup, int own, int other); /* to win, by points to go */
bool bg_settled(const hra_game *game, const void *state,
                double *out); /* hra_rules_conduct, by the built-in table */
double bg_equity(const bg_setup *setup, const bg_state *s, const bg_chances *chances); /* to White */
/* What the cube is decided by, if wins are gammons as often as these chances say, however likely they become.
 * Not a number: there is none such. */
typedef struct bg_window {
    double chance;       /* to win, of who may double or has doubled */
    double from, beyond; /* its chances from which on, and beyond which, to double is worth more than not */
    double drop;         /* .. from which on the other side does better to drop */
    double take[3]; /* chances of the other side from which on it takes: as the cube is judged here, were it
                       dead behind that, were it live */
} bg_window;
/* Returns false if there is no doubling decision. */
bool bg_window_of(const bg_setup *setup, const bg_state *s, const bg_chances *chances, bg_window *out);

/* match_table.c: makes setup->chances of a file, which an option of a judge of `game` names. The caller's to free,
 * with an error too. HRA_EINPUT, HRA_EFIT: it is no such table, or too short; and as of
 * hra_game_read_file. */
hra_err bg_read_chances(const hra_game *game, const char *name, bg_setup *setup, hra_error *why);

/* What a gammon that `seat` wins, and one that it loses, costs more than a single game, with the cube and the score as they are; in
 * halves of what lies between a single game won and lost: 1 in money game, 0 where gammons do not count. */
void bg_gammon_prices(const bg_setup *setup, const bg_state *s, int seat, double prices[2]);

/* Half of what lies between a single game won and lost with the cube where it is: a point of money game is
 * one of these, and in a match losses are divided by it ("equivalent to money", as GNU Backgammon calls it).
 */
double bg_cube_worth(const bg_setup *setup, const bg_state *s);

/* Each in a file of its name. */
extern const struct hra_fast bg_fast;
extern const hra_rules_scene bg_scene;
extern const hra_scene_editor bg_editor;
extern const hra_levels bg_levels;
bool bg_is_learnt(const hra_game *game); /* there are nets for it */
hra_learnt_bytes bg_learnt_of(const hra_game *game, hra_error *why);
extern const hra_rules_encoding bg_numbers;
extern const hra_evaluation bg_evaluations[];         /* play/linear.c */
extern const hra_benchmark bg_benchmarks[];           /* bench.c */
extern const hra_ubgi bg_ubgi;                        /* formats/ubgi.c */
extern const hra_fibs bg_fibs;                        /* formats/fibs.c */
extern const struct hra_solver bg_solver;             /* tables/solver.c */
extern const struct hra_player_kind bg_expert_player; /* play/player_expert.c */

#endif
