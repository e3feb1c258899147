/* hra/play.h: one play of a game, and the only place that knows whose turn it is, rolls the dice,
 * asks the players, records, undoes and resumes.
 *
 * A play is stepped, not run: hra_play_step says what happened or what the play waits for, so the
 * terminal, a match and a browser drive the same object.
 *
 *     while (hra_play_step(play, &event) == 0 && event.kind != HRA_EVENT_OVER)
 *         if (event.kind == HRA_EVENT_ASK) hra_play_answer(play, ask_somebody(event.seat));
 *
 * Randomness: the dice of ply p come from the stream (seed, number, p, chance), what a player
 * draws from (seed, number, p, seat). So a move taken back and made again meets the same dice,
 * and a resumed play goes on as if it had never stopped; except that players which keep what they
 * found between moves (mcts:reuse=yes) start afresh after a resume.
 *
 * Clocks: that of a player whose spec has one (hra_player_info.clock) runs while it thinks; a move adds the
 * increment. A step in which it has run out fails with HRA_EHUNG, and whoever drives the play says what
 * follows (hra_play_resign). A move that is taken back gives no time back.
 *
 * Thread-safety: one thread drives a play; hra_play_stop may be called from any. */
#ifndef HRA_PLAY_H
#define HRA_PLAY_H

#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_play hra_play;

typedef enum hra_event_kind {
    HRA_EVENT_CHANCE,   /* chance made `move` */
    HRA_EVENT_MOVE,     /* seat made `move`: a machine, or an answer */
    HRA_EVENT_ASK,      /* waits for hra_play_answer by seat */
    HRA_EVENT_ROLL,     /* waits for hra_play_answer with a move of chance: dice typed in */
    HRA_EVENT_THINKING, /* a worker is choosing for seat: hra_play_wait, or step again later */
    HRA_EVENT_OVER,     /* the game is over */
} hra_event_kind;

typedef struct hra_event {
    hra_event_kind kind;
    int seat;      /* of MOVE, ASK, THINKING; else HRA_CHANCE */
    hra_move move; /* of CHANCE and MOVE */
    int ply;       /* of the move: index for hra_play_at; else the number of moves made */
} hra_event;

/* Takes text of a record as it comes into being: whole lines. A non-zero return ends the play's
 * step with that error. */
typedef hra_err (*hra_record_sink)(void *self, const char *text, size_t length);

typedef struct hra_play_setup {
    size_t size; /* sizeof(hra_play_setup) where it was compiled; what an older one lacks counts as zero */
    const hra_game *game;
    const hra_player *const *players; /* one a seat, of this game, owned by the caller */
    int count;                        /* of players: as many as the game has seats */
    uint64_t seed, number;            /* of the game in a match, else 0; may decide how it begins */
    const char *position;             /* to start from; NULL: the beginning */
    bool manual_chance;               /* dice are typed in */
    bool background;                  /* machines think in a worker thread */
    hra_limits limits;                /* of every machine's decision */
    const hra_stop *stop; /* ends a machine's thinking instead of hra_play_stop; not with background */
    hra_record_sink sink; /* NULL: no record */
    void *sink_self;
    /* Only the present is looked at, as in a match, which makes moves cheaper: hra_play_undo refuses,
     * hra_play_at and hra_play_seen may be asked for the present ply alone,
     * and hra_play_question may give no history. The moves are the same; what a game or a player needs
     * of the past is kept. */
    bool present;
    bool times; /* how long each decision took is measured, and stands in the record */
    /* With background: called in the worker's thread when it is done and the next step has something to say,
     * and perhaps once more when that has lost its meaning; where there are no threads, within the step. It
     * returns soon, calls no function of this play, and waits for nobody who may be in one. NULL: nobody is
     * told. */
    void (*wake)(void *self);
    void *wake_self;
    /* Of a decision that nothing limits, by a player that needs a limit (hra_agent_usual); all 0: none, so that such a
     * decision is refused where the game is large, as in a match. hra_limits_usual() is what a play that people watch
     * has. */
    hra_limits usual;
} hra_play_setup;

/* HRA_EINPUT: a bad position, another number of players than of seats, a player of another game, a setup that
 * does not begin with its size; HRA_EVERSION: a setup of a newer library; HRA_ENOMEM. `setup` itself need not
 * outlive the call; what it points to must. */
