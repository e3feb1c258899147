/* hra/rules.h: what a game is, for whoever writes one or calls its rules directly.
 *
 * A game is one constant hra_rules table in its own folder, named by one line in
 * src/builtin/games.def. Methods, players, matches, records, the command line and the tests work on
 * every game through this table alone. docs/adding-a-game.md shows a whole game.
 *
 * Thread-safety: an opened hra_game is immutable and shared between threads. The functions of a
 * table keep nothing between calls: no heap, no lock, no global, no printing. */
#ifndef HRA_RULES_H
#define HRA_RULES_H

#include "hra/host.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t hra_move; /* encoded by the game; dice and cards are moves of chance */

enum {
    HRA_CHANCE = -1,         /* to_move: dice or cards are due */
    HRA_OVER = -2,           /* to_move: the game is over */
    HRA_MAX_SEATS = 8,       /* of any game */
    HRA_MAX_STATISTICS = 12, /* named facts of a finished game */
    HRA_MAX_TERMS = 32,      /* of a state */
    HRA_MAX_STATE = 1 << 16, /* bytes of a state at most */
};

typedef struct hra_game hra_game;

/* Rules opened with options. Filled by hra_game_open and the rules' `open`. */
struct hra_game {
    const hra_rules *rules;
    const hra_host *host;          /* who opened it: players, evaluations and records of it open alike */
    char *spec;                    /* as it was typed; owned by the game */
    int seats;                     /* 1..HRA_MAX_SEATS; seat 0 moves first */
    size_t state_size;             /* bytes of a state; alignment of max_align_t is enough */
    int max_moves, max_chances;    /* buffers of this many entries are always enough; max_chances 0 says
                                      that there is no chance, whether or not the rules know `chance_outcomes` */
    bool zero_sum;                 /* two seats whose values are each other's negative */
    bool one_against_all;          /* seats 1.. play together against seat 0: their returns are the negative
                                      of its own, and minimax takes them for one opponent */
    bool integer_returns;          /* every return is a whole number */
    double min_return, max_return; /* bounds of every seat's return */
    bool sum_bounded;              /* the returns of all seats add up to at most max_sum */
    double max_sum;
    int repetition_limit; /* a play is a draw, 0 for each seat, where a position stands for this time (2 or
                        more); 0: never. Judged by whoever holds the path (hra_play, hra_record),
                        never by the rules, perft or tables. Positions are the same where hra_game_key is */
    void *data;           /* level, tables: the game's own, freed by its `close` */
};

struct hra_evaluator;

/* How a board is to be drawn. */
typedef struct hra_board_style {
    bool unicode; /* box drawing and dice faces; else plain ASCII */
    bool color;   /* ANSI colours besides signs, never instead of them */
    bool compact; /* in as few lines as the board can be read in; what it says there is up to the game */
    int width;    /* columns that may be used */
    int seat;     /* the seat that looks, -1: nobody in particular */
} hra_board_style;

/* An estimate of a state for each seat, opened with options. A table of kinds ends with a NULL
 * name; its first entry is the game's default. */
typedef struct hra_evaluation {
    const char *name, *help;
    const hra_option *options;
    hra_err (*open)(const hra_game *, const hra_options *, void **self, hra_error *); /* NULL: no data */
    void (*close)(void *self);
    /* Working memory of one thread; NULL: none is needed. HRA_ENOMEM. */
    hra_err (*begin)(const hra_game *, const void *self, void **scratch);
    void (*end)(void *scratch);
    /* One finite number a seat, within min..max. */
    void (*value)(const hra_game *, const void *self, void *scratch, const void *s, double *out);
    /* The same for n states, the i-th at states + i * stride: seats numbers each, one state behind the other.
     * NULL: one state costs no less in company. */
    void (*values)(const hra_game *, const void *self, void *scratch, const void *states, size_t stride,
                   int n, double *out);
    double min, max; /* bounds of its numbers; both 0: those of the game's returns */
    double win;      /* a game won at `ply` of a search is worth win - ply, a lost one the negative, so quick
                        wins come first; 0: they are worth their returns. Methods that average returns
                        take a number x of the evaluation for x / win of the highest return */
    bool ends; /* searches with a depth, `greedy`, and Monte Carlo methods that were told this evaluation
                  ask value for finished states too, instead of their returns; `win` is 0 then */
} hra_evaluation;

