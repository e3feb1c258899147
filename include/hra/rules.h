/* hra/rules.h: the interface of a game, for authors of games and for programs that call rules directly.
 *
 * A game is one constant hra_rules table in its own folder and one line in src/builtin/games.def.
 * Methods, players, matches, records, the command line and the tests use every game through this table
 * alone. docs/adding-a-game.md shows a whole game.
 *
 * Thread-safety: an open hra_game is immutable; threads share it. The functions of a table keep no state
 * between calls: no heap, no lock, no global, no printing. */
#ifndef HRA_RULES_H
#define HRA_RULES_H

#include "hra/host.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t hra_move; /* encoded by the game; dice and cards are chance moves */

enum {
    HRA_CHANCE = -1,         /* to_move: the next move is a chance move */
    HRA_OVER = -2,           /* to_move: the game is over */
    HRA_MAX_SEATS = 8,       /* the most seats of any game */
    HRA_MAX_STATISTICS = 12, /* the most statistics of a finished game */
    HRA_MAX_TERMS = 32,      /* the most terms of a state */
    HRA_MAX_STATE = 1 << 16, /* the largest state, in bytes */
};

typedef struct hra_game hra_game;

/* Rules with their options. hra_game_open and the rules' `open` fill it. */
struct hra_game {
    const hra_rules *rules;
    const hra_host *host;          /* opened the game, and opens its players, evaluations and records */
    char *spec;                    /* as typed; owned by the game */
    int seats;                     /* 1..HRA_MAX_SEATS; seat 0 moves first */
    size_t state_size;             /* bytes of a state; alignment of max_align_t is enough */
    int max_moves, max_chances;    /* the most moves and chance outcomes of any state. max_chances 0: the game
                                      has no chance, even if the rules have `chance_outcomes` */
    bool zero_sum;                 /* two seats; each value is the negative of the other */
    bool one_against_all;          /* seats 1.. play together against seat 0: their returns are the negative
                                      of its return, and minimax treats them as one opponent */
    bool integer_returns;          /* every return is an integer */
    double min_return, max_return; /* bounds of every seat's return */
    bool sum_bounded;              /* the returns of all seats add up to at most max_sum */
    double max_sum;
    int repetition_limit; /* number of occurrences of a position (2 or more) that makes the game a draw, 0
                        for each seat; 0: never. hra_play and hra_record, which hold the history, apply it;
                        rules, perft and tables do not. Positions are equal if hra_game_key is */
    void *data;           /* data of the game, such as a maze or tables; its `close` frees it */
};

struct hra_evaluator;

/* How to draw a board. */
typedef struct hra_board_style {
    bool unicode; /* box drawing and dice faces; else plain ASCII */
    bool color;   /* ANSI colours in addition to signs, never instead of them */
    bool compact; /* as few lines as possible; the game decides what to show */
    int width;    /* columns available */
    int seat;     /* the seat whose view is drawn; -1: all */
    bool over;    /* the game ended otherwise than by the rules, such as by agreement: no seat is to move */
    bool no_ids;  /* without position IDs, which the catalogue's `notations` write on request */
    const char *const *names; /* of the persons in the seats, "": unknown; NULL: all are unknown */
} hra_board_style;

/* An evaluation: estimates the value of a state for each seat. A table of them ends with a NULL name; its
 * first entry is the game's default. */
typedef struct hra_evaluation {
    const char *name, *help;
    const hra_option *options;
    hra_err (*open)(const hra_game *, const hra_options *, void **self,
                    hra_error *); /* NULL: needs no data */
    void (*close)(void *self);
    /* Allocates working memory for one thread. NULL: needs none. HRA_ENOMEM. */
    hra_err (*begin)(const hra_game *, const void *self, void **scratch);
    void (*end)(void *scratch);
    /* Writes one finite number per seat, within min..max. */
    void (*value)(const hra_game *, const void *self, void *scratch, const void *s, double *out);
    /* The same for a batch of n states, the i-th at states + i * stride: writes n * seats numbers, state by
     * state. NULL: a batch is not faster. */
    void (*values)(const hra_game *, const void *self, void *scratch, const void *states, size_t stride,
                   int n, double *out);
    double min, max; /* bounds of its numbers; both 0: those of the game's returns */
    double win;      /* value of a win at `ply` of a search: win - ply, of a loss the negative, so that
                        fast wins come first. 0: the values are the returns. Methods that average
                        returns convert a value x by `chance` of the catalogue, or to x / win of the highest return */
    bool ends; /* `value` also evaluates finished states: depth-limited searches, `greedy`, and Monte Carlo
                  methods with this evaluation use it instead of the returns. Needs win = 0 */
    const struct hra_evaluation *(*for_game)(const hra_game *); /* of the same name and options; NULL: this */
    const char *counts;                                         /* its numbers, translatable: "pawns" */
} hra_evaluation;