HRA_API hra_err hra_play_open(hra_play **out, const hra_play_setup *setup, hra_error *why);
HRA_API void hra_play_close(hra_play *play); /* stops and joins a worker; NULL is allowed */
/* Begins anew with another game number, memory and agents kept: for matches. seats[k] says which
 * of the players sits in seat k, NULL: as before. `state`, NULL or a state of the game to begin at, is the caller's and
 * stays until the play begins anew again, or is closed; so of its clones. Names are forgotten. HRA_ESTATE: a state for a
 * play that was opened at a position. */
HRA_API hra_err hra_play_restart(hra_play *play, uint64_t number, const int *seats, const void *state);

/* A play of its own from where this one stands, with its moves, players, seed and number; what was waited for
 * is waited for there too. It writes no record, and its players have thought nothing yet. What the setup
 * points to outlives it as well. This one may be thinking, but is not changed meanwhile. HRA_ENOMEM. */
HRA_API hra_err hra_play_clone(hra_play **out, const hra_play *play, hra_error *why);

/* Does the next thing. HRA_ESTOPPED: hra_play_stop (or `stop` of the setup) came before the player had
 * a move; HRA_EINPUT: a player that is none of the library's chose what is no move here; HRA_EHUNG: it has
 * run out of time; HRA_ENOMEM; HRA_ELIMIT: over 1,000,000 plies; else what the player or the sink returns. An
 * error leaves the play where it was, and the next step tries again. */
HRA_API hra_err hra_play_step(hra_play *play, hra_event *out);
/* Gives what an ASK or ROLL waits for; the next step reports it as MOVE or CHANCE.
 * HRA_ESTATE: nothing is waited for; HRA_EINPUT: not a legal move. */
HRA_API hra_err hra_play_answer(hra_play *play, hra_move move);
/* Makes a move from outside, whoever is to move: a machine, which is not asked (and thinks no longer), or
 * chance, which does not roll. It is recorded like any other, and repetition is judged; an answer not yet
 * stepped is forgotten. HRA_ESTATE: the play is over; HRA_EINPUT: not a legal move; HRA_ENOMEM; HRA_ELIMIT:
 * over 1,000,000 plies; what the sink returns. An error leaves the play where it was, but that nobody thinks.
 */
HRA_API hra_err hra_play_apply(hra_play *play, hra_move move);
/* Why the last call on this play that can fail did so, in words, those of the player where it was one that
 * refused; an empty text where it did not fail. Never NULL; valid until the next call. */
HRA_API const hra_error *hra_play_why(const hra_play *play);
/* Waits until the worker is done, at most so many seconds; true when it is done. */
HRA_API bool hra_play_wait(hra_play *play, double seconds);
/* Tells a thinking player to hurry; it answers with the best move it has, or the step fails with
 * HRA_ESTOPPED. Any thread, signal handlers too. */
HRA_API void hra_play_stop(hra_play *play);
/* Back to the last decision of `seat`, or where dice are typed in to the last roll, if that came
 * later; what machines answered since goes with it. Where the play was resigned or a draw agreed, that alone
 * is taken back, by whose word it was; by the other where that was a machine. A draw that was offered is
 * offered no longer. HRA_ESTATE: there is none, a move that commits (or a decision of another human) lies
 * between, the result stands in the record already, or the setup said that nobody looks back (`present`).
 * What the sink returns when it fails; the play is then as it was, but nobody thinks any more. */
HRA_API hra_err hra_play_undo(hra_play *play, int seat);

typedef enum hra_outcome {
    HRA_OUTCOME_NONE,       /* the play goes on */
    HRA_OUTCOME_RULES,      /* the rules ended it */
    HRA_OUTCOME_REPETITION, /* a position stood for the last time: a draw */
    HRA_OUTCOME_RESIGNED,
    HRA_OUTCOME_AGREED,      /* on a draw */
    HRA_OUTCOME_ADJUDICATED, /* whoever ran it ended it: hra_adjudication */
} hra_outcome;

/* Why somebody outside ended a play that would have gone on. */
typedef enum hra_adjudication {
    HRA_ADJUDICATION_NONE,
    HRA_ADJUDICATION_TABLES, /* the exact value of the position is known */
    HRA_ADJUDICATION_DRAW,   /* both players took it for a draw long enough */
    HRA_ADJUDICATION_RESIGN, /* one of them took it for lost long enough */
    HRA_ADJUDICATION_LENGTH, /* it took too long: a draw */
} hra_adjudication;

enum { HRA_ADJUDICATIONS = HRA_ADJUDICATION_LENGTH + 1 };