/* One play, as a format of the game's own writes it. What it points to belongs to the caller. */
typedef struct hra_transcript {
    const hra_game *game;
    const void *start; /* the state before the first move */
    const hra_move *moves;
    int plies;                          /* of them, moves of chance included */
    const char *players[HRA_MAX_SEATS]; /* "" where not said */
    uint64_t number;                    /* of the game in a match, from 0 */
    bool over;
    double result[HRA_MAX_SEATS]; /* where over */
    const char *date;             /* "2026.11.22"; "" or NULL where not said */
} hra_transcript;

/* How other programs write plays of a game. A table of them ends with a NULL name. */
struct hra_format {
    const char *name, *suffix;                            /* "PDN", and ".pdn" as files of it end */
    void (*write)(const hra_transcript *, hra_text *out); /* appends the play */
    /* Turns the first play of text[0..length-1] into a record (hra/play.h), appended, or into several where they
     * have a head in common; *used is where the next one begins, at length: that was the last. What text holds may be anything:
     * HRA_EINPUT with the line (the first is number `line`), HRA_ENOMEM. */
    hra_err (*read)(const char *text, size_t length, size_t *used, int line, hra_text *record, hra_error *);
};

/* A kind of player told in numbers: how likely it takes which move. It can sit in a seat (`directional`),
 * and expectimax can take the other seats for it (`model=directional`). A table ends with a NULL name. */
typedef struct hra_model {
    const char *name, *help;
    /* probability[i] of moves[0..n-1], which are the legal moves of s; they sum to 1. */
    void (*probabilities)(const hra_game *, const void *s, const hra_move *moves, int n, double *probability);
} hra_model;

typedef enum hra_arrow { HRA_LEFT, HRA_RIGHT, HRA_UP, HRA_DOWN, HRA_STAY } hra_arrow; /* a key */

typedef struct hra_rules_scene hra_rules_scene; /* hra/scene.h */
struct hra_solver;                              /* hra/solve.h: an exact solution that belongs to one game */
struct hra_slicing;                             /* hra/solve.h: its tables in slices */
struct hra_benchmark;                           /* hra/bench.h: what is measured of a game */

/* A command to begin with, for a greeting. A table of them ends with a NULL command. */
typedef struct hra_example {
    const char *command; /* without the program's name: "play pacman" */
    const char *what;    /* it does: "play by the arrow keys" */
} hra_example;

/* A protocol by which other programs may play the game. A table of them ends with a NULL name. */
typedef struct hra_protocol_offer {
    const char *name; /* of the protocol: "hub" */
    const void
        *words; /* what it has to know of the game, an interface of the library that begins with its size: for
                          "hub" an hra_hub (src/rules/hub.h), for "ubgi" an hra_ubgi, for "gnubg" an hra_fibs */
} hra_protocol_offer;

/* What was learnt of a game, compiled in: a file of `hra learn`. */
typedef struct hra_learnt_bytes {
    const unsigned char *bytes;
    size_t length;
} hra_learnt_bytes;

/* How many play. */
typedef struct hra_seats {
    int min, max, default_; /* `seats=N` is an option of every game where min < max; default_: its default */
    bool from_game;         /* `open` sets the seats, from a maze or the like, and there is no such option */
} hra_seats;

