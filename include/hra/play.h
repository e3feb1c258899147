/* hra/play.h: one game being played. A play knows who is to move, draws chance, asks the players, writes the
 * record, takes moves back and resumes.
 *
 * The caller steps a play: hra_play_step reports what happened or what the play waits for. The terminal, a match
 * and a browser use the same functions.
 *
 *     while (hra_play_step(play, &event) == 0 && event.kind != HRA_EVENT_OVER)
 *         if (event.kind == HRA_EVENT_ASK) hra_play_answer(play, ask_a_person(event.seat));
 *
 * Randomness: chance at ply p uses the stream (seed, number, p, HRA_STREAM_CHANCE), a player the stream (seed,
 * number, p, HRA_STREAM_SEAT + seat). So a move that is taken back and made again meets the same dice, and a
 * resumed game continues as if it had not been interrupted. One exception: players that keep a search tree between
 * moves (mcts:reuse=yes) start without it after a resume.
 *
 * Clocks: the clock of a player whose spec has one (hra_player_info.clock) runs during its decisions; a move adds
 * the increment. If the time runs out, the step fails with HRA_EHUNG, and the caller decides what follows
 * (hra_play_resign). A move that is taken back returns no time.
 *
 * Thread-safety: one thread at a time uses a play; hra_play_stop may be called from any thread. */
#ifndef HRA_PLAY_H
#define HRA_PLAY_H

#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_play hra_play;

typedef enum hra_event_kind {
    HRA_EVENT_CHANCE,   /* chance made `move` */
    HRA_EVENT_MOVE,     /* `seat` made `move`: a program, or a person by hra_play_answer */
    HRA_EVENT_ASK,      /* the play waits for hra_play_answer with a move of `seat` */
    HRA_EVENT_ROLL,     /* the play waits for hra_play_answer with a chance move: manual dice */
    HRA_EVENT_THINKING, /* a thread searches for `seat`: call hra_play_wait, or step again later */
    HRA_EVENT_OVER,     /* the game is over */
} hra_event_kind;

typedef struct hra_event {
    hra_event_kind kind;
    int seat;      /* MOVE, ASK, THINKING; else HRA_CHANCE */
    hra_move move; /* CHANCE and MOVE */
    int ply;       /* CHANCE and MOVE: index of the move for hra_play_at; else the number of moves made */
} hra_event;

/* Gets the text of a record while it is written, in whole lines. A non-zero return ends the step with that error. */
typedef hra_err (*hra_record_sink)(void *self, const char *text, size_t length);

typedef struct hra_play_setup {
    size_t size; /* sizeof(hra_play_setup) of the caller; members beyond it count as zero */
    const hra_game *game;
    const hra_player *const *players; /* one per seat, of this game, owned by the caller */
    int count;                        /* number of players: the game's number of seats */
    uint64_t seed, number; /* number: index of the game in its match, else 0; it may decide the start */
    const char *position;  /* the starting position; NULL: the game's */
    bool manual_chance;    /* chance moves come from hra_play_answer */
    bool background;       /* programs search in a thread of their own */
    hra_limits limits;     /* of every decision of a program */
    const hra_stop *stop;  /* stops a search in place of hra_play_stop; not with background */
    hra_record_sink sink;  /* NULL: no record */
    void *sink_self;       /* passed to sink */
    /* Only the present state is needed, as in a match; moves are then faster. hra_play_undo fails, hra_play_at and
     * hra_play_seen work only for the present ply, and hra_play_question may set no history. The moves are the
     * same: what the game or a player needs of the past is stored. */
    bool present;
    bool times; /* measure the time of each decision, and write it to the record */
    /* With background: called when the next step can report something, in the search thread, or within the step if
     * the library has no threads. A call may come too late, when there is nothing left to report. It must return
     * soon, must not use this play, and must not wait for a thread that may be using it. NULL: no call. */
    void (*wake)(void *self);
    void *wake_self; /* passed to wake */
    /* The limit of a decision that nothing else limits, by a player that needs a limit (hra_agent_usual).
     * hra_limits_usual() is for games that persons watch. All 0: none; in a large game such a decision fails, as
     * it does in a match. */
    hra_limits usual;
    /* The name of each player of the setup, "" or NULL: none; the caller owns it. NULL: as hra_player_called names them. */
    const char *const *names;
} hra_play_setup;