struct hra_annotated; /* hra/annotated.h: a game with variations, comments and tags */

/* What a format notes when it stops at *used, so that it does not go through the text before it again. */
typedef struct hra_format_mark {
    size_t at; /* *used; 0: nothing is noted */
    int line;  /* the number of the line there */
    int state; /* the format's own */
} hra_format_mark;

/* A text for a format to read: one game of a file, or one match. */
typedef struct hra_format_input {
    const hra_host *host; /* opens its game; NULL: one that reads no files */
    const char *text;     /* UTF-8; untrusted */
    size_t length;
    size_t at; /* where to go on: 0, or *used of the last call */
    int line;  /* the number of the first line, for faults */
    hra_format_mark
        *mark; /* of the last call, and for the next one; the caller keeps it. NULL: nothing is noted */
} hra_format_input;

/* A file format for games of other programs. A table of them ends with a NULL name. */
struct hra_format {
    const char *name, *suffix; /* "PDN", and the suffix of its files, ".pdn" */
    /* Returns how much the beginning of a file looks like this format: 0 not at all, 100 for certain. */
    int (*looks)(const char *text, size_t length);
    /* Returns the bytes of the first game of a text, with what is before it; 0: its end is not there yet, or, if the text is
     * the `last` of its file, all of it is one game. It also finds the end of a damaged game. Moves are not
     * checked. */
    size_t (*split)(const char *text, size_t length, bool last);
    /* Reads a game that `split` found into `out`, which is empty. *used == length: it was all; less: more games are in it,
     * such as a match in which one is missing. What it cannot read it adds to the faults (hra_annotated_fault), and
     * keeps what came before. HRA_EINPUT, with a line and a column: nothing of it is a game; HRA_ENOMEM. */
    hra_err (*read)(const hra_format_input *in, struct hra_annotated *out, size_t *used, hra_error *);
    /* Appends one game. What was read in this format is written as it was, up to white space. NULL: it is only read, and
     * recognized by its content. */
    void (*write)(const struct hra_annotated *, hra_text *out);
};

/* How other programs write a position. A table of them ends with a NULL name. */
typedef struct hra_notation {
    const char *name; /* "FEN" */
    /* Appends s as one line that read_position reads; nothing if the notation has no such position. */
    void (*write)(const hra_game *, const void *s, hra_text *out);
} hra_notation;

/* A model of a player: the probability of each of its moves. It can take a seat (`directional`), and
 * expectimax can use it for the other seats (`model=directional`). A table of them ends with a NULL name. */
typedef struct hra_model {
    const char *name, *help;
    /* Writes the probability of each of moves[0..n-1], the legal moves of s. Their sum is 1. */
    void (*probabilities)(const hra_game *, const void *s, const hra_move *moves, int n, double *probability);
} hra_model;

typedef enum hra_arrow {
    HRA_LEFT,
    HRA_RIGHT,
    HRA_UP,
    HRA_DOWN,
    HRA_STAY
} hra_arrow; /* an arrow key; HRA_STAY: the key to stay */

typedef struct hra_rules_scene hra_rules_scene; /* hra/scene.h */
struct hra_solver;                              /* hra/solve.h: an exact solver of one game */
struct hra_slicing;                             /* hra/solve.h: a solver's tables, split into slices */
struct hra_benchmark;                           /* hra/bench.h: benchmarks of a game */

/* An example command for the help of the program. A table of them ends with a NULL command. */
typedef struct hra_example {
    const char *command; /* without the program's name: "play pacman" */
    const char *what;    /* what it does: "play by the arrow keys" */
} hra_example;

/* A protocol that other programs can use to play the game. A table of them ends with a NULL name. */
typedef struct hra_protocol_offer {
    const char *name; /* of the protocol: "hub" */
    const void *
        words; /* the interface that the protocol needs from the game; its first member is its size: an hra_hub
                          (src/rules/hub.h), hra_uci, hra_ubgi, hra_fibs for "gnubg" */
} hra_protocol_offer;

