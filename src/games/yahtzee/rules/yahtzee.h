/* Yahtzee as a game of the frame: what game->data points to, the bytes of a
 * state, and the numbering of moves.
 *
 *                  rolls   moves of
 *     YZ_TO_ROLL    3..1   chance: the completed roll      -> YZ_TO_KEEP, or YZ_TO_BOX with no roll left
 *     YZ_TO_KEEP    2..1   a seat: the dice it holds       -> YZ_TO_ROLL, or YZ_TO_BOX if it holds all five
 *     YZ_TO_BOX        0   the same seat: the box          -> YZ_TO_ROLL of the next seat, or YZ_FINISHED
 *
 * A turn begins by rolling with nothing held.  Holding all five dice gives up
 * the rolls that are left, so every way to a box passes one and the same
 * state.  Fields that mean nothing in a phase are 0: two states that differ in
 * no rule and in no figure of the card have the same bytes. */
#ifndef YZ_YAHTZEE_H
#define YZ_YAHTZEE_H

#include <stddef.h>

#include "card.h"
#include "hra/bench.h"
#include "hra/scene.h"
#include "hra/term.h"

enum { YZ_MAX_SEATS = 6, YZ_TURN_ROLLS = 3 };

enum yz_phase { YZ_TO_ROLL, YZ_TO_KEEP, YZ_TO_BOX, YZ_FINISHED };

/* What a game is opened to; immutable. */
struct yz_game {
    struct yz_dice dice;
    struct yz_rules rules;
};

/* One seat's card with what it has scored. */
struct yz_seat {
    struct yz_card card;          /* what the rest of the game depends on */
    uint16_t score;               /* so far: points, hundreds and upper bonus */
    uint8_t hundreds;             /* how many further yahtzees were paid */
    uint8_t points[YZ_MAX_BOXES]; /* written into each box, joker value included; 0 where open */
};

struct yz_state {
    uint16_t keep;          /* YZ_TO_ROLL: the dice held, 0..209; else 0 */
    uint8_t seat;           /* to move, or for whom the dice are rolled; YZ_FINISHED: 0 */
    uint8_t phase;          /* enum yz_phase */
    uint8_t roll;           /* YZ_TO_KEEP, YZ_TO_BOX: 0..251; else 0 */
    uint8_t rolls;          /* still to come in this turn, see above */
    struct yz_seat seats[]; /* one for each seat of the game */
};

enum { YZ_STATE_ROOM = sizeof(struct yz_state) + YZ_MAX_SEATS * sizeof(struct yz_seat) };

/* Room for a state of any number of seats, where there is no heap to take it from. */
union yz_room {
    struct yz_state state;
    unsigned char bytes[YZ_STATE_ROOM];
};

static inline const struct yz_game *yz_game_of(const hra_game *game) {
    return (const struct yz_game *)game->data;
}

static inline size_t yz_state_size(int seats) {
    return sizeof(struct yz_state) + (size_t)seats * sizeof(struct yz_seat);
}

/* The seat to move or to roll. */
static inline const struct yz_seat *yz_state_mover(const struct yz_state *s) {
    return &s->seats[s->seat];
}

/* Moves.  A move of chance is the roll that lies on the table afterwards,
 * 0..251, held dice included.  A move of a seat is the keep, 0..461, or
 * YZ_MOVE_BOX + box; which of the first two a number means follows from the
 * phase, a box can be told without it. */
enum { YZ_MOVE_BOX = 512, YZ_MAX_MOVES = 32, YZ_MAX_CHANCES = YZ_ROLLS };

static inline hra_move yz_move_roll(int roll) {
    return (hra_move)roll;
}

static inline hra_move yz_move_keep(int keep) {
    return (hra_move)keep;
}

static inline hra_move yz_move_box(int box) {
    return (hra_move)(YZ_MOVE_BOX + box);
}

static inline bool yz_move_is_box(hra_move m) {
    return m >= YZ_MOVE_BOX;
}

/* The box of a box move. */
static inline int yz_box_of(hra_move m) {
    return (int)m - YZ_MOVE_BOX;
}

/* Does this keep move hold all five dice? */
static inline bool yz_move_is_stand(hra_move m) {
    return m >= YZ_ROLL0 && m < YZ_KEEPS;
}

/* What the table of rules.c is made of: text.c, position.c. */
void yz_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out);
void yz_say_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
void yz_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
bool yz_mean_moves(const hra_game *game, const void *s, const char *text, hra_text *out);
void yz_add_question(const hra_game *game, const void *s, hra_text *out);
bool yz_doubt(const hra_game *game, const void *s, const char *text, hra_text *out);
hra_err yz_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why);
void yz_write_position(const hra_game *game, const void *s, hra_text *out);
hra_err yz_read_position(const hra_game *game, const char *text, void *s, hra_error *why);
extern const char yz_move_help[];
extern const hra_rules_scene yz_scene;      /* scene.c */
extern const hra_term yz_formula_terms[];   /* formula_terms.c */
extern const hra_rules_encoding yz_numbers; /* numbers.c */
/* The points of each seat so far. */
void yz_score(const hra_game *game, const void *state, double *out);
extern const hra_benchmark yz_benchmarks[];
extern const struct hra_solver yz_solver; /* play/solver.c; the players are in play/players.h */

/* Is a seat to decide: which dice to hold, or which box? */
static inline bool yz_state_asks(const struct yz_state *s) {
    return s->phase == YZ_TO_KEEP || s->phase == YZ_TO_BOX;
}

#endif
