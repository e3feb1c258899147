/* hra/tournament.h: players of a game against each other, in pairings, until all is played or a test is
 * decided.
 *
 * A tournament is a work of the kind "tournament" (hra/work.h). This header has what it comes to:
 *
 *     hra_work_open(&work, "tournament", "game nim\nplayer random\nplayer greedy\ngroups 100\n", NULL, &why);
 *     hra_work_run(work, threads, progress, &why);      may be stopped, and called again to go on
 *     hra_tournament *t = hra_work_tournament(work, &setup);
 *     for (int i = 0; i < setup->pairings; i++)
 *         hra_tournament_look(t, i, &pairing);
 *     hra_tournament_rate(t, 0, NULL, ratings, &sampled, &why);
 *
 * One observation is a group: the same number of a game (the same dice, cards, opening) played as often as
 * there are players in the pairing, with everyone once in each seat. In a game of one seat everybody plays
 * the number alone, and who gets more has won. The luck of a number then falls on all alike.
 *
 * Which thread plays a group changes nothing but the seconds, as long as players are not limited by the
 * clock. A test reads the groups in the order of their numbers and ends with the first one that decides it;
 * what others had played beyond that one is told, but never counted.
 *
 * Thread-safety: while its work runs any thread may look, rate and write. */
#ifndef HRA_TOURNAMENT_H
#define HRA_TOURNAMENT_H

#include "hra/match.h"
#include "hra/rating.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_TOURNAMENT_PLAYERS = 256,
    HRA_TOURNAMENT_PAIRINGS = 32640, /* as many as 256 players make in twos */
    HRA_TOURNAMENT_TASK = 4096,      /* groups of a task at most */
    HRA_TOURNAMENT_SAMPLES = 200,    /* of groups, for what hra_json_tournament says of errors */
    HRA_TOURNAMENT_ALIKE = 4, /* groups of the same moves, after which no other are expected; where there
                               * are openings all of them and the first three once more */
};

typedef struct hra_tournament hra_tournament;

typedef enum hra_schedule {
    HRA_ROUND_ROBIN, /* everyone against everyone: all sets of as many players as have seats */
    HRA_GAUNTLET,    /* those of these sets in which the first player is */
} hra_schedule;

/* So many players as sit down together, and what they have got so far. All arrays but `player` are by the
 * place in the pairing. */
typedef struct hra_pairing {
    int count; /* of players: the seats of the game; two, each alone, where it has one seat */
    int player[HRA_MAX_SEATS];
    uint64_t groups; /* that count: all of their `count` games were played */
    uint64_t after;  /* played when the test was decided by those before them: they do not count */
    double points[HRA_MAX_SEATS]; /* of the games that count; a win shared by k is 1/k for each */
    uint64_t wins[HRA_MAX_SEATS]; /* won alone */
    uint64_t outcomes[HRA_OUTCOME_AGREED + 1];      /* how games ended */
    uint64_t forfeits[HRA_MAX_SEATS][HRA_FAILURES]; /* games that each lost as a program that failed */
    bool paired;                                    /* two players in two seats: `pairs` means something */
    uint64_t pairs[5]; /* of two players: groups in which the first one got 0, 1/2, 1, 3/2, 2 points */
    hra_elo_stats
        strength;        /* of the first player in these groups: by points, in a game of one seat by scores */
    double llr;          /* where there is a test */
    hra_verdict verdict; /* HRA_GO_ON where there is none */
    uint64_t adjudicated
        [HRA_ADJUDICATIONS]; /* games that were ended early, by each reason; `outcomes` has the others */
    bool alike; /* the moves were the same in each group with the same opening, so one of each counts and no
                 * more are played */
} hra_pairing;

