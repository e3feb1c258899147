/* hra/tournament.h: tournaments: pairings of players, until all groups are played or a test is decided.
 *
 * A tournament is work of the kind "tournament" (hra/work.h). This header has its results:
 *
 *     hra_work_open(&work, "tournament", "game nim\nplayer random\nplayer greedy\ngroups 100\n", NULL, &why);
 *     hra_work_run(work, threads, progress, &why);      may be stopped and called again
 *     hra_tournament *t = hra_work_tournament(work, &setup);
 *     for (int i = 0; i < setup->pairings; i++)
 *         hra_tournament_snapshot(t, i, &pairing);
 *     hra_tournament_rate(t, 0, NULL, ratings, &sampled, &why);
 *
 * The unit of observation is a group: games with the same dice, cards and opening, one for each player of the pairing,
 * in which each player has each seat once. In a game of one seat each player plays alone, and the highest return wins.
 * So all players of a group have the same luck.
 *
 * Threads do not change results, unless a player is limited by time. A test reads the groups in the order of their
 * numbers and ends at the first group that decides it. Later groups that were already played are reported, but do not
 * count.
 *
 * Thread-safety: any thread may call these functions while the work runs. */
#ifndef HRA_TOURNAMENT_H
#define HRA_TOURNAMENT_H

#include "hra/match.h"
#include "hra/rating.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_TOURNAMENT_PLAYERS = 256,
    HRA_TOURNAMENT_PAIRINGS = 32640, /* the pairs of 256 players */
    HRA_TOURNAMENT_TASK = 4096,      /* the most groups of a task */
    HRA_TOURNAMENT_SAMPLES = 200,    /* samples of the bootstrap in hra_json_tournament */
    /* Number of groups with the same moves after which no others are expected. With openings: one group for each
     * opening, and one more for the first three. */
    HRA_TOURNAMENT_DETERMINISTIC = 4,
};

typedef struct hra_tournament hra_tournament;

typedef enum hra_schedule {
    HRA_ROUND_ROBIN, /* each set of players that fills the seats */
    HRA_GAUNTLET,    /* each of these sets that has the first player */
    HRA_LISTED,      /* those that a list names */
} hra_schedule;

/* A set of players that play together, and their results so far. Index of all arrays but `player`: the place in the
 * pairing. */
typedef struct hra_pairing {
    int count; /* number of players: that of the seats; in a game of one seat 2, which play alone */
    int player[HRA_MAX_SEATS];    /* index in the players of the tournament */
    uint64_t groups;              /* complete groups, which count */
    uint64_t uncounted_groups;    /* complete groups after the test was decided; they do not count */
    double points[HRA_MAX_SEATS]; /* in games that count: 1/k for a win of k players */
    uint64_t wins[HRA_MAX_SEATS]; /* games won alone */
    uint64_t outcomes[HRA_OUTCOME_AGREED + 1]; /* games by outcome */
    uint64_t forfeits[HRA_MAX_SEATS]
                     [HRA_FAILURES]; /* games that each lost as an external program that failed */
    bool paired;                     /* two players in two seats: `pairs` is set */
    uint64_t pairs[5];               /* groups in which the first player has 0, 1/2, 1, 3/2, 2 points */
    hra_elo_stats
        strength; /* of the first player in these groups: by points; in a game of one seat by returns */
    double llr;   /* of the test, if there is one */
    hra_verdict verdict; /* of the test; HRA_GO_ON without one */
    uint64_t
        adjudicated[HRA_ADJUDICATIONS]; /* games by reason of adjudication; `outcomes` has the other games */
    /* All groups with the same opening had the same moves. So one group for each opening counts, and no more are
     * played. */
    bool deterministic;
} hra_pairing;

/* A pairing of a list. Players and pairings can be added at the end of both lists, and the results so far stay. */
typedef struct hra_listed_pairing {
    int player[HRA_MAX_SEATS]; /* ascending; as many as a pairing has */
    uint64_t groups;           /* the most; 0: it was never begun */
} hra_listed_pairing;

