/* Games that a learner with a tree search played against itself: the moves, and how often the search went
 * where. */
#ifndef HRA_LEARN_ZERO_SELF_PLAY_H
#define HRA_LEARN_ZERO_SELF_PLAY_H

#include "hra/play.h"
#include "nets/bytes.h"
#include "nets/policy_value_net.h"
#include "search/montecarlo/puct.h"

/* A seat's decision. */
typedef struct hra_zero_choice {
    int ply;   /* the move that was made is moves[ply] */
    int first; /* of its visits, one a legal move, in the order of the rules */
    int count;
} hra_zero_choice;

typedef struct hra_zero_game {
    hra_move *moves; /* all of them, of chance too */
    uint64_t *keys;  /* of the states before them, of games in which positions may repeat */
    int plies, plies_room;
    int opening; /* decisions at the beginning that were random moves, and are no choices */
    hra_zero_choice *choices;
    unsigned char *states; /* before each choice */
    int count, capacity;
    uint16_t *visits;
    int visit_count, visit_room;
    bool over;                    /* else it was cut off, or left unfinished */
    double result[HRA_MAX_SEATS]; /* where over */
} hra_zero_game;

void hra_zero_game_release(hra_zero_game *g);

/* How it plays. */
typedef struct hra_zero_way {
    int playouts;            /* simulations a move, at most 65535 */
    int opening;             /* at most this number of random moves at the beginning */
    double temperature;      /* of the first moves; behind them the most visited one is made */
    int sampled;             /* the temperature holds for this number of moves of a game, of all seats */
    double noise, dirichlet; /* its share of the priors at the root, and its alpha; 0: 10 / moves */
    int plies;               /* a game that lasts longer is cut off */
    hra_puct_options puct;
} hra_zero_way;

/* The memory of one thread. */
typedef struct hra_zero_work {
    const hra_game *game;
    hra_heads_work heads;
    hra_puct puct;
    unsigned char *s, *seen;
    hra_move *moves;
    double *probability;
    float *policy;
} hra_zero_work;

hra_err hra_zero_work_init(hra_zero_work *w, const hra_learnt *learnt,
                           const hra_puct_options *puct); /* HRA_ENOMEM */
void hra_zero_work_release(hra_zero_work *w);

/* Plays game `number`. HRA_ESTOPPED by `stop`; HRA_ENOMEM. */
hra_err hra_zero_game_play(hra_zero_game *g, hra_zero_work *w, const hra_zero_way *way, uint64_t seed,
                           uint64_t number, const hra_stop *stop);

/* The same of a record, whose game may have other options: each choice has one visit, of the move that was made. HRA_EFIT: its
 * positions or moves are none of this game; HRA_ENOMEM. */
hra_err hra_zero_game_of(hra_zero_game *g, hra_zero_work *w, const hra_record *record);

/* Appends the game as bytes; reads them again, by playing it through. HRA_EDAMAGED: they are none of this
 * game, or of one that lasts longer than `plies`; HRA_ENOMEM. */
void hra_zero_game_write(const hra_zero_game *g, hra_text *out);
hra_err hra_zero_game_read(hra_zero_game *g, hra_zero_work *w, uint64_t number, int plies, hra_bytes *from);

/* The game in which choice `at` lies, counted from the first game's; *at becomes the one in it. ends: how many choices there are
 * up to the end of each game. */
int hra_zero_find_choice(const uint64_t *ends, int games, uint64_t *at);

/* Learns from a choice: its policy, and in the view of `seat` what the move led to. block += factor * slope.
 */
void hra_zero_game_learn(const hra_zero_game *g, hra_zero_work *w, int choice, int seat, float factor,
                         float *block);

#endif