/* How a tournament was opened, as the spec of its work says. */
typedef struct hra_tournament_setup {
    const hra_game *game;
    const hra_player *const *players; /* of this game; no human; owned by the caller, as the game is */
    int count;                        /* of players: as many as seats, or more; 2 at least */
    hra_schedule schedule;
    uint64_t groups; /* of each pairing, at most */
    uint64_t seed;
    int threads; /* about how many tasks run at a time, 1..HRA_MATCH_THREADS */
    hra_limits limits;
    const hra_sequential *test; /* of the one pairing that there is; NULL: none */
    bool records;               /* of all games */
    /* Called when groups of a pairing were added; calls never overlap. May be NULL. */
    void (*counted)(void *self, const hra_pairing *pairing);
    void *counted_self;
    const hra_openings *openings;       /* what groups begin with, of this game; NULL: as the game has it */
    const hra_adjudicator *adjudicator; /* NULL: games go on to their end */
    int pairings;                       /* that the players make */
} hra_tournament_setup;

/* Pairing `pairing` of hra_tournament_setup.pairings, as it is now. */
HRA_API void hra_tournament_look(hra_tournament *t, int pairing, hra_pairing *out);
/* Ratings of all players from all games that count; `out` has room for as many. low and high come of so many
 * samples of groups (`samples` of hra_rate, by the seed of the tournament; some hundred are usual), which see
 * draws and shared luck. A million games take some ten milliseconds a sample; where `progress` (NULL: none)
 * stops it, or samples is 0, they are those of hra_rate. *sampled: which of the two. Errors of
 * hra_rate but HRA_ESTOPPED. */
HRA_API hra_err hra_tournament_rate(hra_tournament *t, uint64_t samples, const hra_progress *progress,
                                    hra_rating *out, bool *sampled, hra_error *why);
/* Worths of all players and how often ties are, by another model of the same games (hra_rate_ties). */
HRA_API hra_err hra_tournament_ties(hra_tournament *t, hra_tie_rating *out, double tie[HRA_MAX_SEATS + 1],
                                    hra_error *why);
/* Writes
 * {"game","schedule":"round-robin"|"gauntlet","seed","groups","openings","over","test":{"low","high","alpha","beta","lower",
 * "upper"},"bootstrapped","players":[{"player","elo","low","high","component","prior_games","games","points"}],"pairings":[{"players":[...],
 * "groups","uncounted_groups","points":[...],"wins":[...],"pairs":[5
 * counts],"outcomes":{"rules","repetition","resigned",
 * "agreed"},"adjudicated":{"tables","draw","resign","length"},"forfeits":[{"ended","hung","illegal","protocol"}],"deterministic","strength":{"mean","stddev","normalized","normalized_error","elo","low","high","los",
 * "observed":{"mean","stddev"},"regularized":{"mean","stddev","absent"}},
 * "llr","verdict":"open"|"low"|"high"}]}; numbers that are not finite are null. Left out: "adjudicated" where
 * no game may be, "openings", the number of those that are played, where there are none, "test", "llr" and
 * "verdict" without a test, "pairs" but of two players in two seats, "elo" to "los" of "strength" where the
 * reference is not 1/2.
 *
 * In "strength", "mean" and "stddev" are those of the groups that were played, and so is "observed", which says it.
 * "normalized", "normalized_error", "elo", "low", "high" and "los" come of the mean and the deviation in
 * "regularized", in which each kind of pair that did not occur counts "absent" times (hra_sample). It is null where
 * fewer than two kinds of groups occurred: then they come of "observed". "elo", "low" and "high" of "players" are
 * something else: the ratings of hra_tournament_rate, from all games at once. HRA_ENOMEM. */
HRA_API hra_err hra_json_tournament(hra_json *json, const char *key, hra_tournament *t,
                                    const hra_progress *progress, hra_error *why);
/* Writes {"tie":[of 2 players, of 3, ...],"players":[{"player","log_strength","error","component"}]}
 * (hra_tournament_ties); an error that is not finite is null. HRA_ENOMEM. */
HRA_API hra_err hra_json_ties(hra_json *json, const char *key, hra_tournament *t, hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