/* Opens a play, which the caller closes. `setup` itself need not outlive the call; what it points to must outlive
 * the play. Returns
 *   HRA_EINPUT    if the position is wrong, the number of players is not that of the seats, a player is of another
 *                 game, or `setup` does not begin with its size
 *   HRA_EVERSION  if `setup` is of a newer library
 *   HRA_ENOMEM. */
HRA_API hra_err hra_play_open(hra_play **out, const hra_play_setup *setup, hra_error *why);
HRA_API void hra_play_close(hra_play *play); /* stops a search and joins its thread; NULL is allowed */
/* Starts another game, for matches; memory and agents are used again, names are those of the players. seats[k] is the player in
 * seat k, an index of the setup's players; NULL: as before. `state` is the state to begin at, or NULL. The caller
 * owns it, and it must not change until the next restart or close, of clones too. Returns
 *   HRA_ESTATE  if `state` is given and the setup has a position. */
HRA_API hra_err hra_play_restart(hra_play *play, uint64_t number, const int *seats, const void *state);

/* Opens a copy with the same moves, players, seed and number, which waits for the same answer and which the caller
 * closes. The copy writes no record and its players have no memory yet. What the setup points to must outlive it.
 * `play` may have a search running, but no other thread may change it meanwhile. HRA_ENOMEM. */
HRA_API hra_err hra_play_clone(hra_play **out, const hra_play *play, hra_error *why);

/* Does the next thing and reports it. After an error the play is as before, and the next step tries again. Returns
 *   HRA_ESTOPPED  if hra_play_stop, or `stop` of the setup, came before the player had a move
 *   HRA_EINPUT    if a player that is not of this library chose an illegal move
 *   HRA_EHUNG     if the player's clock ran out
 *   HRA_ELIMIT    after 1,000,000 plies
 *   HRA_ENOMEM
 *   else what the player or the sink returns. */
HRA_API hra_err hra_play_step(hra_play *play, hra_event *out);
/* Answers an event ASK or ROLL; the next step reports the move. Returns
 *   HRA_ESTATE  if the play waits for no answer
 *   HRA_EINPUT  if the move is not legal. */
HRA_API hra_err hra_play_answer(hra_play *play, hra_move move);
/* Makes a move in place of the seat or of chance, whichever is to move; a running search is stopped. The move is
 * recorded like any other, and repetition counts; an answer that no step has used is dropped. After an error the
 * play is as before, except that no search runs. Returns
 *   HRA_ESTATE  if the game is over
 *   HRA_EINPUT  if the move is not legal
 *   HRA_ELIMIT  after 1,000,000 plies
 *   HRA_ENOMEM
 *   else what the sink returns. */
HRA_API hra_err hra_play_apply(hra_play *play, hra_move move);
/* Returns the error of the last call with this play that can fail, in the player's words if the player refused; an
 * empty text after success. Never NULL; valid until the next call. */
HRA_API const hra_error *hra_play_why(const hra_play *play);
/* Waits until the search has ended, at most `seconds` (negative: without limit). Returns true if no search runs. */
HRA_API bool hra_play_wait(hra_play *play, double seconds);
/* Stops the running search, which answers with the best move so far; if it has none the step fails with
 * HRA_ESTOPPED. Any thread, signal handlers too. */
HRA_API void hra_play_stop(hra_play *play);
/* Takes back the last decision of `seat`, and all moves after it. With manual dice it takes back the last roll
 * instead, if that came later. If the game was resigned or a draw was agreed, only that is taken back; a
 * resignation or agreement of another person stays. A pending draw offer is dropped. Returns
 *   HRA_ESTATE  if there is no such decision, an irrevocable move or a decision of another person came after it,
 *               the record has its result already, or the setup has `present`
 *   else what the sink returns; the play is then as before, except that no search runs. */
HRA_API hra_err hra_play_undo(hra_play *play, int seat);

