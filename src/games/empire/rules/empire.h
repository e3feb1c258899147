/* empire: a war of few turns for the majority of regions. src/games/empire/rules.md has the rules.
 *
 * A turn is a sequence of moves: a card, of a card with `or` its ability, the steps of its action, the
 * end. Steps come in one order only (army_moves.h for armies that march), so that no position at the end of
 * a turn is reached in two ways. Equal cards are one kind, named by the lowest of their numbers. */
#ifndef HRA_EMPIRE_RULES_EMPIRE_H
#define HRA_EMPIRE_RULES_EMPIRE_H

#include "areas.h"
#include "hra/bench.h"
#include "hra/scene.h"
#include "hra/term.h"

enum {
    EM_SEATS = 5,
    EM_OWNERS = 6, /* rows of pieces: the seats' and, last, the neutral armies' */
    EM_NEUTRAL = 5,
    EM_REGIONS = 32,
    EM_MAP_A_REGIONS = 25,
    EM_CARDS = 42,
    EM_ROW = 6,
    EM_GOODS = 5, /* gem, coal, wood, iron, food; behind them the joker */
    EM_JOKER = 5,
    EM_ARMIES = 14, /* of a colour */
    EM_CITIES = 3,
    EM_START_ARMIES = 3,
    EM_MOST_NEUTRAL = 10,
    EM_MARCHES = 6, /* steps of a card at most */
    EM_NOBODY = 255,
    EM_HIDDEN = 255, /* a bid that a view does not know */
    EM_FAR = 100,    /* a distance between regions that no way joins */
};

typedef enum em_action {
    EM_NONE,
    EM_PLACE,
    EM_LAND, /* march by land */
    EM_SEA,  /* march by land and sea */
    EM_CITY,
    EM_DESTROY,
} em_action;

enum { EM_ALONE, EM_OR, EM_AND };

typedef struct em_card {
    uint8_t good, goods;
    uint8_t action[2], amount[2];
    uint8_t joined; /* EM_OR, EM_AND; else there is no second action */
    uint8_t five;   /* only in the deck of five seats */
} em_card;

typedef struct em_setup {
    uint8_t coins, cards, deck, neutral;
} em_setup;

typedef struct em_map_region {
    char continent;
    uint8_t start;
    int16_t x, y;
} em_map_region;

typedef struct em_map_edge {
    uint8_t a, b, sea; /* regions from 1 */
} em_map_edge;

/* Made from the data by tables.awk. */
extern const em_card em_cards[EM_CARDS + 1]; /* 1.. */
extern const uint8_t em_goods_need[EM_GOODS][4];
extern const em_setup em_setups[EM_SEATS - 1]; /* of two seats.. */
extern const em_map_region em_map_a_regions[EM_MAP_A_REGIONS];
extern const em_map_edge em_map_a_edges[];
extern const int em_map_a_edge_count;
extern const char em_grid_thesis[];

/* ---- the map ----------------------------------------------------------------------------------*/

/* Regions are 0.. here and 1.. in text. Index 0 of a pair: by land; 1: by land and sea. */
typedef struct em_map {
    int regions, continents, start;
    uint32_t near[2][EM_REGIONS];                  /* neighbours */
    uint32_t reach[2][EM_REGIONS][EM_MARCHES + 1]; /* those at a distance of 1..d */
    uint8_t distance[2][EM_REGIONS][EM_REGIONS];   /* EM_FAR: there is no way */
    uint32_t continent[EM_REGIONS];                /* the regions of each */
    uint8_t continent_of[EM_REGIONS];
    uint32_t *first_wins[2]; /* see army_moves.c; owned by the map */
    bool grid;               /* drawn as the grid it was read from: */
    int rows, columns;
    int16_t x[EM_REGIONS], y[EM_REGIONS]; /* column and row of a grid, else where it lies on the drawing */
} em_map;

enum { EM_GRID_ROWS = 16, EM_GRID_COLUMNS = 16, EM_GRID_BYTES = 4096 };

hra_err em_map_a(em_map *map, hra_error *why);
/* A map out of the text of a grid; `name` is for errors, `corners`: ways by sea go round a corner too.
 * HRA_EINPUT names line and column. */
hra_err em_map_grid(em_map *map, const char *name, const char *text, size_t length, bool corners,
                    hra_error *why);
void em_map_release(em_map *map);

/* ---- the game ---------------------------------------------------------------------------------*/

enum { EM_FIRST_RANDOM, EM_FIRST_BID, EM_FIRST_SEAT }; /* and on: seat 0, 1, .. */
enum { EM_JOKERS_BEST, EM_JOKERS_CHOOSE };