/* A table of rules is a core and six parts, each of which begins with its size where it was compiled:
 * `.size = sizeof(hra_rules)`. So tables of an older header go on working: what they lack counts as
 * zero. Members are only ever added at an end. Every part but `text` may be NULL, and so may every
 * member that is called optional.
 *
 * A game that is open has a complete copy of its table: whoever has an hra_game finds every part at
 * game->rules, none of them NULL. */

/* What a game looks like in lines of text. */
typedef struct hra_rules_text {
    size_t size;
    const char *title;             /* as in a sentence: "Yahtzee" */
    const char *summary;           /* one line */
    const char *const *seat_names; /* what people call them, seats.max of them: "Black"; NULL: "player 1" */
    /* Both append to out: the board, many lines; and one line that is read back by parse_move. */
    void (*show)(const hra_game *, const void *s, const hra_board_style *, hra_text *out);
    void (*show_move)(const hra_game *, const void *s, hra_move m, hra_text *out);
    /* NULL: the text of a legal move, in any case. The text of a chance move is read too. */
    hra_err (*parse_move)(const hra_game *, const void *s, const char *text, hra_move *out, hra_error *);
    const char *move_help; /* how a person types a move, a line or a few */
    /* Appends one line that read_position reads back. */
    void (*write_position)(const hra_game *, const void *s, hra_text *out);
    hra_err (*read_position)(const hra_game *, const char *text, void *s, hra_error *);
    /* What people mean by a text that is no move here, where it is several that the seat makes one behind the
     * other: appends them as they are typed, commas between: "chance" while dice may still be rolled is "keep
     * all, box chance". False: nothing was appended, the text means no such thing. NULL: none does. */
    bool (*mean_moves)(const hra_game *, const void *s, const char *text, hra_text *out);
    /* Appends a move in the words of the person's language, which parse_move reads too. NULL: no move has
     * words, so it is said as show_move writes it. */
    void (*say_move)(const hra_game *, const void *s, hra_move m, hra_text *out);
    /* A text that read_position reads may say more than a board, such as an ID that names a match and its
     * score. Appends what it says as options of the game, "match-length=7,score=2-5", without those that the spec
     * gives, and without those that do not go with them: `given` are the options of the spec. Appends nothing
     * if it cannot read the text, which read_position will say. The game is opened with them
     * (hra_game_open_at). NULL: no text names options. */
    void (*implied)(const char *position, const hra_options *given, hra_text *out);
    /* Appends the rules that the options of this game decide, a sentence a line, in the person's language. NULL:
     * options decide nothing that players have to be told. */
    void (*say_rules)(const hra_game *, hra_text *out);
} hra_rules_text;