/* A trained model that is compiled in: a file of `hra learn`. */
typedef struct hra_learnt_bytes {
    const unsigned char *bytes;
    size_t length;
} hra_learnt_bytes;

/* The number of players. */
typedef struct hra_seats {
    int min, max, default_; /* a game with min < max has the option `seats=N`; default_: its default */
    bool from_game;         /* `open` sets the number of seats, such as from a maze; there is no option */
} hra_seats;

/* An hra_rules is a core and six parts. The first member of each part is its size at compile time:
 * `.size = sizeof(hra_rules)`. New members are only added at the end, so tables compiled with an older header
 * keep working: missing members count as zero. Every part but `text` may be NULL, and so may every optional
 * member.
 *
 * An open game has a complete copy of its table: every part at game->rules is there, never NULL. */

/* The game as text. */
typedef struct hra_rules_text {
    size_t size;
    const char *title;             /* the name in a sentence: "Yahtzee" */
    const char *summary;           /* one line */
    const char *const *seat_names; /* seats.max names: "Black"; NULL: "player 1" */
    /* Append to out: the board, several lines; a move, one line that parse_move reads back. */
    void (*show)(const hra_game *, const void *s, const hra_board_style *, hra_text *out);
    void (*show_move)(const hra_game *, const void *s, hra_move m, hra_text *out);
    /* Reads a move, a chance move too. NULL: the text of a legal move, upper or lower case. */
    hra_err (*parse_move)(const hra_game *, const void *s, const char *text, hra_move *out, hra_error *);
    const char *move_help; /* how to type a move, one or a few lines */
    /* Appends the position, one line that read_position reads back. */
    void (*write_position)(const hra_game *, const void *s, hra_text *out);
    hra_err (*read_position)(const hra_game *, const char *text, void *s, hra_error *);
    /* Appends the moves that a text stands for if it is not one move but several of the same seat, divided by
     * commas: "chance" before the last roll is "keep all, box chance". Returns false, and appends nothing, for
     * any other text. Optional. */
    bool (*mean_moves)(const hra_game *, const void *s, const char *text, hra_text *out);
    /* Appends a move in the user's language; parse_move reads it too. NULL: the same as show_move. */
    void (*say_move)(const hra_game *, const void *s, hra_move m, hra_text *out);
    /* A text for read_position may contain more than a board, such as an ID with the match length and score.
     * Appends that as options, "match-length=7,score=2-5", for hra_game_open_at, but no option that is in `given`
     * (the options of the spec) or contradicts it. Appends nothing if it cannot read the text; read_position
     * reports the error. Optional. */
    void (*implied)(const char *position, const hra_options *given, hra_text *out);
    /* Appends the rules that depend on the options, a sentence per line, in the user's language. Optional. */
    void (*say_rules)(const hra_game *, hra_text *out);
    /* read_position and `implied` get a text of several lines as it is, and decide themselves what of it they read.
     * False: they get its first line that is not empty. */
    bool whole_text;
    /* Appends, as a sentence in the user's language, what a text means that is a move, or several (mean_moves), but so
     * short that more may have been meant: an empty line that keeps all dice while rolls are left. A person is asked before it is made. Returns
     * false, and appends nothing, for any other text. Optional. */
    bool (*doubt)(const hra_game *, const void *s, const char *text, hra_text *out);
    /* Appends what the seat to move is asked for, a few words for a prompt, in the user's language: "a box, by name or
     * number". NULL: "your move". */
    void (*question)(const hra_game *, const void *s, hra_text *out);
    /* Appends values that an HRA_OPTION_TEXT of this name may have, each with a newline, for completion. Optional. */
    void (*option_values)(const char *option, hra_text *out);
    /* Of two seats: appends "mate in 5", `brief` "#5", in the user's language. NULL: "wins in 9 plies". */
    void (*say_end)(const hra_game *, int plies, bool wins, bool brief, hra_text *out);
} hra_rules_text;

/* A part of a game that a seat can give up, such as a gammon. */
typedef struct hra_concession {
    hra_move move;    /* as `concession` of hra_rules_conduct reads it */
    const char *name; /* as a person types it, English, static, translatable: "gammon" */
    const char *said; /* as a sentence has it: "a gammon" */
} hra_concession;

