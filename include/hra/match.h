/* hra/match.h: many plays of a game between the same players, and their statistics. */
#ifndef HRA_MATCH_H
#define HRA_MATCH_H

#include "hra/play.h"
#include "hra/stats.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* all else in the library is hidden */
#endif

enum { HRA_MATCH_THREADS = 256 }; /* of a match at most */

typedef struct hra_match_setup {
    size_t size; /* sizeof(hra_match_setup) where it was compiled; what an older one lacks counts as zero */
    const hra_game *game;
    const hra_player *const *players; /* one a seat, of this game; no human */
    int count;                        /* of players: as many as the game has seats */
    uint64_t games, seed;
    int threads; /* 1..HRA_MATCH_THREADS; never changes a result */
    bool rotate; /* game g seats player p in seat (p + g) mod seats */
    hra_limits limits;
    hra_record_sink sink; /* records, in the order of the games; NULL: none. Called from the worker
                           * threads too, but never from two at a time */
    void *sink_self;
    const hra_progress *progress; /* a stop ends the match early with the games played so far */
} hra_match_setup;

typedef struct hra_match_player {
    int player; /* index in setup.players */
    int seat;   /* -1 where players rotate */
    hra_stats score;
    uint64_t wins, draws,
        losses;    /* a game won by k together is a draw for them; alone at the table nothing counts */
    double points; /* wins + shares of 1/k: score_rate = points / games */
    uint64_t seat_games[HRA_MAX_SEATS]; /* played in each seat, and the points got there */
    double seat_points[HRA_MAX_SEATS];
    double fact[HRA_MAX_FACTS]; /* sums of the rules' facts */
} hra_match_player;

typedef struct hra_match_result {
    size_t size;    /* sizeof(hra_match_result), set by the caller: no more is written */
    uint64_t games; /* actually played */
    double seconds;
    bool stopped;
    int count;
    hra_match_player players[HRA_MAX_SEATS];
} hra_match_result;

/* Plays all games with `threads` threads, the calling one among them, and returns when they are played,
 * a stop was seen, or an error came. Several threads may call at once, with players and games shared;
 * what `sink_self` and `progress` point to is then one's own. progress->report is called as the sink is.
 * HRA_EINPUT: a human among the players, a player of another game, too few or too many of them, threads out
 * of range, a setup or a result that does not begin with its size; HRA_EVERSION: one of a newer library;
 * HRA_ENOMEM; an error of a player or of the sink. `out` is filled with the games so far then too, and *why
 * says what went wrong (why NULL: not said). The result is released with hra_match_release, after an error
 * too. */
hra_err hra_match_run(const hra_match_setup *setup, hra_match_result *out, hra_error *why);
void hra_match_release(hra_match_result *result);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