typedef enum hra_outcome {
    HRA_OUTCOME_NONE,        /* the game goes on */
    HRA_OUTCOME_RULES,       /* by the rules */
    HRA_OUTCOME_REPETITION,  /* draw: a position occurred for the last time that the game allows */
    HRA_OUTCOME_RESIGNED,    /* a seat resigned */
    HRA_OUTCOME_AGREED,      /* draw by agreement */
    HRA_OUTCOME_ADJUDICATED, /* ended by the caller: hra_adjudication */
} hra_outcome;

/* Why the caller ended a game that would have gone on. */
typedef enum hra_adjudication {
    HRA_ADJUDICATION_NONE,
    HRA_ADJUDICATION_TABLES, /* the exact value of the position is known */
    HRA_ADJUDICATION_DRAW,   /* draw by the values of both players */
    HRA_ADJUDICATION_RESIGN, /* loss by the values of one player */
    HRA_ADJUDICATION_LENGTH, /* draw after the maximum number of plies */
} hra_adjudication;

enum { HRA_ADJUDICATIONS = HRA_ADJUDICATION_LENGTH + 1 };

/* Facts about a game, of a play and of a record alike. */
typedef struct hra_play_info {
    size_t size; /* sizeof(hra_play_info) of the library: members beyond it do not exist */
    const hra_game *game;
    int plies;             /* number of moves, chance moves included; moves taken back do not count */
    uint64_t seed, number; /* as in hra_play_setup */
    const char *position;  /* the starting position; NULL: the game's */
    bool manual_chance;    /* dice are typed in */
    int version;           /* of the record; it rises with the first line of a later version */
    bool finished;         /* the record has its result */
    hra_outcome outcome;   /* why the game is over */
    int resigned;          /* the seat that resigned; -1: none */
    hra_adjudication adjudication;
    int offer;                                /* the seat with a pending draw offer; -1: none */
    double returns[HRA_MAX_SEATS];            /* 0 until the game is over */
    const char *names[HRA_MAX_SEATS];         /* of the persons in the seats; "": unknown */
    const char *specs[HRA_MAX_SEATS];         /* of the players in the seats; "": unknown, in a record */
    const hra_player *players[HRA_MAX_SEATS]; /* the same; NULL in a record */
    const char *date; /* of a record: "2026.11.22", with ? for unknown digits; "": unknown */
    size_t whole;     /* of a record: its bytes up to the last whole line; else 0 */
} hra_play_info;

/* Returns the facts as of now. They are the play's, and valid until the next call with it. */
HRA_API const hra_play_info *hra_play_snapshot(const hra_play *play);
HRA_API int hra_play_plies(const hra_play *play); /* `plies` of the snapshot */

enum { HRA_NOW = -1 }; /* the present ply, for hra_play_at and hra_record_at */

/* One ply: the state before a move, and the move. */
typedef struct hra_ply {
    const void *state; /* before the move; the play's */
    /* A seat or HRA_CHANCE. At the present ply who is to move: HRA_OVER if the rules end the game, at the last
     * allowed occurrence of a position (hra_game.repetition_limit), and after a resignation, an agreed draw or an
     * adjudication. */
    int mover;
    hra_move move; /* 0 at the present ply */
    /* Duration of the decision, to the millisecond: of a person from ASK to the answer, of a program from the start
     * of its search to its move. Negative: unknown, as of chance moves and without `times` in the setup. */
    double seconds;
} hra_ply;

/* Returns ply 0..plies; HRA_NOW: ply `plies`. */
HRA_API hra_ply hra_play_at(const hra_play *play, int ply);
/* Appends the name of the opening: of the last state up to ply that has one. Returns the ply of that state; -1:
 * there is none. */
static inline int hra_play_opening(const hra_play *play, int ply, hra_text *out) {
    while (ply >= 0 && !hra_game_opening(hra_play_snapshot(play)->game, hra_play_at(play, ply).state, out))
        ply--;
    return ply;
}
/* Returns the agent of the player in a seat, for questions about its last move (HRA_WANT_LAST). It is the play's.
 * NULL: a person, a player that has not made a decision yet, or a search runs. */
HRA_API hra_agent *hra_play_agent(const hra_play *play, int seat);
/* Writes a question about the present state, for an adviser. Valid until the next step. */
HRA_API void hra_play_question(hra_play *play, hra_question *out);