typedef struct em_game {
    em_map map;
    int seats, neutral, first, jokers;
    bool any_good;               /* a joker counts as any good, not only as one that its owner has */
    bool by_armies;              /* most armies and cities own a continent, not most regions */
    bool on_grid, round_corners; /* the map is a grid; a step by sea may go round a corner */
    bool regions_decide;         /* between equals with as many coins, before armies do */
    em_setup setup;
    uint64_t deck;               /* bit n: card n */
    uint64_t same[EM_CARDS + 1]; /* of the deck, the cards of the kind of card n */
    uint8_t kind[EM_CARDS + 1];  /* the lowest of them */
    em_drawing drawing;          /* of the map */
} em_game;

extern const hra_option em_options[];
hra_err em_open(hra_game *game, const hra_options *chosen, hra_error *why);
void em_close(hra_game *game);

/* ---- the state --------------------------------------------------------------------------------*/

typedef enum em_phase {
    EM_AT_DRAW,    /* chance: the row is filled up */
    EM_AT_NEUTRAL, /* a neutral army is placed */
    EM_AT_LOT,     /* chance: who is first */
    EM_AT_BID,
    EM_AT_REVEAL, /* chance, behind a view only: a bid that was not seen */
    EM_AT_CHOOSE, /* the highest bidder says who is first */
    EM_AT_CARD,
    EM_AT_ABILITY,
    EM_AT_ACT,
    EM_AT_JOKER,
    EM_AT_OVER,
    EM_PHASES,
} em_phase;

/* Equal bytes are equal positions. What belongs to a turn is 0 outside of it. */
typedef struct em_state {
    uint8_t piece[EM_OWNERS][EM_REGIONS]; /* armies, and 16 a city */
    uint64_t unseen;                      /* bit n: card n; of a kind the highest stay */
    uint32_t goods[EM_SEATS];             /* four bits each, see em_goods_of */
    uint32_t army_set, city_set;          /* in a turn, of the mover: where it has some */
    uint8_t row[EM_ROW];                  /* kinds, 0: none (behind all others) */
    uint8_t coins[EM_SEATS];
    uint8_t supply[EM_SEATS]; /* armies, and 16 a city */
    uint8_t bid[EM_SEATS];
    uint8_t phase, turn; /* the seat to move, or whose turn comes after chance */
    uint8_t first;       /* EM_NOBODY: not known yet */
    uint8_t turns;       /* that have been ended */
    uint8_t neutral;     /* armies still to be placed */
    uint8_t card;        /* the card of the turn, 0: none */
    uint8_t part;        /* which of its actions */
    uint8_t must;        /* an ability was chosen and nothing done yet */
    uint8_t left;        /* what is left of the action */
    uint8_t last;        /* placements, cities, jokers: none before it */
    uint8_t marches;     /* of this turn: */
    uint8_t from[EM_MARCHES], to[EM_MARCHES];
} em_state;

/* Whether a joker may count as this good. */
static inline bool em_may_stand_for(const em_game *g, uint32_t goods, int good) {
    return g->any_good || (goods >> 4 * good & 15);
}

static inline int em_armies(uint8_t piece) {
    return piece & 15;
}

static inline int em_cities(uint8_t piece) {
    return piece >> 4;
}

static inline int em_goods_of(uint32_t goods, int good) {
    return (int)(goods >> 4 * good & 15);
}

static inline const em_game *em_of(const hra_game *game) {
    return game->data;
}

/* Index of the lowest bit; x is not 0. */
static inline int em_lowest(uint64_t x) {
    return __builtin_ctzll(x);
}