/* What plays of the game are like at a table; all of it optional. */
typedef struct hra_rules_conduct {
    size_t size;
    /* How game `number` (from 0) of a match begins, where not all begin alike. */
    void (*start)(const hra_game *, uint64_t number, void *s);
    /* Who has won at HRA_OVER, bit k for seat k; 0: nobody. NULL: who has the highest return. */
    unsigned (*winners)(const hra_game *, const void *s);
    bool (*irrevocable)(const hra_game *, const void *s,
                        hra_move m); /* nobody takes m back; NULL: none is so */
    /* What a seat may see, as a state of the game that this seat could have come to; what is hidden from
     * it may have become a move of chance. NULL: everything. */
    void (*observation)(const hra_game *, const void *s, int seat, void *out);
    /* No other seat is told of m when it is made; NULL: none is so. */
    bool (*hidden)(const hra_game *, const void *s, hra_move m);
    /* For moves that go through several positions, such as a multiple jump: how many steps m has; where
     * `step` is 1 or more and less than that, out becomes the state after so many of them, to be shown and
     * for nothing else. NULL: each move is one step. */
    int (*steps)(const hra_game *, const void *s, hra_move m, int step, void *out);
    /* For games that are played live, by the keys of the arrows (and one to stay): the move that one means
     * here; false: none. The board is then drawn in place and the play goes on by the clock. */
    bool (*arrow)(const hra_game *, const void *s, hra_arrow, hra_move *out);
    const char *const *statistics; /* names of facts of a finished play, ended by NULL: "upper bonus" */
    uint32_t
        statistic_amounts; /* bit i: fact i is an amount, shown as its mean; else how often, in per cent */
    /* One number a name, averaged by a match. */
    void (*statistic)(const hra_game *, const void *s, int seat, double *out);
    /* What a seat that gives the play up here loses, and the others win: the most that it could still lose by
     * what is on the table. NULL: the most that the game returns. */
    double (*resign_value)(const hra_game *, const void *s);
    /* For reviews. Kinds of choices that are counted apart, names ended by NULL, at most HRA_MAX_DECISION_TYPES; and of which
     * one the choice in s is. NULL: all are of one kind. */
    const char *const *decision_types;
    int (*decision_type)(const hra_game *, const void *s);
    /* What a choice about the stakes comes down to, names ended by NULL, at most HRA_MAX_STAKE_ACTIONS: in the first
     * nothing is offered, among the others the seat that is asked chooses. out becomes the state behind outlook
     * `i`; false: the choice in s is no such one. */
    const char *const *stake_actions;
    bool (*stake_action)(const hra_game *, const void *s, int i, void *out);
    /* What is played for in s, of which reviews grade losses as a share. NULL: 1. */
    double (*stakes)(const hra_game *, const void *s);
    /* Appends what people call the opening that s stands for, in the person's language: "Cross, ballot 121".
     * False: it has no name, and nothing was appended. Not where there is an `observation`. NULL: none has. */
    bool (*opening)(const hra_game *, const void *s, hra_text *out);
    /* Chances, 0 to 1, between which a choice about the stakes lies, names ended by NULL, at most
     * HRA_MAX_THRESHOLDS. `threshold` tells them by the evaluation `thresholds_by` of this game, opened: not a number
     * where there is none such; false: the choice in s has none. */
    const char *const *thresholds;
    const char *thresholds_by;
    bool (*threshold)(const hra_game *, const struct hra_evaluator *by, const void *s, double *out);
    /* Whether a part of the play begins in s, such as a game of a match, which is worth the same whatever came before
     * it. out (NULL: not wanted) is then what that is to each seat, as the rules know it. Rollouts that
     * come there end; expectimax, expectiminimax and `greedy` evaluate s instead of looking into the next part, which
     * Monte Carlo methods play. NULL: there are no such parts. */
    bool (*settled)(const hra_game *, const void *s, double *out);
} hra_rules_conduct;

enum { HRA_MAX_DECISION_TYPES = 4, HRA_MAX_STAKE_ACTIONS = 4, HRA_MAX_THRESHOLDS = 8 };

/* What helps searches; all of it optional. */
typedef struct hra_rules_hints {
    size_t size;
    /* Equal for states that play on alike; NULL: a hash of the bytes. */
    uint64_t (*key)(const hra_game *, const void *s);
    /* No state before m comes again after it; NULL: unknown. */
    bool (*irreversible)(const hra_game *, const void *s, hra_move m);
    /* Whether m, any number, may be made where a seat is to move, for games whose lists are long. NULL:
     * whether `moves` lists it. */
    bool (*legal)(const hra_game *, const void *s, hra_move m);
    /* score[i] tells how early moves[i] is to be tried, the highest first; ties stay in order. */
    void (*score_moves)(const hra_game *, const void *s, const hra_move *moves, int n, int *score);
    /* Quiescence: the moves that must be looked at before s may be evaluated (captures), 0 where s is quiet.
     * *forced (false at the call) is set where the mover has no other moves, so that stopping at s is no
     * alternative. NULL: every state is quiet. */
    int (*quiescence_moves)(const hra_game *, const void *s, hra_move *out, bool *forced);
    const struct hra_prune *prunes; /* ways to drop moves by knowledge, named by `prune=` */
    bool rounds; /* search depth counts rounds: a move counts one when the next decision belongs to
                    the same or an earlier seat, or chance comes between */
    const struct hra_fast *fast; /* src/rules/fast.h: hot loops compiled with these rules */
    /* out, another buffer than s, becomes the one of all states that are s turned, mirrored or renamed by
     * which these are known. A state has as many moves as its canonical one, which lead to the same canonical
     * states with the same probabilities, the same seat is to move, and the returns are the same. NULL: no
     * two are alike. */
    void (*canonical)(const hra_game *, const void *s, void *out);
    /* Whether a seat that chooses in s decides about the stakes alone, so that whatever it says the play goes on
     * alike. What is said so in a row, as an offer and its answer, costs `expectimax` and `expectiminimax` one
     * decision of their depth, and the last one nothing: all sides are judged behind the next move. NULL: every
     * choice costs depth. */
    bool (*is_stake_decision)(const hra_game *, const void *s);
} hra_rules_hints;