/* What is known of a play as a whole, of one that is being played and of one in a record alike. */
typedef struct hra_play_info {
    size_t size; /* sizeof(hra_play_info) of the library: members beyond it are not there */
    const hra_game *game;
    int plies;             /* moves made, chance included; undone ones left out */
    uint64_t seed, number; /* as of hra_play_setup */
    const char *position;  /* that it began at; NULL: the beginning */
    bool manual_chance;    /* dice are typed in */
    int version;           /* of its record: 1, or more from its first line of that on */
    bool finished;         /* the result stands in the record */
    hra_outcome outcome;   /* why the play is over */
    int resigned;          /* the seat that resigned, else -1 */
    hra_adjudication adjudication;
    int offer;                        /* the seat that offers a draw now, -1: none */
    double returns[HRA_MAX_SEATS];    /* what each seat got; 0 until the play is over */
    const char *names[HRA_MAX_SEATS]; /* what somebody in a seat is called; "" where nobody said */
    const char *specs[HRA_MAX_SEATS]; /* of the players in the seats; "" where a record does not say */
    const hra_player *players[HRA_MAX_SEATS]; /* the same; NULL in a record */
    const char
        *date;    /* the day of a record, "2026.11.22", with ? for what is not known; "" where nobody said */
    size_t whole; /* bytes of a record up to its last whole line; else 0 */
} hra_play_info;

/* Returns what is known now. It is the play's, and valid until the next call with this play. */
HRA_API const hra_play_info *hra_play_snapshot(const hra_play *play);
HRA_API int hra_play_plies(const hra_play *play); /* that of the snapshot */

enum { HRA_NOW = -1 }; /* the number of moves made, for hra_play_at and hra_record_at */

/* One ply: the state before a move, and the move. */
typedef struct hra_ply {
    const void *state; /* before the move; it is the play's */
    /* Seat or HRA_CHANCE; after the last move who is to move: HRA_OVER where the rules end the game, where a position
     * stands for the last time that the game allows (hra_game.repetitions), and where the play was resigned, a draw
     * agreed or the play adjudicated. */
    int mover;
    hra_move move; /* 0 after the last one */
    double
        seconds; /* that the decision took, in whole milliseconds: of a person from ASK to the answer, of a machine
                       from its question to its move. Negative: not known, as of chance and without `times` in the
                       setup */
} hra_ply;

/* Returns ply 0..plies, HRA_NOW: the last of these. */
HRA_API hra_ply hra_play_at(const hra_play *play, int ply);
/* Appends what people call the opening that the play has followed up to a ply, the last of those with a name, and
 * returns the ply from which on it has it. -1: none. */
static inline int hra_play_opening(const hra_play *play, int ply, hra_text *out) {
    while (ply >= 0 && !hra_game_opening(hra_play_snapshot(play)->game, hra_play_at(play, ply).state, out))
        ply--;
    return ply;
}
/* Who chooses for this seat, to be asked what its last choice rests on (HRA_WANT_LAST)
 * while nobody thinks; the play's own. NULL: a person, or it has not been asked yet. */
HRA_API hra_agent *hra_play_agent(const hra_play *play, int seat);
/* A question about the present state for an adviser. Valid until the next step. */
HRA_API void hra_play_question(hra_play *play, hra_question *out);

/* ---- what a seat may see --------------------------------------------------------------------
 * `seat` may be HRA_CHANCE: for somebody who has none, who sees what every seat may see. The thread that
 * drives the play calls these. */

/* The state before move number ply as the seat may see it; `out` is state_size bytes. */
HRA_API void hra_play_seen(const hra_play *play, int ply, int seat, void *out);

/* ---- people ---------------------------------------------------------------------------------
 * What is said here stands in the record, in lines of version 2. A record that began as version 1 goes on as
 * version 2 where the first of them comes; one that never has any stays version 1. */

enum { HRA_NAME_BYTES = 80 };

/* What somebody in a seat is called from now on; "": by nothing. One line of UTF-8 without control characters
 * and blanks at its ends, of at most HRA_NAME_BYTES. Before the first move it stands in the header; a name is
 * not taken back by an undo. HRA_EINPUT: no such seat or name; HRA_ESTATE: the result stands in the record
 * already; what the sink returns. */
HRA_API hra_err hra_play_name(hra_play *play, int seat, const char *text);
/* Ends the play, lost for this seat; whoever thinks thinks no longer. The other gets the most that the game
 * can bring, so that nobody gains by resigning. Only in games of two in which one wins what the other loses:
 * HRA_EFIT elsewhere, since nobody knows what a score would have become. HRA_EINPUT: no such seat;
 * HRA_ESTATE: the play is over; what the sink returns, and then nothing is changed. `why` is NULL, or says why a
 * machine cannot go on, such as a program that ended (hra_failure): the record has it in a line that means nothing
 * to readers (#). */
