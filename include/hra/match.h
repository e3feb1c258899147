/* hra/match.h: matches, many games between the same players: openings, adjudication, results.
 *
 * hra/work.h plays matches, as work of the kind "match":
 *
 *     hra_work_open(&work, "match", "game nim\nplayer random\nplayer greedy\ngames 1000\nseed 7\n", NULL, &why);
 *     hra_work_run(work, threads, NULL, &why);
 *     hra_work_match(work, &result, &why);
 *
 * A match can be cut: several machines play parts of it (`from` and `to` of hra_work_setup), and hra_match_merge merges
 * them. A result has only integers, and each different value with its number. So the merged result equals that of the
 * whole match to the last bit, except for the seconds. hra_match_write and hra_match_read transfer a part as text.
 *
 * Thread-safety: one thread at a time uses a result. Threads share openings, except to shuffle and close them. */
#ifndef HRA_MATCH_H
#define HRA_MATCH_H

#include "hra/play.h"
#include "hra/stats.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_solution hra_solution; /* hra/solve.h */

enum { HRA_MATCH_THREADS = 256 }; /* the most threads of a match */

/* ---- openings -------------------------------------------------------------------------------
 * Starting positions of games, in place of the game's own. Game or group n starts at opening n; after the last opening
 * the list repeats. */
typedef struct hra_openings hra_openings;

enum { HRA_OPENINGS = 1000000 }; /* the most openings */

/* Reads openings from text of unknown origin, one position per line (hra_game_read_position); empty lines and lines
 * that begin with # are ignored. The caller closes them before the game. Returns
 *   HRA_EINPUT  with the line, if it is not a position of this game, the game is over there, or the same position (by
 *               hra_game_key) came before; if there are too many openings, or none
 *   HRA_ENOMEM. */
HRA_API hra_err hra_openings_read(hra_openings **out, const hra_game *game, const char *text, size_t length,
                                  hra_error *why);
HRA_API void hra_openings_close(hra_openings *openings); /* NULL is allowed */
/* Puts the openings in a random order, which depends only on the seed. Not during a match. */
HRA_API void hra_openings_shuffle(hra_openings *openings, uint64_t seed);
HRA_API uint64_t hra_openings_count(const hra_openings *openings);
/* Appends the opening of game or group `number`, any number, as hra_openings_read reads it. */
HRA_API void hra_openings_write(const hra_openings *openings, uint64_t number, hra_text *out);

/* ---- adjudication ---------------------------------------------------------------------------
 * Rules that end games early. A score is a player's value of its own move (HRA_WANT_LAST), in its unit; a move without
 * such a value breaks the sequence. */
typedef struct hra_adjudicator {
    /* Of this game; owned by the caller. A game ends after a move to a position whose exact value is known, with this
     * value. NULL: none. */
    const hra_solution *tablebases;
    int draw_moves; /* draw if the last draw_moves scores of each player were at most draw_score from 0; 0: never */
    double draw_score; /* at least 0 */
    int draw_after;    /* no draw before each player has made this number of moves */
    int resign_moves; /* loss of a player whose last resign_moves scores were at most -resign_score; 0: never */
    double resign_score;  /* above 0 */
    bool resign_twosided; /* a loss also needs the other player's last scores to be at least resign_score */
    int max_plies;        /* draw after this number of plies, chance moves included; 0: never */
} hra_adjudicator;

/* Reads a rule of a command line: "draw" with "movenumber=40,movecount=8,score=0.05", or "resign" with
 * "movecount=4,score=0.9,twosided=yes". Defaults: "movenumber=0,movecount=8,score=0.05" and
 * "movecount=4,score=0.9,twosided=no". Errors name "--draw" or "--resign". HRA_EINPUT. */
HRA_API hra_err hra_adjudicator_read(hra_adjudicator *how, const char *rule, const char *text,
                                     hra_error *why);
/* Checks whether rules fit a game. Returns
 *   HRA_EFIT    if the game is not zero-sum for two seats; with resign_moves, if a seat can lose more than 1; with
 *               tablebases, if the game has chance
 *   HRA_EINPUT  if a number is out of range. */
HRA_API hra_err hra_adjudicator_check(const hra_adjudicator *how, const hra_game *game, hra_error *why);

/* ---- matches --------------------------------------------------------------------------------*/

/* Time and number of a player's decisions, in all threads together. */
typedef struct hra_match_time {
    double seconds;
    uint64_t decisions;
    double first_seconds, first_most; /* of the first decision of each game: the sum, and the longest one */
    uint64_t firsts;                  /* their number */
} hra_match_time;

/* What else is known of a finished game. */
typedef struct hra_match_facts {
    double seconds[HRA_MAX_SEATS];     /* time of the decisions of each seat */
    uint64_t decisions[HRA_MAX_SEATS]; /* their number */
    double first[HRA_MAX_SEATS]; /* time of the first decision of each seat, in which a program may start */
    uint64_t legal;              /* sum of the numbers of legal moves of all decisions */
    double statistics[HRA_MAX_SEATS]
                     [HRA_MAX_STATISTICS]; /* the game's statistics of each seat, if it has any */
} hra_match_facts;