/* What can be opened by name for this game, beside what every game has; all of it optional. */
typedef struct hra_rules_catalogue {
    size_t size;
    const char *best; /* spec of the strongest player that answers within a second; NULL: random */
    /* Spec of who sits in seats 1.. that nobody was named for; NULL: whoever sits there in other games. */
    const char *opponent;
    const char *win_player; /* with two seats: spec of the player whose advice is the chance to win */
    const hra_evaluation *evaluations;
    const hra_player_kind *const *experts; /* ended by NULL */
    const hra_model *models;
    const struct hra_solver *solver;
    const hra_format *formats; /* other programs' records */
    const hra_example *examples;
    const struct hra_benchmark *benchmarks;
    const hra_protocol_offer *protocols; /* hra/protocol.h */
    const struct hra_slicing *slicing;   /* hra/solve.h: the solver's tables can be built slice by slice */
    /* What `net` and `learnt` take where no file is named; bytes NULL: there is nothing of this very game. */
    hra_learnt_bytes (*learnt)(const hra_game *);
    const char *(*best_of)(
        const hra_game *); /* instead of `best` where that depends on the options; or NULL */
    /* Spec of the strongest player that answers in a moment, as for rollouts. NULL: who judges what is behind its
     * own moves, by what is built in of the game, else by its evaluation. */
    const char *(*fast_player)(const hra_game *);
    const char
        *drawn; /* spec of the player whose search tree is drawn where none is named; NULL: the best one */
    /* Ways to learn that are the game's own, for hra/learn.h; ended by NULL. For games of the library. */
    const struct hra_learner_interface *const *methods;
} hra_rules_catalogue;

enum { HRA_MAX_PHASES = 16 };

/* One feature of a state that is not 0. */
typedef struct hra_feature {
    uint32_t index;
    float value;
} hra_feature;

/* A game in numbers, for those who learn it and for programs that know lists of numbers only; all of it
 * optional. What is asked about a seat is told as that seat sees the board, its own things first and the
 * board turned to it, so that what is learnt in one seat serves in all. The states are such as the seat may
 * see: where the rules have an `observation`, they have gone through it (hra_game_view). hra/state.h asks all of it,
 * checked. */