/* The setup of a tournament, from the spec of its work. */
typedef struct hra_tournament_setup {
    const hra_game *game;
    const hra_player *const *players; /* of this game, all programs; owned by the caller, as the game is */
    int count;                        /* number of players, at least 2, and at least the number of seats */
    hra_schedule schedule;
    uint64_t groups; /* the most groups per pairing */
    uint64_t seed;
    int threads;                /* about how many tasks run at a time, 1..HRA_MATCH_THREADS */
    hra_limits limits;          /* of each decision */
    const hra_sequential *test; /* needs a single pairing; NULL: none */
    bool records;               /* tasks have the records of their games */
    bool facts;                 /* results list each game with its facts */
    /* Called when groups of a pairing were added; calls never overlap. May be NULL. */
    void (*counted)(void *self, const hra_pairing *pairing);
    void *counted_self;
    const hra_openings *openings;       /* of this game; NULL: the game's own starting positions */
    const hra_adjudicator *adjudicator; /* NULL: no adjudication */
    int pairings;                       /* number of pairings */
    const hra_listed_pairing *listed;   /* of HRA_LISTED, `pairings` of them; NULL: another schedule */
} hra_tournament_setup;

/* Writes the results of a pairing so far; `pairing` is 0..pairings-1. */
HRA_API void hra_tournament_snapshot(hra_tournament *t, int pairing, hra_pairing *out);
/* Rates all players by all games that count; `out` has an entry for each player. low and high are those of a bootstrap
 * (`samples` of hra_rate, by the seed of the tournament; usually some hundred), which accounts for draws and shared
 * luck. If `samples` is 0, or `progress` stops the bootstrap, they are those of the Hessian. *sampled is set to whether
 * they are of the bootstrap. A sample of a million games takes about ten milliseconds. `progress` may be NULL. Errors
 * as hra_rate, except HRA_ESTOPPED. */
HRA_API hra_err hra_tournament_rate(hra_tournament *t, uint64_t samples, const hra_progress *progress,
                                    hra_rating *out, bool *sampled, hra_error *why);
/* Rates all players in a model where ties are outcomes of their own (hra_rate_ties). */
HRA_API hra_err hra_tournament_ties(hra_tournament *t, hra_tie_rating *out, double tie[HRA_MAX_SEATS + 1],
                                    hra_error *why);
/* Writes
 * {"game","schedule":"round-robin"|"gauntlet"|"listed","seed","groups","openings","over","test":{"model":"normalized"|"logistic","low","high","alpha","beta","lower",
 * "upper"},"bootstrapped","players":[{"player","elo","low","high","component","prior_games","games","points"}],"pairings":[{"players":[...],
 * "groups","uncounted_groups","points":[...],"wins":[...],"pairs":[5
 * counts],"outcomes":{"rules","repetition","resigned",
 * "agreed"},"adjudicated":{"tables","draw","resign","length"},"forfeits":[{"ended","hung","illegal","protocol"}],"deterministic","strength":{"mean","stddev","normalized","normalized_error","elo","low","high","los",
 * "observed":{"mean","stddev"},"regularized":{"mean","stddev","absent"}},
 * "llr","verdict":"open"|"low"|"high"}]}. Numbers that are not finite are null. "openings" is the number of openings
 * that are played. Left out:
 *   "adjudicated"               without adjudication
 *   "openings"                  without openings
 *   "test", "llr", "verdict"    without a test
 *   "pairs"                     unless there are two players in two seats
 *   "elo" to "los" of strength  unless the reference is 1/2
 *
 * In "strength", "mean", "stddev" and "observed" are those of the played groups. "normalized", "normalized_error",
 * "elo", "low", "high" and "los" are computed from "regularized", in which each result that did not occur counts
 * "absent" times (hra_sample). "regularized" is null if fewer than two different results occurred; then they are
 * computed from "observed". "elo", "low" and "high" of "players" are the ratings of hra_tournament_rate, from all games
 * at once.
 *
 * HRA_ENOMEM. */
HRA_API hra_err hra_json_tournament(hra_json *json, const char *key, hra_tournament *t,
                                    const hra_progress *progress, hra_error *why);
/* Writes {"model":"normalized"|"logistic","low","high","alpha","beta","lower","upper"}: a test that hra_sequential_check accepts;
 * low and high in Elo, lower and upper are the bounds of the log-likelihood ratio. */
HRA_API void hra_json_sequential(hra_json *json, const char *key, const hra_sequential *test);
/* Writes {"tie":[of 2 players, of 3, ...],"players":[{"player","log_strength","error","component"}]}
 * (hra_tournament_ties); an error that is not finite is null. HRA_ENOMEM. */
HRA_API hra_err hra_json_ties(hra_json *json, const char *key, hra_tournament *t, hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