HRA_API hra_err hra_play_resign(hra_play *play, int seat, const char *why);

typedef enum hra_draw { HRA_DRAW_OFFER, HRA_DRAW_ACCEPT, HRA_DRAW_REFUSE } hra_draw;

/* A draw by agreement: one seat offers it, the other accepts, and the play is over with 0 for each; or
 * refuses, by saying so or by its next move. To offer what is offered is to accept it. Who decides for a
 * machine is the caller's business. Errors as of hra_play_resign; HRA_ESTATE also: nothing is offered to this
 * seat, or it offers a draw already. */
HRA_API hra_err hra_play_draw(hra_play *play, int seat, hra_draw what);

/* Ends the play: seat 0 gets `first`, the other the negative. Whoever thinks thinks no longer. HRA_EFIT: no
 * game of two in which one wins what the other loses; HRA_EINPUT: no reason, or more than the game can bring;
 * HRA_ESTATE: the play is over; what the sink returns, and then nothing is changed. */
HRA_API hra_err hra_play_adjudicate(hra_play *play, hra_adjudication why, double first);
/* ---- records: one play as text --------------------------------------------------------------
 *
 *     hra-record 1
 *     game yahtzee:seats=2
 *     seed 17
 *     number 0
 *     position ...              only where the play did not start at the beginning
 *     dice manual               only where they were typed in
 *     seat 0 human
 *     seat 1 optimal
 *     * 11246                   a move of chance
 *     0 keep 11                 a move of seat 0
 *     undo 2                    the last two moves are taken back
 *     result 254 201            last line of a finished play; 0 0 after a last repetition
 *
 * Version 2 adds these lines, each of which may stand wherever a move may, `name` in the header too:
 *
 *     name 0 Anna               what somebody is called from here on; `name 0`: by nothing
 *     time 1.250                seconds that the last move took
 *     draw offer 0              also `draw accept 1`, `draw refuse 1`; the next move of seat 1 refuses too
 *     resign 1                  seat 1 gives up: the play is over
 *     undo 0                    a resignation or an agreement is taken back, but no move
 *     version 2                 in a record whose header says 1, before the first of these
 *
 * Version 3, in the same way, adds
 *
 *     adjudicated tables -1     whoever ran the play ended it, and seat 0 gets -1 (hra_adjudication)
 *
 * Lines are only ever appended and count only with their newline, so a file cut off at any moment
 * is a record of the play up to the last whole move. A file may hold many records. A header that
 * ends before its last seat, with no move behind it, is not a record yet and is passed over where
 * another record stands before or behind it. */
typedef struct hra_record hra_record;

/* Reads the first record of text[0..length-1]; *used is where the next one begins (at length:
 * that was the last). HRA_EINPUT with the line in why->text, for a text that ends within its first
 * header too; HRA_EVERSION; HRA_ENOMEM; what hra_game_open says of the spec of
 * its game. That is opened by `host`: NULL, and any host that reads no files, is right for records that may
 * come from anybody. `line` is the number of the first line for errors. */
HRA_API hra_err hra_record_parse(hra_record **out, const hra_host *host, const char *text, size_t length,
                                 size_t *used, int line, hra_error *why);
HRA_API void hra_record_close(hra_record *record);
/* Returns what is known of the play; it is the record's, and does not change. */
HRA_API const hra_play_info *hra_record_info(const hra_record *record);
/* As hra_play_at and hra_play_opening. */
HRA_API hra_ply hra_record_at(const hra_record *record, int ply);
static inline int hra_record_opening(const hra_record *record, int ply, hra_text *out) {
    while (ply >= 0 &&
           !hra_game_opening(hra_record_info(record)->game, hra_record_at(record, ply).state, out))
        ply--;
    return ply;
}
/* Appends the play as another program's format has it, with people's names where they have some. HRA_EFIT:
 * that is no format of this game; HRA_ENOMEM.
 */
HRA_API hra_err hra_record_write(const hra_record *record, const hra_format *format, hra_text *out);

/* Makes the moves of a record in a play just opened with the same setup, without writing them to
 * the sink again and without asking anybody; names, offers, times and how it ended are the record's too. The
 * sink goes on after the record. HRA_ESTATE: the play has begun; HRA_EINPUT: the moves are of another game or
 * position; HRA_ENOMEM. After an error the play is as it was. */
HRA_API hra_err hra_play_resume(hra_play *play, const hra_record *record);

#ifdef __cplusplus
}
#endif
#endif