typedef struct hra_rules_encoding {
    size_t size;
    /* What each seat has got so far, at HRA_OVER its returns: a learner takes the differences for rewards.
     * NULL: nothing before the end. */
    void (*rewards)(const hra_game *, const void *s, double *out);
    /* Features: numbers that say all that decides how play goes on, the mover and the dice too, each about
     * -1..1 and none beyond -16..16, most of them 0: states that differ to the seat, turned or mirrored ones
     * (`canonical`) aside, have different features. Writes those that are not 0, their index below
     * feature_count and rising, and returns how many: at most feature_room. s is any state, of chance or over
     * too. */
    int (*feature_count)(const hra_game *);
    int (*feature_room)(const hra_game *);
    int (*features)(const hra_game *, const void *s, int seat, hra_feature *out);
    /* Appends what it is, no two alike: "own man on 14". */
    void (*name_feature)(const hra_game *, int index, hra_text *out);
    /* Terms: a few finite numbers with names, at most HRA_MAX_TERMS, in which people speak of the game
     * ("mobility"). A seat's move has led from `before` to s; s twice where that is not known. */
    const char *const *terms; /* names, ended by NULL */
    void (*term)(const hra_game *, const void *before, const void *s, int seat, double *out);
    /* A number of a move of the seat that is to move, 0..action_count - 1, no two legal moves of a state
     * sharing one. It means the same to this seat in every state; where features turn the board to a seat,
     * the numbers of its moves are turned with it. Moves of chance have none. */
    int (*action_count)(const hra_game *);
    int (*action)(const hra_game *, const void *s, hra_move m);
    /* How many kinds of positions there are that have so little in common that what is learnt of one says
     * nothing of another, at most HRA_MAX_PHASES; and of which kind s is, 0..phase_count - 1, the same to all
     * seats. NULL: there is one kind. */
    int (*phase_count)(const hra_game *);
    int (*phase)(const hra_game *, const void *s);
    /* Of two seats of which one wins what the other loses: from which of them a net of outcomes looks at s,
     * whoever asks, such as who is to throw next. It then learns one half of what there is, and the other
     * seat's chances are the same turned round. -1: each seat looks for itself. NULL: always so. */
    int (*perspective)(const hra_game *, const void *s);
    /* The least and the most that the game can still return to the seat from s, which is not over: what has become
     * impossible, such as a gammon, is beyond. What was learnt says nothing beyond: the probability of an end that
     * cannot be goes to the nearest end that can. NULL: min_return and max_return everywhere. */
    void (*possible)(const hra_game *, const void *s, int seat, double *least, double *most);
} hra_rules_encoding;

struct hra_rules {
    size_t size;
    const char *name; /* lower case, as in a spec */
    hra_seats seats;
    const hra_option *options; /* NULL: none besides seats */

    /* Fills the fields of hra_game from state_size on; rules, host, spec and seats are set already.
     * close (NULL: nothing to free) frees data; it is called on a failed open too. */
    hra_err (*open)(hra_game *, const hra_options *, hra_error *);
    void (*close)(hra_game *);

    /* Required; s is state_size bytes that the caller owns. */
    void (*init)(const hra_game *, void *s);                       /* writes every byte */
    int (*to_move)(const hra_game *, const void *s);               /* seat, HRA_CHANCE or HRA_OVER */
    int (*moves)(const hra_game *, const void *s, hra_move *out);  /* of a seat: 1..max_moves, distinct */
    void (*apply)(const hra_game *, void *s, hra_move m);          /* a legal move, of chance too */
    void (*returns)(const hra_game *, const void *s, double *out); /* at HRA_OVER: one per seat */

    /* Required where there is chance: distinct grouped outcomes, probabilities > 0 that sum to 1. */
    int (*chance_outcomes)(const hra_game *, const void *s, hra_move *out, double *probability);
    hra_move (*sample_chance)(const hra_game *, const void *s,
                              hra_rng *); /* NULL: drawn from chance_outcomes */

    const hra_rules_text *text;
    const hra_rules_conduct *conduct;
    const hra_rules_hints *hints;
    const hra_rules_catalogue *catalogue;
    const hra_rules_scene *scene; /* hra/scene.h: the board as shapes */
    const hra_rules_encoding *encoding;
#ifdef HRA_CHECKS
    /* In a library with -Dchecks=true: `returns` as the game has it, set by hra_game_open, which puts a gate there. */
    void (*behind_gate)(const hra_game *, const void *s, double *out);
#endif
};

