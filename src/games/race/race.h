/* What the files of race share. */
#ifndef HRA_RACE_H
#define HRA_RACE_H

#include "hra/scene.h"
#include "hra/term.h"

enum {
    RACE_SEATS = 4,
    RACE_PIECES = 4,
    RACE_HOME = 8,
    RACE_RING = 96,
    RACE_FACE = 24, /* the highest number on a die; a set of faces is a bit mask */
    RACE_THROWS = RACE_FACE * (RACE_FACE + 1) / 2, /* of two dice */
    RACE_MOVES = 2 * RACE_PIECES,
    RACE_DICE = 4, /* that are left, where doubles count twice */
};

/* What a throw of two equal dice does. */
typedef enum race_doubles { RACE_PLAIN, RACE_AGAIN, RACE_TWICE } race_doubles;

/* The options, opened; hra_game.data. */
typedef struct race_setup {
    int seats, pieces, ring, home, dice;
    race_doubles doubles;
    int faces, face[RACE_FACE]; /* ascending */
    double probability[RACE_FACE];
    uint32_t enter, again; /* bit f: throwing f brings a piece on, or throws again */
    int tries, win;
    bool exact, must_capture, lecture;
    int start[RACE_SEATS]; /* fields on which pieces come on, counted from 0 */
} race_setup;

/* A place is counted along a piece's own way: 0 is off the board, 1..ring the ring from its start
 * field on, ring+1..ring+home the lane. The places of a seat ascend, so that equal positions have
 * equal bytes; entries beyond the options' pieces and seats are 0. */
typedef struct race_state {
    uint8_t place[RACE_SEATS][RACE_PIECES];
    uint8_t turn;   /* of the winner when it is over */
    uint8_t thrown; /* the lower die that is left; 0: a throw is due */
    uint8_t failed; /* tries to come on that failed in this turn */
    uint8_t won;
    /* Of two dice; with one the state ends here. */
    uint8_t other; /* the higher die that is left, 0: none, or as high */
    uint8_t more;  /* how often `thrown` is left besides once */
    uint8_t again; /* the seat throws again when these are used */
} race_state;

/* A move is the place of the piece that moves, with two dice and the face of the one it takes, or RACE_PASS
 * where none can; a chance move is the face, of two dice the lower and the higher one. Passing is a move, so
 * that searches that count decisions come to an end. */
enum { RACE_PASS = 255 };

static inline int race_low(hra_move m) {
    return (int)(m & 255);
}

static inline int race_high(hra_move m) { /* 0: one die */
    return (int)(m >> 8);
}

/* The face that a move takes. */
static inline int race_face(const race_state *r, hra_move m) {
    return race_high(m) ? race_high(m) : r->thrown;
}

/* rules.c */
int race_target(const race_setup *setup, const uint8_t place[RACE_PIECES], int from, int face); /* 0: none */
int race_field(const race_setup *setup, int seat, int place); /* of a place on the ring, from 0 */
int race_hit(const race_setup *setup, const race_state *r, int seat, int place); /* who is hit there, or -1 */
int race_dice(const race_setup *setup, const race_state *r, int die[RACE_DICE]); /* those left, ascending */
/* Puts a throw on the table. */
void race_throw(const race_setup *setup, race_state *r, int low, int high);
bool race_is_home(const race_setup *setup, const race_state *r, int seat);
void race_sort(uint8_t place[RACE_PIECES], int pieces);

/* options.c */
extern const hra_option race_options[];
hra_err race_open(hra_game *game, const hra_options *chosen, hra_error *why);
void race_close(hra_game *game);

/* formula.c */
extern const hra_evaluation race_evaluations[];
/* Of a seat's pieces on the ring: how many one throw can bring home, and how many hits it could make. */
typedef struct race_ahead {
    int reach, threats;
} race_ahead;
race_ahead race_count_ahead(const race_setup *setup, const race_state *r, int seat);

/* formula_terms.c */
extern const hra_term race_terms[];

/* board.c: what is drawn where. A cell is 0: nothing, 1..ring: a field, RACE_LANE + 16 * seat + number:
 * a place of a lane. */
enum { RACE_LANE = 256, RACE_LINES = 50, RACE_COLUMNS = 20 };

typedef struct race_grid {
    int width, height;
    uint16_t cell[RACE_LINES][RACE_COLUMNS];
} race_grid;

/* Lays the ring as a cross or a loop, in this number of columns of a terminal, four for each cell. Returns
 * the length of the cross's arm in cells, 0 for a loop. */
int race_lay(race_grid *out, const race_setup *setup, int columns);
void race_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out);

/* text.c */
extern const char *const race_seat_names[RACE_SEATS]; /* as they are written */
const char *race_seat(int seat);                      /* in the user's language */
char race_sign(int seat);                             /* its letter on the board, a capital one */
void race_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
void race_say_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
hra_err race_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why);
void race_write_position(const hra_game *game, const void *s, hra_text *out);
hra_err race_read_position(const hra_game *game, const char *text, void *s, hra_error *why);

/* scene.c */
extern const hra_rules_scene race_scene;
extern const hra_levels race_levels;

/* numbers.c */
extern const hra_rules_encoding race_numbers;

#endif