/* ---- what a seat may see --------------------------------------------------------------------
 * `seat` HRA_CHANCE is a spectator, who sees what every seat may see. */

/* Writes the state before move `ply` as the seat may see it; `out` has room for state_size bytes. */
HRA_API void hra_play_seen(const hra_play *play, int ply, int seat, void *out);

/* ---- people ---------------------------------------------------------------------------------
 * The record has names, resignations, draws and adjudications in lines of versions 2 and 3. A record begins as
 * version 1 and rises with the first such line. */

/* Sets the name of the person or player in a seat; "" removes it. A player with a name (hra_player_info.name) has it
 * from the beginning. A name is one line of UTF-8 of at most HRA_NAME_BYTES,
 * without control characters, and without blanks at its ends. Before the first move it is in the header of the
 * record. An undo does not remove it. Returns
 *   HRA_EINPUT  if there is no such seat, or the name is not allowed
 *   HRA_ESTATE  if the record has its result already
 *   else what the sink returns. */
HRA_API hra_err hra_play_name(hra_play *play, int seat, const char *text);
/* Ends the game as lost for this seat: the other seat gets the game's highest return, so that no seat gains by
 * resigning. A running search is stopped. `why` may say why a program cannot go on, such as a program that ended
 * (hra_failure); the record has it as a comment (#). NULL: no reason. Returns
 *   HRA_EFIT    if the game is not zero-sum, for two seats
 *   HRA_EINPUT  if there is no such seat
 *   HRA_ESTATE  if the game is over
 *   else what the sink returns; the game then goes on, unless only the comment could not be written. */
HRA_API hra_err hra_play_resign(hra_play *play, int seat, const char *why);

/* Gives up a part of the game: makes a move that `concessions` of the game's rules lists. The rules say what follows, in a
 * points match the next game, or the end. The other side is not asked: the caller decides whether it agrees. A running
 * search is stopped. The record has the move, in a line of version 4. hra_play_undo takes it back. Returns
 *   HRA_EINPUT  if the move gives up nothing here
 *   HRA_ESTATE  if the game is over
 *   HRA_ELIMIT  after 1,000,000 plies
 *   HRA_ENOMEM
 *   else what the sink returns; the play is then as before, except that no search runs. */
HRA_API hra_err hra_play_concede(hra_play *play, hra_move move);

typedef enum hra_draw { HRA_DRAW_OFFER, HRA_DRAW_ACCEPT, HRA_DRAW_REFUSE } hra_draw;

/* Offers, accepts or refuses a draw. If one seat offers and the other accepts, or offers too, the game is over with
 * 0 for each. The other seat's next move refuses. The caller decides for a program. Returns as hra_play_resign, and
 *   HRA_ESTATE  if this seat has no offer to answer, or has a pending offer of its own. */
HRA_API hra_err hra_play_draw(hra_play *play, int seat, hra_draw what);

/* Ends the game: seat 0 gets `first`, seat 1 the negative. A running search is stopped. Returns
 *   HRA_EFIT    if the game is not zero-sum, for two seats
 *   HRA_EINPUT  if `why` is not a reason, or `first` is outside the game's returns
 *   HRA_ESTATE  if the game is over
 *   else what the sink returns; the game then goes on. */
