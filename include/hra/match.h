/* hra/match.h: what a match comes to, many games between the same players: openings, adjudication, results.
 *
 * A match is a work of the kind "match" (hra/work.h):
 *
 *     hra_work_open(&work, "match", "game nim\nplayer random\nplayer greedy\ngames 1000\nseed 7\n", NULL, &why);
 *     hra_work_run(work, threads, NULL, &why);
 *     hra_work_match(work, &result, &why);
 *
 * A match can be cut: parts of it are played on several machines (`from` and `to` of hra_work_setup), and merged by
 * hra_match_merge. All that is counted are whole numbers and distinct values, so that the result is that of the match
 * played at once, to the last bit, but for the seconds.
 *
 * hra_match_write and hra_match_read carry a part from one machine to the other. */
#ifndef HRA_MATCH_H
#define HRA_MATCH_H

#include "hra/play.h"
#include "hra/stats.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_solution hra_solution; /* hra/solve.h */

enum { HRA_MATCH_THREADS = 256 }; /* of a match at most */

/* ---- openings -------------------------------------------------------------------------------
 * Positions that games begin with, instead of the beginning that the game has for their number: game or
 * group n begins with opening n, and behind the last one they go round again. */
typedef struct hra_openings hra_openings;

enum { HRA_OPENINGS = 1000000 }; /* at most */

/* Reads a position of each line, as hra_game_read_position does; empty lines and those that begin with # say
 * nothing. `text` may come from anybody. HRA_EINPUT with the line: no position of this game, one where the
 * game is over, or that stands there already (two are the same where hra_game_key is), too many, none at
 * all; HRA_ENOMEM. The game outlives the openings. */
HRA_API hra_err hra_openings_read(hra_openings **out, const hra_game *game, const char *text, size_t length,
                                  hra_error *why);
HRA_API void hra_openings_close(hra_openings *openings); /* NULL is allowed */
/* Puts them in an order that this seed draws, whatever they were in before. Not while they are played. */
HRA_API void hra_openings_shuffle(hra_openings *openings, uint64_t seed);
HRA_API uint64_t hra_openings_count(const hra_openings *openings);
/* Appends what game or group `number` begins with, any number, as hra_openings_read reads it back. */
HRA_API void hra_openings_write(const hra_openings *openings, uint64_t number, hra_text *out);

/* ---- adjudication ---------------------------------------------------------------------------
 * When games are ended that would go on. A score is what a player says of its own move (HRA_WANT_LAST), in
 * its unit; a player that says nothing takes a game for nothing. */
typedef struct hra_adjudicator {
    const hra_solution *tables; /* of this game: a game ends behind the move that leads to a position whose
                                 * exact value is known, with this value; NULL: none. The caller's */
    int draw_moves;       /* it is a draw when the scores of so many last moves of each player were at most */
    double draw_score;    /* this far from 0; 0 moves: never; */
    int draw_after;       /* and not before each has made so many moves */
    int resign_moves;     /* it is lost for whom the scores of so many last moves were at most */
    double resign_score;  /* the negative of this; 0 moves: never; */
    bool resign_twosided; /* and when those of the other were at least as much above 0 */
    int length;           /* it is a draw behind so many plies, those of chance too; 0: never */
} hra_adjudicator;

/* Reads one rule as a command line has it, and calls it "--draw" or "--resign" in errors: "draw", "after=40,moves=8,score=0.05", or "resign",
 * "moves=4,score=0.9,twosided=yes"; what is left out has these values, but after=0 and twosided=no. HRA_EINPUT. */
HRA_API hra_err hra_adjudicator_read(hra_adjudicator *how, const char *rule, const char *text,
                                     hra_error *why);
/* HRA_EFIT, in words: no game of two in which one wins what the other loses; a game in which one may lose
 * more than 1, with resign_moves; a game with chance, with tables. HRA_EINPUT: numbers that make no
 * sense. */
HRA_API hra_err hra_adjudicator_check(const hra_adjudicator *how, const hra_game *game, hra_error *why);

/* ---- matches --------------------------------------------------------------------------------*/

/* How long a player thought, and about how many decisions; those of all threads together. */
typedef struct hra_match_time {
    double seconds;
    uint64_t decisions;
} hra_match_time;