enum { HRA_MAX_CONCESSIONS = 5 };

/* How the game is played, shown and reviewed; every member is optional. */
typedef struct hra_rules_conduct {
    size_t size;
    /* Writes the first state of game `number` (from 0) of a match. NULL: `init` for every game. */
    void (*start)(const hra_game *, uint64_t number, void *s);
    /* Returns the winners at HRA_OVER, bit k for seat k; 0: no winner. NULL: the seats with the highest return. */
    unsigned (*winners)(const hra_game *, const void *s);
    /* Returns whether m cannot be undone. NULL: every move can be. */
    bool (*irrevocable)(const hra_game *, const void *s, hra_move m);
    /* Writes what a seat sees, as a state that is consistent with it; hidden information may become chance. NULL: all. */
    void (*observation)(const hra_game *, const void *s, int seat, void *out);
    /* Returns whether m is hidden from the other seats. NULL: no move is. */
    bool (*hidden)(const hra_game *, const void *s, hra_move m);
    /* Returns the number of steps of m, such as a multiple jump. If 1 <= step < that number, writes the state
     * after `step` steps to out, for display only. NULL: each move is one step. */
    int (*steps)(const hra_game *, const void *s, hra_move m, int step, void *out);
    /* For games that are played live by arrow keys: writes the move of a key and returns true; false: no move.
     * The board is then drawn in place, and the game goes on by the clock. */
    bool (*arrow)(const hra_game *, const void *s, hra_arrow, hra_move *out);
    const char *const *statistics; /* names of a finished game's statistics, ended by NULL */
    /* Bit i: statistic i is an amount, shown as its mean; else it is 0 or 1, shown as a percentage. */
    uint32_t statistic_amounts;
    /* Writes one number per name; matches average them. */
    void (*statistic)(const hra_game *, const void *s, int seat, double *out);
    /* Returns what a seat that resigns here loses and the others win: the most that it can still lose.
     * NULL: the largest loss of the game. */
    double (*resign_value)(const hra_game *, const void *s);
    /* For reviews, which count decisions by type: names of at most HRA_MAX_DECISION_TYPES types, ended by NULL,
     * and the type of the decision in s. NULL: one type. */
    const char *const *decision_types;
    int (*decision_type)(const hra_game *, const void *s);
    /* The possible results of a decision about the stakes, such as a double: at most HRA_MAX_STAKE_ACTIONS names,
     * ended by NULL. The first is not to offer; the responding seat chooses among the others. Writes the state
     * after action `i` to out; returns false if s has no such decision. */
    const char *const *stake_actions;
    bool (*stake_action)(const hra_game *, const void *s, int i, void *out);
    /* Returns the stakes in s; reviews grade losses as fractions of them. NULL: 1. */
    double (*stakes)(const hra_game *, const void *s);
    /* Appends the name of the opening in s, in the user's language: "Cross, ballot 121". Returns false, and appends
     * nothing, if it has no name. Not for games with `observation`. */
    bool (*opening)(const hra_game *, const void *s, hra_text *out);
    /* Win probabilities at which a decision about the stakes changes, such as the take point: at most
     * HRA_MAX_THRESHOLDS names, ended by NULL. `threshold` writes them, computed by the game's evaluation
     * `thresholds_by`, NaN for one that does not exist; it returns false if the decision in s has none. */
    const char *const *thresholds;
    const char *thresholds_by;
    bool (*threshold)(const hra_game *, const struct hra_evaluator *by, const void *s, double *out);
    /* Returns whether a new part begins in s, such as the next game of a points match, whose value does not depend on what
     * came before. Writes that value for each seat to out, unless out is NULL. Rollouts end there; expectimax,
     * expectiminimax and `greedy` evaluate s instead of searching the next part; Monte Carlo methods play on. */
    bool (*settled)(const hra_game *, const void *s, double *out);
    /* Returns whether m, any number, gives up a part of the game in s, such as a game of a points match, after which
     * the next part begins. No list has such a move, and no player can choose it; records and files of games have
     * it. Its seat need not be the seat to move. Sets *seat, which gives up, unless it is NULL. NULL: there are none. */
    bool (*concession)(const hra_game *, const void *s, hra_move m, int *seat);
    /* Writes what `seat` can give up in s, the least first, and returns how many these are, less than
     * HRA_MAX_CONCESSIONS; 0: the game is over. No play of the other seat gains more than the last of them. NULL: a
     * game can only be resigned as a whole. */
    int (*concessions)(const hra_game *, const void *s, int seat, hra_concession *out);
    /* Writes into s, to which `apply` has led, what earlier positions allow in it, such as a claim of a draw: `keys` are
     * those of the `count` positions before s that may come again, oldest first. Called where history is kept (hra_play,
     * hra_record, hra_annotated, training), not by searches; hra_game_key leaves it out. Needs repetition_limit. */
    void (*recall)(const hra_game *, void *s, const uint64_t *keys, int count);
} hra_rules_conduct;