HRA_API hra_err hra_play_adjudicate(hra_play *play, hra_adjudication why, double first);
/* ---- records: one game as text --------------------------------------------------------------
 *
 *     hra-record 1
 *     game yahtzee:seats=2
 *     seed 17
 *     number 0
 *     position ...              only if the game started at a position of its own
 *     dice manual               only if they were typed in
 *     seat 0 human
 *     seat 1 optimal
 *     * 11246                   a chance move
 *     0 keep 11                 a move of seat 0
 *     undo 2                    the last two moves are taken back
 *     result 254 201            last line of a finished game; 0 0 after a draw by repetition
 *
 * Version 2 adds lines that may be between any moves; `name` may be in the header too:
 *
 *     name 0 Anna               the name of the person in seat 0 from here on; `name 0` removes it
 *     time 1.250                seconds that the last move took
 *     draw offer 0              also `draw accept 1`, `draw refuse 1`; the next move of seat 1 refuses too
 *     resign 1                  seat 1 resigns: the game is over
 *     undo 0                    a resignation or an agreement is taken back, but no move
 *     version 2                 in a record whose header says 1, before the first of these
 *
 * Version 3 adds, in the same way,
 *
 *     adjudicated tables -1     the program that ran the game ended it, and seat 0 gets -1 (hra_adjudication)
 *
 * Version 4 adds moves that give up a part of the game (hra_play_concede), of seats that need not be to move:
 *
 *     0 White resigns 2 points
 *
 * Lines that begin with "#:" are what is written about the game (hra/annotated.h). For readers that do not know them they
 * are comments, and so is such a line that is wrong. \n in a text is a new line, \\ a backslash.
 *
 *     #: tag Event Club         a tag of the file, after the header
 *     #: comment TEXT           about the last move; `before comment TEXT`: written before it
 *     #: nag 1                  a glyph of the last move; also `before nag 1`
 *     #: property NAME TEXT     what only its own format understands
 *     #: (                      a variation in place of the last move; they nest
 *     #: 1 22-18                a move in a variation
 *     #: )
 *
 * Lines are only appended, and count only with their newline. So a file that was cut off anywhere is a record of
 * the game up to the last whole move. A file may hold many records. A header that ends before its last seat, with no
 * move after it, is not a record yet; the reader skips it if there is another record before or after it. */
typedef struct hra_record hra_record;

/* Reads the first record of text[0..length-1], which the caller closes. *used is where the next one begins;
 * `length`: it was the last. The host opens its game; NULL, or a host that reads no files, is right for records of
 * unknown origin. `line` is the number of the first line, for errors. Returns
 *   HRA_EINPUT    if a line is wrong, which why->text names, or the text ends within its first header
 *   HRA_EVERSION  if the record is of a newer version
 *   HRA_ENOMEM
 *   else what hra_game_open returns for its spec. */
HRA_API hra_err hra_record_parse(hra_record **out, const hra_host *host, const char *text, size_t length,
                                 size_t *used, int line, hra_error *why);
HRA_API void hra_record_close(hra_record *record);
/* Returns facts about the game. They are the record's, and do not change. */
HRA_API const hra_play_info *hra_record_info(const hra_record *record);
/* As hra_play_at and hra_play_opening. */
HRA_API hra_ply hra_record_at(const hra_record *record, int ply);
static inline int hra_record_opening(const hra_record *record, int ply, hra_text *out) {
    while (ply >= 0 &&
           !hra_game_opening(hra_record_info(record)->game, hra_record_at(record, ply).state, out))
        ply--;
    return ply;
}
/* Opens the record of an annotated game (hra/annotated.h), which is the record's from then on: the moves of its main line,
 * names, and the result. One that the rules do not know counts as resigned or agreed. After an error the annotated game is
 * still the caller's. Returns
 *   HRA_ENOMEM
 *   HRA_ELIMIT  after 1,000,000 plies. */
HRA_API hra_err hra_record_of(hra_record **out, struct hra_annotated *annotated, hra_error *why);
/* Returns what is written about the game: variations, comments and tags. It is the record's; NULL: nothing. */
HRA_API const struct hra_annotated *hra_record_annotated(const hra_record *record);
/* Appends the record as text that hra_record_parse reads: moves that stand, names, the result, and what is written about
 * the game, in lines that begin with "#:". HRA_ENOMEM. */
HRA_API hra_err hra_record_text(const hra_record *record, hra_text *out);
/* Appends the game in the format of another program, with names of persons. Returns
 *   HRA_EFIT  if this game does not have that format
 *   HRA_ENOMEM. */
HRA_API hra_err hra_record_write(const hra_record *record, const hra_format *format, hra_text *out);

/* Makes the moves of a record in a play that was just opened with the same setup, and takes over names, offers,
 * times and the outcome. No player is asked. The sink gets no line of the record, only those after it. After an error
 * the play is as before. Returns
 *   HRA_ESTATE  if the play has begun
 *   HRA_EINPUT  if the moves are of another game or position
 *   HRA_ENOMEM. */
HRA_API hra_err hra_play_resume(hra_play *play, const hra_record *record);

#ifdef __cplusplus
}
#endif
#endif