static inline int em_count(uint32_t x) {
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

extern const uint8_t em_prices[EM_ROW];

/* ---- moves: kind, and two numbers ---------------------------------------------------------------*/

typedef enum em_kind {
    EM_MOVE_END = 1,
    EM_MOVE_CARD,    /* place in the row, from 0 */
    EM_MOVE_ABILITY, /* 0, 1 */
    EM_MOVE_PLACE,   /* region */
    EM_MOVE_MARCH,   /* from, to */
    EM_MOVE_CITY,    /* region */
    EM_MOVE_DESTROY, /* region, owner */
    EM_MOVE_NEUTRAL, /* region */
    EM_MOVE_BID,     /* coins */
    EM_MOVE_FIRST,   /* seat; of chance too */
    EM_MOVE_JOKER,   /* good */
    EM_MOVE_DRAW,    /* chance: kind of card */
    EM_MOVE_REVEAL,  /* chance: coins */
    EM_MOVES,
} em_kind;

static inline hra_move em_move(em_kind kind, int a, int b) {
    return (hra_move)kind << 16 | (hra_move)a << 8 | (hra_move)b;
}

static inline em_kind em_move_kind(hra_move m) {
    return (em_kind)(m >> 16);
}

static inline int em_move_a(hra_move m) {
    return (int)(m >> 8 & 255);
}

static inline int em_move_b(hra_move m) {
    return (int)(m & 255);
}

/* ---- the score --------------------------------------------------------------------------------*/

/* The regions that each of the seats has the majority in. */
void em_holdings(const em_game *g, const em_state *s, uint32_t held[EM_SEATS]);
/* The owner of a continent, by these holdings; -1 if it has none. */
int em_continent_owner(const em_game *g, const em_state *s, const uint32_t held[EM_SEATS], int continent);
/* Points of goods with the jokers where they bring most. */
int em_goods_points(const em_game *g, uint32_t goods);
/* The same, and how many jokers then count as which good; jokers that bring nothing count nowhere. */
int em_best_jokers(const em_game *g, uint32_t goods, uint8_t joker[EM_GOODS]);
/* The points of N of a good, and how many more goods the next point or points take (0: there are none). */
int em_good_points(int good, int n);
int em_good_wants(int good, int n);

typedef struct em_account {
    int regions, continents, goods, points; /* points: the sum */
    int coins, armies;                      /* armies on the board */
} em_account;

/* What each seat would have if the play ended now. */
void em_accounts(const em_game *g, const em_state *s, em_account out[EM_SEATS]);
/* The seats that win with these: most points, coins, armies, regions, or the last two the other way round.
 * Bit n: seat n. */
uint32_t em_winners(const em_game *g, const em_account *account);
/* By what a seat has won that wins alone. */
typedef enum em_reason { EM_BY_POINTS, EM_BY_COINS, EM_BY_ARMIES, EM_BY_REGIONS } em_reason;
em_reason em_reason_of(const em_game *g, const em_account *account, int winner);

extern const hra_term em_formula_terms[]; /* formula_terms.c */
extern const hra_evaluation em_evaluations[];

/* ---- rules ------------------------------------------------------------------------------------*/

enum { EM_MAX_MOVES = EM_ARMIES * EM_REGIONS + 8, EM_MAX_CHANCES = EM_CARDS };

extern const hra_rules hra_rules_empire;
extern const hra_benchmark em_benchmarks[];
extern const hra_rules_conduct em_manners; /* metadata.c */
extern const struct hra_fast em_fast;

/* Sets of regions of a row of pieces: with armies, with cities. */
void em_sets(const uint8_t row[EM_REGIONS], uint32_t *armies, uint32_t *cities);

/* ---- text -------------------------------------------------------------------------------------*/

/* As they are written: red .. and neutral, goods; ended by NULL. */
extern const char *const em_seat_names[EM_OWNERS + 1];
extern const char *const em_good_names[EM_GOODS + 2];
/* The same in the user's language, and the letter of an owner on the board. */
const char *em_seat(int owner);
const char *em_good(int good);
char em_sign(int owner);
extern const char *const em_phase_names[EM_PHASES];
extern const char em_move_help[];

/* "wood: place 2 or move 3": in the user's language (`said`), or as it is written after a move. */
void em_add_card(int card, bool said, hra_text *out);
/* "place 2 or move 3": what the card lets do. */
void em_add_actions(int card, bool said, hra_text *out);
/* "move 3" */
void em_add_action(int action, int amount, bool said, hra_text *out);
/* "A" to "Z", then "A2" and so on. */
void em_name_continent(int continent, char name[8]);
/* "turn 3 of 26: R red buys a card"; at the end who wins. */
void em_add_due(const em_game *g, const em_state *s, hra_text *out);
/* What the seat to move does now, as an order: "buy a card", "move 4, 1 left: 12>15"; of chance and the end nothing. */
void em_add_task(const em_state *s, hra_text *out);
void em_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out);
void em_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
void em_say_rules(const hra_game *game, hra_text *out);
void em_add_question(const hra_game *game, const void *s, hra_text *out);
void em_say_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
hra_err em_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why);
void em_write_position(const hra_game *game, const void *s, hra_text *out);
hra_err em_read_position(const hra_game *game, const char *text, void *s, hra_error *why);

extern const hra_rules_scene em_scene;      /* scene.c */
extern const hra_rules_encoding em_numbers; /* numbers.c */

#endif