enum { HRA_MAX_DECISION_TYPES = 4, HRA_MAX_STAKE_ACTIONS = 4, HRA_MAX_THRESHOLDS = 8 };

/* Hints for searches; every member is optional. */
typedef struct hra_rules_hints {
    size_t size;
    /* Returns a hash that is equal for states with the same continuations. NULL: a hash of the bytes. */
    uint64_t (*key)(const hra_game *, const void *s);
    /* Returns whether no state before m can recur after it. NULL: unknown. */
    bool (*irreversible)(const hra_game *, const void *s, hra_move m);
    /* Returns whether m, any number, is legal in s, where a seat is to move; for games with long lists of moves.
     * NULL: `moves` is searched for it. */
    bool (*legal)(const hra_game *, const void *s, hra_move m);
    /* Writes a move-ordering score per move: the highest is searched first; equal scores keep their order. */
    void (*score_moves)(const hra_game *, const void *s, const hra_move *moves, int n, int *score);
    /* Quiescence: writes the moves to search before s is evaluated, such as captures, and returns their number;
     * 0: s is quiet. Sets *forced, which is false at the call, if the mover has no other move, so that s itself
     * must not be evaluated. NULL: every state is quiet. */
    int (*quiescence_moves)(const hra_game *, const void *s, hra_move *out, bool *forced);
    const struct hra_prune *prunes; /* forward pruning, chosen by `prune=` */
    bool rounds; /* depth counts only moves before chance or a decision of the same or an earlier seat */
    const struct hra_fast *fast; /* src/rules/fast.h: inner loops compiled with these rules */
    /* Writes the canonical state of s to out, another buffer: one state for all that are equal to s up to
     * rotation, reflection or renaming. Both have the same seat to move, the same returns, and as many moves,
     * which lead to the same canonical states with the same probabilities. NULL: s itself. */
    void (*canonical)(const hra_game *, const void *s, void *out);
    /* Returns whether the decision in s concerns the stakes alone, so that the position stays the same. `expectimax` and
     * `expectiminimax` count consecutive ones, such as a double and the answer, as one decision of depth, and the last
     * as none: every line is evaluated after the next move. NULL: every decision counts. */
    bool (*is_stake_decision)(const hra_game *, const void *s);
    /* Writes s with seats 0 and 1 exchanged to out, another buffer: pieces, the seat to move and the returns; the board is
     * turned if the rules need that. Moves correspond. NULL: unknown. */
    void (*exchange)(const hra_game *, const void *s, void *out);
    /* Writes s to out, another buffer, with the other of two seats to move, as if the seat to move passed; what that seat
     * threatens is its best move there. Returns false, and writes nothing, if the other seat has no move. s is not
     * over; write_position and read_position know all states that follow. NULL: no threats (chance, equal moves). */
    bool (*pass)(const hra_game *, const void *s, void *out);
    uint64_t (*counter)(const hra_game *, const void *s); /* of tables: what `key` leaves out, or 0 */
    const struct hra_loud *louds; /* src/rules/loud.h: other moves than quiescence_moves, by `loud=` */
} hra_rules_hints;

/* How levels were compared. */
typedef enum hra_level_measure {
    HRA_LEVELS_BY_SCORE,      /* the score rate against the level below: wins and half of the draws */
    HRA_LEVELS_BY_RESULT,     /* the mean result against the level below */
    HRA_LEVELS_BY_OWN_RESULT, /* how much higher the mean of seat 0 is than that of the level below, each alone */
    HRA_LEVELS_BY_OPPONENT /* how much lower the mean of seat 0, another player, is than against the level below */
} hra_level_measure;