/* A game that was played to its end. */
typedef struct hra_match_game {
    uint64_t game;               /* its index in the match */
    uint64_t number;             /* of its dice, cards and opening: of its group where players rotate */
    int count;                   /* of seats */
    int player[HRA_MAX_SEATS];   /* who sat in each seat: an index in the players of the match */
    double value[HRA_MAX_SEATS]; /* what each seat got */
    unsigned winners;            /* bit k: seat k won, alone or with others; all of them: a draw */
    int share;                   /* by how many the win is shared, so a winner has 1/share of a point */
    hra_outcome outcome;
    int plies;                     /* moves made, chance included */
    uint64_t moves;                /* a hash of them */
    hra_err failure;               /* of the program that lost by it (hra_failure); 0: none did */
    int failed;                    /* the seat where it sat, else -1 */
    hra_adjudication adjudication; /* of the outcome of that name */
} hra_match_game;

typedef struct hra_match_player {
    int player; /* index in the players of the match */
    int seat;   /* -1 where players rotate */
    hra_stats score;
    uint64_t wins, draws,
        losses;    /* a game won by k together is a draw for them; alone at the table nothing counts */
    double points; /* wins + shares of 1/k: score_rate = points / games */
    uint64_t seat_games[HRA_MAX_SEATS]; /* played in each seat, and the points got there */
    double seat_points[HRA_MAX_SEATS];
    hra_stats
        fact[HRA_MAX_STATISTICS]; /* of the rules' facts; none has been counted where there is no such fact */
    char *spec;                   /* the player's */
    /* What the numbers from wins to seat_points are made of. [seat][k]: games in this seat that were won by k
     * together, this player among them; k = 0: not won. */
    uint64_t shared[HRA_MAX_SEATS][HRA_MAX_SEATS + 1];
} hra_match_player;

/* Games from..to-1. */
typedef struct hra_match_range {
    uint64_t from, to;
} hra_match_range;

typedef struct hra_match_result {
    size_t size;    /* sizeof(hra_match_result), set by the caller: no more is written */
    uint64_t games; /* actually played */
    double seconds; /* of several parts the sum */
    bool stopped;   /* and so not all that were asked for */
    int count;
    hra_match_player players[HRA_MAX_SEATS];
    /* Where players rotate: groups of which all games were played, and the number of games in others. Else a
     * group is one game. */
    uint64_t groups, partial;
    /* Which match it is of, and which of its games: ascending, a gap between any two. */
    char *game; /* the spec */
    uint64_t seed, whole;
    bool rotate;
    hra_limits limits;
    hra_match_range *ranges;
    int range_count;
    /* Of each player: games that it lost because it is a program that failed, by the kind of that
     * (hra_failure). A result of a program compiled before there were any ends here. */
    uint64_t forfeits[HRA_MAX_SEATS][HRA_FAILURES];
} hra_match_result;

HRA_API void hra_match_release(hra_match_result *result);

/* Puts parts of one match together, in any order, also if some are missing: out->ranges says which games
 * there are. `out` is none of the parts; it is released with hra_match_release, after an error too.
 * HRA_EINPUT: no parts, parts of different matches, a game that is in two of them, a result that does not
 * begin with its size; HRA_EVERSION: one of a newer library; HRA_ENOMEM. */
HRA_API hra_err hra_match_merge(hra_match_result *out, const hra_match_result *const *parts, int count,
                                hra_error *why);

/* Appends a result as lines of text, which hra_match_read reads back as the same. The values in it are put in
 * order on the way. Running out of memory is remembered in out->err. */
HRA_API void hra_match_write(hra_match_result *result, hra_text *out);
/* `text` may come from anybody: what is read holds together (each game is counted once for each player, in
 * the seat where it sat), but nothing is opened, and no player or game need exist. HRA_EINPUT with the line,
 * for a text that was cut off too; HRA_EVERSION: a newer form, or a result of a newer library; HRA_ENOMEM.
 * The result is released with hra_match_release, after an error too. */
HRA_API hra_err hra_match_read(hra_match_result *out, const char *text, size_t length, hra_error *why);

/* Writes
 * {"game","seed","games","games_planned","groups","partial_group_games","seconds","players":[{"player","seat","mean","stddev",
 * "median","min","max","percentiles":{"10","25","50","75","90"},"wins","draws","losses","score_rate","stderr",
 * "by_seat":[{"seat","games","points"}],"statistics":{...},"forfeits":{"ended","hung","illegal","protocol"}}]};
 * "games_planned" are the games of the whole match, "forfeits" is only there where there are some. `game` is
 * that of the result, for the names of its facts; the values in the result are put in order on the way. Of no
 * games the figures are 0, and score_rate null. */
HRA_API void hra_json_match(hra_json *json, const char *key, const hra_game *game, hra_match_result *result);

#ifdef __cplusplus
}
#endif
#endif