/* A line of a search: the state of ply i (0: the root) is states + i * stride, i = 0..ply. */
typedef struct hra_path {
    const hra_game *game;
    const unsigned char *states;
    size_t stride;
    int ply;
} hra_path;

/* Knowledge that some moves need not be searched. A table of them ends with a NULL name. */
typedef struct hra_prune {
    const char *name, *help;
    /* Moves those worth searching to the front of moves[0..n-1], their order kept, and returns how
     * many they are, at least one. */
    int (*keep)(const hra_game *, const void *s, hra_move *moves, int n); /* NULL: all are */
    /* Tells whether the line that ends with the last state of the path is given up: it then counts as
     * lost for the seat that is to move at the root. NULL: none is. */
    bool (*given_up)(const hra_path *);
} hra_prune;

/* ---- opening rules --------------------------------------------------------------------------*/

/* hra_game_open for rules that are in no registry (a game of the caller's own). The tables are copied; what they
 * point to, such as options and evaluations, outlives the game. The name in the spec is not looked at.
 * HRA_EINPUT: wrong option or seats, or a table that lacks what is required; HRA_EVERSION: a table, or a
 * part of one, that is larger than this library knows; HRA_ENOMEM; else what rules->open returns. */
HRA_API hra_err hra_game_open_rules(hra_game **out, const hra_host *host, const hra_rules *rules,
                                    const char *spec, hra_error *why);

/* What a game of a registry offers, opened or not: its catalogue, or an empty one. Never NULL. */
HRA_API const hra_rules_catalogue *hra_rules_offers(const hra_rules *rules);

/* The evaluations of every game, which stand behind its own: index 0 and up, NULL past the last. Static. */
HRA_API const hra_evaluation *hra_general_evaluation(int index);

/* The option table of a game as it is read: its own options, and `seats` where that is free.
 * Writes at most HRA_MAX_OPTIONS + 1 entries, the last with a NULL name. */
HRA_API void hra_rules_options(const hra_rules *rules, hra_option *out);

/* For `open`: appends the whole of a file that an option names, at most `most` bytes, read by the host.
 * Errors begin with `what`: "game tree: file 'PATH': there is no such file". HRA_EDENIED: the host reads
 * none; else what the host's reader returns, such as HRA_EMISSING, HRA_EIO, HRA_ELIMIT. */
HRA_API hra_err hra_game_read_file(const hra_game *, const char *name, const char *what, size_t most,
                                   hra_text *out, hra_error *why);

/* ---- evaluations ----------------------------------------------------------------------------*/

/* An evaluation opened from a spec ("corner:king=100"; NULL: the game's default); immutable, shared
 * between threads. */
typedef struct hra_eval {
    const hra_evaluation *kind;
    const hra_game *game;
    void *self;
} hra_eval;

/* HRA_EINPUT: no such evaluation; HRA_EFIT: the game has none; HRA_ELIMIT: an option over a cap of the host;
 * HRA_ENOMEM. */
HRA_API hra_err hra_eval_open(hra_eval *out, const hra_game *game, const char *spec, hra_error *why);
HRA_API void hra_eval_close(hra_eval *eval);

/* An evaluation in the hands of one thread. */
typedef struct hra_evaluator {
    const hra_evaluation *kind; /* NULL: none */
    const hra_game *game;
    const void *self;
    void *scratch;
} hra_evaluator;

/* HRA_ENOMEM. An eval without a kind gives an evaluator without one. */
HRA_API hra_err hra_evaluator_open(hra_evaluator *out, const hra_eval *eval);
HRA_API void hra_evaluator_close(hra_evaluator *evaluator);

#ifdef HRA_CHECKS /* in a library that was built with -Dchecks=true, and for programs that define it too */
/* Aborts where one of the values of n states, seats numbers each, is not within the range of the evaluation. */
HRA_API void hra_evaluated(const hra_evaluator *e, int n, const double *values);
#endif

/* What a state in which the game goes on is worth: one number a seat. */
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