/* A strength that a person may choose. */
typedef struct hra_level {
    const char *player; /* spec; the same seed gives the same moves on every machine */
    const char *play;   /* how it plays, for people, as a verb: "sees two moves ahead, errs often" */
    int games;          /* of the match; 0: not measured, as the first level */
    double figure;      /* by hra_levels.measure; the higher, the stronger */
    double error;       /* half of the 95 % interval of the figure */
} hra_level;

enum { HRA_MAX_LEVELS = 10 };

/* The levels of a game, weakest first. The figures are results of docs/ladders.py. */
typedef struct hra_levels {
    size_t size;
    /* The game and the players of the match, as in "checkers:ballot=all + -": + is the level, - the level below. Without
     * -, as in "yahtzee +", each level plays a match of its own. */
    const char *match;
    hra_level_measure measure;
    uint64_t seed;       /* of the matches */
    int default_;        /* number of the level for a new player, from 1 */
    const hra_level *of; /* at most HRA_MAX_LEVELS; the last one has a NULL player */
} hra_levels;

/* A well-known form of the game: its options, as in a spec. A table of them ends with a NULL name. */
typedef struct hra_variant {
    const char *name, *options;
} hra_variant;

/* What the game adds to the general players, evaluations and methods; every member is optional. */
typedef struct hra_rules_catalogue {
    size_t size;
    const char *best; /* spec of the strongest player that moves within a second; NULL: random */
    /* Spec of the default player in seats 1..; NULL: the general default. */
    const char *opponent;
    const char *win_player; /* two seats: spec of a player that advises in win probabilities */
    const hra_evaluation *evaluations;
    const hra_player_kind *const *experts; /* ended by NULL */
    const hra_model *models;
    const struct hra_solver *solver;
    const hra_format *formats; /* file formats of other programs */
    const hra_example *examples;
    const struct hra_benchmark *benchmarks;
    const hra_protocol_offer *protocols; /* hra/protocol.h */
    const struct hra_slicing *slicing;   /* hra/solve.h: the solver's tables can be built slice by slice */
    /* Returns the built-in trained model, used if no file is named; bytes NULL: none fits this game's options, or its file
     * could not be fetched, which sets `why` to HRA_EIO. */
    hra_learnt_bytes (*learnt)(const hra_game *, hra_error *why);
    /* Returns the spec to use instead of `best` if that depends on the options; may return NULL. */
    const char *(*best_of)(const hra_game *);
    /* Returns the spec of the strongest player for rollouts. NULL: one ply by the built-in model, else the evaluation. */
    const char *(*fast_player)(const hra_game *);
    const char *drawn; /* spec of the player whose search tree is drawn by default; NULL: `best` */
    /* Training methods of this game (hra/learn.h), ended by NULL. For games of the library. */
    const struct hra_learner_interface *const *methods;
    const hra_notation *notations; /* of positions, of other programs */
    const hra_levels *levels;      /* strengths that a person may choose; NULL: none */
    const hra_variant *variants;   /* besides the game as it opens without options */
    /* Returns the spec to use instead of `drawn` if that depends on the options; may return NULL. */
    const char *(*drawn_of)(const hra_game *);
    const struct hra_term *terms; /* hra/term.h: for formulas; NULL: none */
    /* For reviews, tutors, and methods that average returns: returns the result that a value by an evaluation on a scale of
     * its own leads to, 0 (lost) to 1 (won), for the same seat; NaN: unknown. Rises with the value. NULL: unknown. */
    double (*chance)(const hra_game *, const hra_evaluation *by, double value);
} hra_rules_catalogue;

enum { HRA_MAX_PHASES = 16 };

/* One feature of a state that is not 0. */
typedef struct hra_feature {
    uint32_t index;
    float value;
} hra_feature;

/* The game as numbers, for training and for programs that work with vectors; every member is optional. What
 * depends on a seat is encoded from its perspective, its own pieces first and the board turned to it, so that
 * a model trained in one seat works in all. States are what the seat may see: if the rules have `observation`,
 * the caller has applied it (hra_game_view). hra/state.h has checked calls for all of this. */