/* A finished game. */
typedef struct hra_match_game {
    uint64_t game;             /* its index in the match */
    uint64_t number;           /* of its dice, cards and opening: if players rotate, the index of its group */
    int count;                 /* number of seats */
    int player[HRA_MAX_SEATS]; /* the player in each seat: an index in the players of the match */
    double value[HRA_MAX_SEATS]; /* the return of each seat */
    unsigned winners;            /* bit k: seat k won, alone or with others; all of them: a draw */
    int share;                   /* number of seats that share the win: each winner has 1/share of a point */
    hra_outcome outcome;
    int plies;                     /* number of moves, chance moves included */
    uint64_t moves;                /* a hash of them */
    hra_err failure;               /* of an external program that lost by it (hra_failure); 0: none */
    int failed;                    /* the seat of that program; -1: none */
    hra_adjudication adjudication; /* if the outcome is an adjudication */
    const hra_match_facts *facts;  /* NULL unless `facts` of hra_work_setup asks for them */
    int pairing; /* of a tournament: its index; `player` then are players of the tournament */
} hra_match_game;

/* The results of a player. */
typedef struct hra_match_player {
    int player;      /* index in the players of the match */
    int seat;        /* -1: players rotate */
    hra_stats score; /* its returns */
    /* A game that k seats won together is a draw for them. In a game of one seat all three are 0. */
    uint64_t wins, draws, losses;
    double points; /* 1 for a win, 1/k for a win of k seats: score_rate = points / games */
    uint64_t seat_games[HRA_MAX_SEATS];       /* games in each seat */
    double seat_points[HRA_MAX_SEATS];        /* points in each seat */
    hra_stats statistics[HRA_MAX_STATISTICS]; /* the game's statistics; empty if it has fewer */
    char *spec;                               /* of the player */
    /* The counts from which wins to seat_points follow. [seat][k]: games in this seat that k seats won together, this
     * one included; k = 0: not won. */
    uint64_t shared[HRA_MAX_SEATS][HRA_MAX_SEATS + 1];
} hra_match_player;

/* Games from..to-1. */
typedef struct hra_match_range {
    uint64_t from, to;
} hra_match_range;

typedef struct hra_match_result {
    size_t size;    /* sizeof(hra_match_result), set by the caller; members beyond it are not written */
    uint64_t games; /* number of games that were played */
    double seconds; /* duration; of merged parts the sum */
    bool stopped;   /* the match was stopped before its last game */
    int count;      /* number of players */
    hra_match_player players[HRA_MAX_SEATS];
    /* If players rotate: complete groups, and games in incomplete ones. Else a group is one game. */
    uint64_t groups, partial_group_games;
    char *game; /* spec of the game */
    uint64_t seed;
    uint64_t games_planned;  /* of the whole match, those of other parts included */
    bool rotate;             /* players rotate through the seats */
    hra_limits limits;       /* of each decision */
    hra_match_range *ranges; /* the games that were played: ascending ranges with a gap between any two */
    int range_count;
    /* Games that each player lost as an external program that failed, by hra_failure. Programs that were compiled
     * without this member get a result that ends before it. */
    uint64_t forfeits[HRA_MAX_SEATS][HRA_FAILURES];
    /* What each player is called, told apart (hra_player_called); NULL: by its spec. As `forfeits`. */
    char *names[HRA_MAX_SEATS];
} hra_match_result;

/* Returns what a player of a result is called: by its name, else its spec. */
HRA_API const char *hra_match_called(const hra_match_result *result, int player);

HRA_API void hra_match_release(hra_match_result *result);

/* Merges parts of one match, in any order. Some may be missing: out->ranges has the games that there are. `out` must
 * not be one of the parts; release it by hra_match_release, after an error too. Returns
 *   HRA_EINPUT    if there are no parts, they are of different matches, a game is in two of them, or a result does not
 *                 begin with its size
 *   HRA_EVERSION  if a result is of a newer library
 *   HRA_ENOMEM. */
HRA_API hra_err hra_match_merge(hra_match_result *out, const hra_match_result *const *parts, int count,
                                hra_error *why);

/* Appends a result as lines of text, from which hra_match_read reads the same result. The values in `result` are
 * sorted. If memory runs out, out->err is set. */
HRA_API void hra_match_write(hra_match_result *result, hra_text *out);
/* Reads a result from text of unknown origin. It checks that each game counts once for each player, in its seat. It
 * opens nothing: the game and the players need not exist. Release *out by hra_match_release, after an error too.
 * Returns
 *   HRA_EINPUT    with the line, if it is wrong or the text was cut off
 *   HRA_EVERSION  if the text is of a newer form, or out->size of a newer library
 *   HRA_ENOMEM. */
HRA_API hra_err hra_match_read(hra_match_result *out, const char *text, size_t length, hra_error *why);

/* Writes
 * {"game","seed","games","games_planned","groups","partial_group_games","seconds","players":[{"player","name","seat","mean","stddev",
 * "median","min","max","percentiles":{"10","25","50","75","90"},"wins","draws","losses","score_rate","stderr",
 * "by_seat":[{"seat","games","points"}],"statistics":{...},"forfeits":{"ended","hung","illegal","protocol"}}]};
 * "games_planned" is the number of games of the whole match; "forfeits" is left out if there are none. `game` is the
 * game of the result, for the names of its statistics. The values in `result` are sorted. Without games the numbers are
 * 0, and "score_rate" is null. */
HRA_API void hra_json_match(hra_json *json, const char *key, const hra_game *game, hra_match_result *result);

#ifdef __cplusplus
}
#endif
#endif
