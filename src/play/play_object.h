/* The struct of a game, for the files that use it: play.c steps it, take_back.c takes moves back, record_writer.c
 * writes its record, conduct.c is about people and what they may see, clocks.c about clocks. */
#ifndef HRA_PLAY_PLAY_OBJECT_H
#define HRA_PLAY_PLAY_OBJECT_H

#include "core/messages.h"
#include "core/rng.h"
#include "hra/play.h"
#include "play/history.h"
#include "play/play_metadata.h"
#include "players/player.h"
#include "rules/defaults.h"

typedef enum waiting { NOBODY, A_SEAT, A_ROLL } waiting;

/* What a worker thread thinks about. */
typedef struct thought {
    hra_agent *agent;
    int seat;
    hra_question question;
    hra_move move;
    bool timed;               /* how long it takes is measured */
    double seconds;           /* that it took */
    bool done;                /* atomic: there is a move, or none; the thread may still run */
    void (*wake)(void *self); /* may be NULL */
    void *wake_self;
} thought;

struct hra_play {
    hra_play_setup setup;
    const hra_player *players[HRA_MAX_SEATS];
    hra_agent *agents[HRA_MAX_SEATS]; /* one a player, opened when first asked */
    int sitting[HRA_MAX_SEATS];       /* the player in each seat */
    bool clocked;                     /* some player has a clock */
    double left[HRA_MAX_SEATS];       /* seconds on each player's, where it has one */
    uint64_t number;
    const void *start;   /* the caller's state that it began with; NULL: setup.position, or the beginning */
    hra_streams streams; /* of seed and number */
    hra_stream_start *started; /* [ply][purpose], the same in every game; NULL: one game is played */
    hra_track track;
    hra_manners manners;
    char (*names)[HRA_NAME_BYTES + 1]; /* of the players, "": none; NULL: none has one */
    int version;                       /* of the record */
    bool bare; /* only moves: no record, times, clocks or words, and all players are the library's */
    bool header_written, result_written;
    waiting waiting;
    bool answered;
    hra_move answer;
    double asked; /* the clock when the seat that is waited for was asked, if times are kept */
    double took;  /* seconds of the decision that is pushed next; negative: not known */
    hra_job *job; /* NULL: no player thinks */
    thought thought;
    hra_stop stop;
    void *seen;     /* what the seat that thinks may see, where the game hides something; else NULL */
    void *look;     /* scratch of hra_play_seen, where the game hides something */
    hra_move *list; /* scratch: moves and probabilities of one state */
    double *probability;
    hra_text line;
    hra_error why;      /* of the last call; code 0: it did not fail */
    hra_play_info info; /* filled when it is asked for */
};

/* Makes this the agent of a player of the setup, between games; it belongs to the play from now on. Returns the one
 * before, which is the caller's. NULL: none. */
hra_agent *hra_play_set_agent(hra_play *play, int player, hra_agent *agent);

static inline const hra_player *hra_play_seated(const hra_play *play, int seat) {
    return play->players[play->sitting[seat]];
}

/* Opens the agent of a player if it is not open yet. */
hra_err hra_play_need_agent(hra_play *play, int player);

static inline const void *hra_play_now(const hra_play *play) {
    return hra_track_state(&play->track, play->track.plies);
}

/* ---- what a ply draws -----------------------------------------------------------------------*/

/* Plies of which the beginnings of streams are kept: most games are over by then. */
enum { HRA_STARTED_PLIES = 128 };

static inline hra_stream_start hra_play_start_stream(const hra_play *play, int ply, int purpose) {
    return play->started && ply < HRA_STARTED_PLIES
               ? play->started[ply * (HRA_STREAM_SEAT + play->setup.game->seats) + purpose]
               : hra_stream_start_of(play->setup.seed, (uint64_t)ply, (uint64_t)purpose);
}

/* The seed of the player in this seat, if it moves at this ply. */
static inline uint64_t hra_play_seed(const hra_play *play, int ply, int seat) {
    hra_stream_start start = hra_play_start_stream(play, ply, HRA_STREAM_SEAT + seat);
    return hra_streams_first(&play->streams, &start, (uint64_t)ply);
}

static inline hra_rng hra_play_chance_rng(const hra_play *play, int ply) {
    hra_stream_start start = hra_play_start_stream(play, ply, HRA_STREAM_CHANCE);
    return hra_streams_go(&play->streams, &start, (uint64_t)ply);
}

/* The state as the player in this seat, which is to move, may see it. Valid until the next call. */
static inline const void *hra_play_seen_by(hra_play *play, int seat) {
    const void *s = hra_play_now(play);
    const hra_player *player = hra_play_seated(play, seat);
    const hra_player_kind *kind = player->info.kind;
    if (!play->seen || (kind && kind->even && !player->outside))
        return s;
    play->setup.game->rules->conduct->observation(play->setup.game, s, seat, play->seen);
    return play->seen;
}

/* ---- errors in words ------------------------------------------------------------------------*/

static inline void forget_why(hra_play *play) {
    play->why.code = HRA_OK;
    play->why.text[0] = '\0';
}

/* The end of a call that can fail: adds `words` if there is no reason yet. */
static inline hra_err told(hra_play *play, hra_err err, const char *words) {
    if (!err)
        forget_why(play);
    else if (play->why.code != err)
        hra_fail(&play->why, err, -1, "%s", words ? _(words) : hra_err_text(err));
    return err;
}

static inline void end_thinking(hra_play *play) {
    if (!play->job)
        return;
    hra_stop_set(&play->stop);
    hra_job_join(play->job);
    play->job = NULL;
    hra_stop_clear(&play->stop);
}

/* ---- clocks: clocks.c -----------------------------------------------------------------------*/

void hra_play_wind_clocks(hra_play *play); /* a game begins */
/* Tells a player that divides its time itself what all clocks show, and limits any other to a share of its
 * own. */
void hra_play_look_at_clocks(hra_play *play, int seat);
/* Takes what the decision took off the clock of its player, and adds the increment. HRA_EHUNG: it has run
 * out. */
hra_err hra_play_press_clock(hra_play *play, int seat);

/* The ply of the last decision of a seat that can be taken back if all persons agree; -1: none. */
int hra_play_last_decision(const hra_play *play, int seat);
/* Takes back the last decision of a seat, and all moves after it, those of other persons too. Returns as hra_play_undo. */
hra_err hra_play_undo_agreed(hra_play *play, int seat);

/* ---- the record: record_writer.c ------------------------------------------------------------
 * Without a sink nothing is written. They return what the sink returns. */

/* The move of a ply, with its time where that is known; and the header before the first. */
hra_err hra_play_write_move(hra_play *play, int ply);
/* A line that needs version 2, and before it what says so. It begins with a word and a number; `text` may be
 * NULL. */
hra_err hra_play_write_manner(hra_play *play, const char *word, int number, const char *text);
/* Writes how the game was adjudicated, which needs version 3. */
hra_err hra_play_write_adjudicated(hra_play *play, hra_adjudication why, double first);
/* A line for people alone, about a seat. */
hra_err hra_play_write_note(hra_play *play, int seat, const char *text);
/* A comment on the last move, which people and later programs read: bytes that are no text are replaced. */
hra_err hra_play_write_comment(hra_play *play, const char *text);
hra_err hra_play_write_undo(hra_play *play, int plies);
hra_err hra_play_write_result(hra_play *play);

#endif