typedef struct hra_rules_encoding {
    size_t size;
    /* Writes what each seat has earned so far, at HRA_OVER the returns; differences are rewards. NULL: 0 before the end. */
    void (*rewards)(const hra_game *, const void *s, double *out);
    /* Features: numbers that determine how the game can go on, the mover and the dice included. Each is about
     * -1..1, never outside -16..16, and most are 0. States that differ for the seat have different features,
     * except states with the same `canonical` one. Writes the features that are not 0 by rising index, below
     * feature_count, and returns their number, at most feature_room. s is any state, chance and over included. */
    int (*feature_count)(const hra_game *);
    int (*feature_room)(const hra_game *);
    int (*features)(const hra_game *, const void *s, int seat, hra_feature *out);
    /* Appends the unique name of a feature: "own man on 14". */
    void (*name_feature)(const hra_game *, int index, hra_text *out);
    /* Terms: at most HRA_MAX_TERMS named finite numbers for linear evaluations, such as "mobility". A move of the
     * seat led from `before` to s; before == s if unknown. */
    const char *const *terms; /* names, ended by NULL */
    void (*term)(const hra_game *, const void *before, const void *s, int seat, double *out);
    /* Returns the action number of a move of the seat to move, 0..action_count - 1, unique among the legal moves of a state. It
     * means the same to a seat in every state; if features turn the board, action numbers do too. Not for chance moves. */
    int (*action_count)(const hra_game *);
    int (*action)(const hra_game *, const void *s, hra_move m);
    /* Phases: classes of positions with models of their own, at most HRA_MAX_PHASES; and that of s. NULL: one phase. */
    int (*phase_count)(const hra_game *);
    int (*phase)(const hra_game *, const void *s);
    /* For zero-sum games of two seats: returns the seat from whose perspective an outcome net evaluates s, such as the seat
     * to roll; the other's probabilities follow by symmetry. -1: each seat has its own perspective. NULL: always -1. */
    int (*perspective)(const hra_game *, const void *s);
    /* Writes the least and the most that the game can still return to the seat from s, which is not over. Trained models
     * move the probability of an impossible result to the nearest possible one. NULL: min_return and max_return. */
    void (*possible)(const hra_game *, const void *s, int seat, double *least, double *most);
    /* `features` of n states, one list behind the other, counts[i] of the i-th: they may share work. NULL: they share none. */
    void (*features_many)(const hra_game *, const void *const *, int n, int seat, hra_feature *, int *counts);
} hra_rules_encoding;

struct hra_rules {
    size_t size;
    const char *name; /* in lower case, as in specs */
    hra_seats seats;
    const hra_option *options; /* NULL: only `seats` */

    /* `open` fills the members of hra_game from state_size on; rules, host, spec and seats are set. `close`
     * (NULL: nothing to free) frees `data`, after a failed open too. */
    hra_err (*open)(hra_game *, const hra_options *, hra_error *);
    void (*close)(hra_game *);

    /* Required. s points to state_size bytes of the caller. */
    void (*init)(const hra_game *, void *s);         /* writes every byte */
    int (*to_move)(const hra_game *, const void *s); /* seat, HRA_CHANCE or HRA_OVER */
    int (*moves)(const hra_game *, const void *s,
                 hra_move *out); /* legal moves of a seat: 1..max_moves, all different */
    void (*apply)(const hra_game *, void *s, hra_move m);          /* makes a legal move or chance move */
    void (*returns)(const hra_game *, const void *s, double *out); /* at HRA_OVER: one number per seat */

    /* Required if the game has chance: different outcomes and their probabilities, each > 0, of sum 1. */
    int (*chance_outcomes)(const hra_game *, const void *s, hra_move *out, double *probability);
    /* Returns a random outcome. NULL: drawn from chance_outcomes. */
    hra_move (*sample_chance)(const hra_game *, const void *s, hra_rng *);

    const hra_rules_text *text;
    const hra_rules_conduct *conduct;
    const hra_rules_hints *hints;
    const hra_rules_catalogue *catalogue;
    const hra_rules_scene *scene; /* hra/scene.h: the board as shapes */
    const hra_rules_encoding *encoding;
#ifdef HRA_CHECKS
    /* In a library with -Dchecks=true: the game's own `returns`, which hra_game_open replaces by a check. */
    void (*behind_gate)(const hra_game *, const void *s, double *out);
#endif
};

/* A line of a search: the state at ply i, 0 (the root) to ply, is at states + i * stride. */
typedef struct hra_path {
    const hra_game *game;
    const unsigned char *states;
    size_t stride;
    int ply;
} hra_path;

/* A way of forward pruning. A table of them ends with a NULL name. */
typedef struct hra_prune {
    const char *name, *help;
    /* Moves what to search to the front of moves[0..n-1], in order; returns how many, 1 or more. NULL: all. */
    int (*keep)(const hra_game *, const void *s, hra_move *moves, int n);
    /* Returns whether to give up the line that ends at the last state of the path; it then counts as a loss
     * of the seat to move at the root. NULL: never. */
    bool (*given_up)(const hra_path *);
} hra_prune;

/* ---- opening rules --------------------------------------------------------------------------*/

/* Opens a game whose rules are in no registry, such as one of the caller's own; the name in the spec is ignored.
 * The tables are copied; what they point to, such as options and evaluations, must outlive the game. The caller
 * closes the game.
 *   HRA_EINPUT    an option or the number of seats is wrong, or a required member is missing
 *   HRA_EVERSION  a table or a part is larger than this library knows
 *   HRA_ENOMEM
 *   else what rules->open returns. */
HRA_API hra_err hra_game_open_rules(hra_game **out, const hra_host *host, const hra_rules *rules,
                                    const char *spec, hra_error *why);

/* Returns the catalogue of a game, open or not; an empty one if it has none. Never NULL. Static. */
HRA_API const hra_rules_catalogue *hra_rules_offers(const hra_rules *rules);

/* Returns evaluation `index` (from 0) of those that every game has besides its own; NULL past the last. Static. */
HRA_API const hra_evaluation *hra_general_evaluation(int index);

/* Writes the option table of a game: its own options and, if it is free, `seats`. At most HRA_MAX_OPTIONS + 1
 * entries, the last with a NULL name. */
HRA_API void hra_rules_options(const hra_rules *rules, hra_option *out);

/* For `open`: appends a file that an option names, at most `most` bytes, read by the host. Errors begin with
 * `what`: "model 'PATH': file not found". Returns
 *   HRA_EDENIED  if the host reads no files
 *   else what the host's reader returns, such as HRA_EMISSING, HRA_EIO, HRA_ELIMIT. */
HRA_API hra_err hra_game_read_file(const hra_game *, const char *name, const char *what, size_t most,
                                   hra_text *out, hra_error *why);

/* ---- evaluations ----------------------------------------------------------------------------*/

/* An open evaluation; immutable, threads share it. */
typedef struct hra_eval {
    const hra_evaluation *kind;
    const hra_game *game;
    void *self;
} hra_eval;

/* Opens an evaluation by its spec ("corner:king=100"; NULL: the game's default). The caller closes it before the
 * game. Returns
 *   HRA_EINPUT  if there is no such evaluation, or an option is wrong
 *   HRA_EFIT    if the game has no evaluation
 *   HRA_ELIMIT  if an option is over a cap of the host
 *   HRA_ENOMEM. */
HRA_API hra_err hra_eval_open(hra_eval *out, const hra_game *game, const char *spec, hra_error *why);
HRA_API void hra_eval_close(hra_eval *eval);

/* An evaluation with its working memory, for one thread. */
typedef struct hra_evaluator {
    const hra_evaluation *kind; /* NULL: none */
    const hra_game *game;
    const void *self;
    void *scratch;
} hra_evaluator;

/* Opens an evaluator, for one thread; the caller closes it before `eval`. An eval whose kind is NULL gives an
 * evaluator whose kind is NULL. HRA_ENOMEM. */
HRA_API hra_err hra_evaluator_open(hra_evaluator *out, const hra_eval *eval);
HRA_API void hra_evaluator_close(hra_evaluator *evaluator);

#ifdef HRA_CHECKS /* in a library built with -Dchecks=true, for programs that define HRA_CHECKS too */
/* Aborts if one of n * seats values is outside the range of the evaluation. */
HRA_API void hra_evaluated(const hra_evaluator *e, int n, const double *values);
#endif

/* Writes the value of a state that is not over, one number per seat. */
static inline void hra_evaluate(const hra_evaluator *e, const void *s, double *out) {
    e->kind->value(e->game, e->self, e->scratch, s, out);
#ifdef HRA_CHECKS
    hra_evaluated(e, 1, out);
#endif
}

#ifdef __cplusplus
}
#endif
#endif
