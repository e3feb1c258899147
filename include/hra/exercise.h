/* hra/exercise.h: exercises: something is asked, an attempt is judged, and the answer stays hidden until it is shown.
 *
 * An exercise is text, keyed lines that begin with "hra-exercise 1" (docs/exercises.md). It holds its key: what the
 * analyst or the search method found when the exercise was made. So judging is a look-up, and the same attempt gets the
 * same verdict on every machine, at once.
 *
 *     hra_exercise_open(&exercise, NULL, text, length, &why);
 *     hra_exercise_judge(exercise, "11-15", &verdict, &why);
 *     printf("%g\n", verdict.points);
 *
 * Kinds of exercises:
 *   move   find a move as good as the best one within the threshold. An attempt is a move, as hra_game_parse_move
 *          reads it.
 *   fill   fill in the numbers of a search tree. An attempt is words "NODE.FIELD=VALUE": "A.value=3 C.alpha=-inf
 *          C.cut=H H.order=5". Nodes have letters, level by level.
 *   uct    UCT by hand: path, UCB, visits and mean of each simulation: "6.path=a-b 6.ucb=3.677".
 *   agent  a player reaches a result over given games. An attempt is the spec of a player.
 *
 * Thread-safety: an open exercise is immutable; threads share it. */
#ifndef HRA_EXERCISE_H
#define HRA_EXERCISE_H

#include "hra/review.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_EXERCISE_BYTES = 1 << 20,  /* the most bytes of the text of an exercise */
    HRA_COURSE_BYTES = 16 << 20,   /* the most bytes of a course */
    HRA_EXERCISE_NODES = 1000,     /* the most nodes of a tree to fill in */
    HRA_EXERCISE_ITEM = 24,        /* bytes of the name of an item, with the zero */
    HRA_EXERCISE_ID = 17,          /* bytes of an id, with the zero */
    HRA_EXERCISE_DIFFICULTIES = 5, /* difficulties are 1..5 */
};

typedef struct hra_exercise hra_exercise;

/* ---- exercises ------------------------------------------------------------------------------*/

/* Facts about an exercise. */
typedef struct hra_exercise_info {
    size_t size;      /* sizeof(hra_exercise_info) of the library: members beyond it do not exist */
    const char *kind; /* "move", "fill", "uct", "agent" */
    char id
        [HRA_EXERCISE_ID]; /* 16 hexadecimal digits: the same for what is the same to solve, whatever game it came from */
    const char *title;    /* "" : none */
    const char *game;     /* spec */
    const char *position; /* "": the beginning of the game */
    const char *analyst;  /* spec of the player that the key is from */
    const char *source;   /* the record that the position is from; "": none */
    int ply;              /* in that record */
    hra_limits limits;    /* of the analyst; never a time */
    double threshold;     /* a move that loses at most this is as good as the best; 0 of other kinds */
    double points;        /* what a course gives for all of it; 1 if it does not say */
    uint64_t seed;
    int items;          /* what can be answered: 1 of a move */
    int hints;          /* number of hints */
    bool needs_process; /* judging runs games: kind "agent" */
} hra_exercise_info;

/* Reads an exercise, text[0..length-1], which may be of unknown origin; the caller closes it. `host` opens the game, as
 * in hra_game_open; NULL: one that reads no files. Returns
 *   HRA_EINPUT    if the text is not an exercise; `why` has the line
 *   HRA_EVERSION  if it is of a newer version
 *   HRA_ELIMIT    if it is longer than HRA_EXERCISE_BYTES, or the tree has more than HRA_EXERCISE_NODES nodes
 *   HRA_ENOMEM
 *   else errors of hra_game_open. */
HRA_API hra_err hra_exercise_open(hra_exercise **out, const hra_host *host, const char *text, size_t length,
                                  hra_error *why);
HRA_API void hra_exercise_close(hra_exercise *exercise); /* NULL is allowed */
/* Returns the facts, which the exercise owns; they do not change. */
HRA_API const hra_exercise_info *hra_exercise_info_of(const hra_exercise *exercise);
/* Appends the text of the exercise, which hra_exercise_open reads. HRA_ENOMEM. */
HRA_API hra_err hra_exercise_write(const hra_exercise *exercise, hra_text *out);
/* Returns the game and the state of an exercise of the kind "move", which it owns; NULL for other kinds. */
HRA_API const hra_game *hra_exercise_game(const hra_exercise *exercise, const void **state);

/* Appends what is asked as text: the board, or the tree with its labels, and lines of words in the language of the
 * process. `unicode`: not only ASCII. HRA_ENOMEM. */
HRA_API hra_err hra_exercise_question(const hra_exercise *exercise, bool unicode, hra_text *out);
/* Appends what of a tree an item is about: the nodes on the way from the root to its node, with all their children, and
 * what is known of each by the attempt. Of other kinds, and with an item that does not exist, all of the question.
 * HRA_EINPUT if the attempt cannot be read; HRA_ENOMEM. */
HRA_API hra_err hra_exercise_item_question(const hra_exercise *exercise, const char *attempt,
                                           const char *item, bool unicode, hra_text *out);
/* Writes the name of item `index`, 0..items-1, in an order in which a person works. False: there are fewer. */
HRA_API bool hra_exercise_item(const hra_exercise *exercise, int index, char name[HRA_EXERCISE_ITEM]);
/* Returns what an item such as "C.cut" asks for, a word in the language of the process ("cut"), until the language changes; the
 * item itself if it is another one, such as "move". */
HRA_API const char *hra_exercise_item_word(const char *item);

/* Returns whether the search comes to the node of an item by the cuts that an attempt has; false also if there is no such
 * item. In the order of hra_exercise_item the cuts of a node come before the items that they leave out. */
HRA_API bool hra_exercise_reaches(const hra_exercise *exercise, const char *attempt, const char *item);

/* ---- the tree of an exercise, to draw it -----------------------------------------------------*/

/* What is asked of a node, or'ed. */
typedef enum hra_asked {
    HRA_ASKED_VALUE = 1 << 0,
    HRA_ASKED_WINDOW = 1 << 1, /* alpha and beta */
    HRA_ASKED_CUT = 1 << 2,
    HRA_ASKED_ORDER = 1 << 3,
} hra_asked;

/* A node of a tree to fill in; level by level, the children of a node follow each other. */
typedef struct hra_exercise_node {
    size_t size; /* sizeof(hra_exercise_node) of the caller: members beyond it are not set */
    char label[8];
    int parent, first, count; /* parent -1: the root; the children begin at `first` */
    const char *role;         /* "max", "min", "own", "or", "and", "chance", "leaf", "end" */
    int seat;                 /* of an own node: whose */
    double probability;       /* of the move to it, from a chance node */
    const char *move;         /* "": the root; the exercise owns it */
    unsigned asked;           /* HRA_ASKED_... */
    bool given;               /* its value is shown with the question */
    bool searched;            /* of the key: the search comes here */
    int numbers;              /* of a value: 1, or one for each seat; 0: a set of vectors */
} hra_exercise_node;

/* Sets *out to node `index`, from 0; out->size is set. False: there are fewer, or it is no tree. */
HRA_API bool hra_exercise_tree_node(const hra_exercise *exercise, int index, hra_exercise_node *out);
/* Appends what the key has at a node, in the language of the process: "value", "alpha", "beta", "cut" or "order". Nothing if
 * the search does not come there and the value is not given; HRA_EINPUT if there is no such node or word; HRA_ENOMEM. */
HRA_API hra_err hra_exercise_tree_key(const hra_exercise *exercise, int index, const char *field,
                                      hra_text *out);
/* Appends lines with what a person has to know beside the tree, in the language of the process: how the search fails or cuts,
 * if it is not the textbook's. HRA_ENOMEM. */
HRA_API hra_err hra_exercise_terms(const hra_exercise *exercise, hra_text *out);

/* ---- verdicts -------------------------------------------------------------------------------*/

/* One thing that was judged. */
typedef struct hra_exercise_verdict_item {
    char name[HRA_EXERCISE_ITEM]; /* "move", or an item of a tree: "C.beta" */
    bool right;
    const char *
        reason; /* one word for programs, docs/exercises.md has all: "best", "worse", "follows", "max"; static */
    char *why; /* a sentence with the numbers of this item, in the language of the process */
} hra_exercise_verdict_item;

/* The caller owns a verdict and may use it again; it must be zero at first. */
typedef struct hra_exercise_verdict {
    double points;  /* 0..1 */
    int unanswered; /* what counts and was not answered; which items that are would show where a search cuts */
    int count;      /* number of items, of which each was answered */
    hra_exercise_verdict_item *items;
} hra_exercise_verdict;

HRA_API void hra_exercise_verdict_release(hra_exercise_verdict *verdict); /* then it is zero */

/* Judges an attempt. In trees each item is judged by itself: it is right if it is that of the key, or follows from the
 * other answers of the attempt. Returns
 *   HRA_EINPUT  if the attempt cannot be read, or its move is not legal: nothing was judged
 *   HRA_EFIT    if the exercise needs games (needs_process): hra_exercise_run (hra/work.h) judges it
 *   HRA_ENOMEM. */
HRA_API hra_err hra_exercise_judge(const hra_exercise *exercise, const char *attempt,
                                   hra_exercise_verdict *out, hra_error *why);
/* Appends hint `number`, 1..hints, each of which says more than the one before, in the language of the process; none
 * says the answer. HRA_EINPUT if there is no such hint; HRA_ENOMEM. */
HRA_API hra_err hra_exercise_hint(const hra_exercise *exercise, int number, hra_text *out);
/* Returns the number of the hint that is about an item, 1..hints; 0: there is none, or no such item. */
HRA_API int hra_exercise_item_hint(const hra_exercise *exercise, const char *item);
/* Appends the answer in the language of the process, some lines of text. `attempt`: what was answered otherwise in a tree
 * stands beside it; NULL: nothing was. HRA_EINPUT if the attempt cannot be read; HRA_ENOMEM. */
HRA_API hra_err hra_exercise_answer(const hra_exercise *exercise, const char *attempt, hra_text *out);

/* ---- making ---------------------------------------------------------------------------------*/

/* How exercises are made. */
typedef struct hra_exercise_setup {
    size_t size;        /* sizeof(hra_exercise_setup) of the caller; members beyond it count as zero */
    const char *title;  /* NULL: none */
    const char *source; /* name of the record; NULL: none */
    double points;      /* 0: 1 */
    double threshold;   /* 0: that of an inaccuracy of the review, or HRA_MIN_MISTAKE_LOSS without grades */
    uint64_t seed;      /* of the analyst */
    hra_limits limits;  /* of the analyst; depth, nodes and playouts count */
    const char
        *played; /* of "move": the move of the record, as text; NULL: not known, or that of the review */
    int ply;     /* in the record; of a review its own */
} hra_exercise_setup;

/* Makes an exercise "move" of the decision at a ply of a review: asks the analyst about all legal moves there; NULL: that of
 * the review. Returns
 *   HRA_EFIT     if no seat is to move, there is one legal move only, or the analyst does not value all moves
 *   HRA_EINPUT   if the ply is not reviewed yet, or `setup` limits the time
 *   HRA_ENOMEM
 *   else errors of hra_agent_ask. */
HRA_API hra_err hra_exercise_from_review(hra_exercise **out, const hra_review *review, int ply,
                                         hra_agent *analyst, const hra_exercise_setup *setup,
                                         const hra_stop *stop, hra_error *why);
/* Makes an exercise "move" of any state. Returns as hra_exercise_from_review. */
HRA_API hra_err hra_exercise_from_state(hra_exercise **out, hra_agent *analyst, const hra_question *question,
                                        const hra_exercise_setup *setup, hra_error *why);

/* What is asked of a tree. */
typedef enum hra_fill {
    HRA_FILL_LEAVES = 1 << 0,  /* values of leaves */
    HRA_FILL_VALUES = 1 << 1,  /* values of inner nodes */
    HRA_FILL_WINDOWS = 1 << 2, /* alpha and beta of inner nodes when the search enters them */
    HRA_FILL_CUTS = 1 << 3,    /* behind which child the search leaves a node */
    HRA_FILL_ORDER = 1 << 4,   /* the number of each visit */
} hra_fill;

/* Makes an exercise "fill" of the tree that a player searches from a state: minimax, alphabeta, expectimax,
 * expectiminimax, maxn, softmaxn, andor; of mcts an exercise "uct". `asked`: HRA_FILL_... or'ed; 0: all but leaves that the tree has. Returns
 *   HRA_EFIT     if the player searches no tree whose numbers follow from each other by plain rules, or the tree has
 *                nothing that is asked
 *   HRA_ELIMIT   if the tree has more than HRA_EXERCISE_NODES nodes
 *   HRA_ENOMEM
 *   else errors of hra_trace_walk. */
HRA_API hra_err hra_exercise_from_tree(hra_exercise **out, hra_agent *agent, const hra_question *question,
                                       unsigned asked, const hra_exercise_setup *setup, hra_error *why);
/* Makes an exercise "fill" of a random tree: `method` is a player of the game "tree", such as "alphabeta" (NULL). Of
 * difficulty 1..5: 1 has 7 nodes, 5 about 60. The same arguments make the same exercise. Returns
 *   HRA_EINPUT  if the difficulty is not 1..5
 *   else as hra_exercise_from_tree. */
HRA_API hra_err hra_exercise_random_tree(hra_exercise **out, const char *method, uint64_t seed,
                                         int difficulty, unsigned asked, const hra_exercise_setup *setup,
                                         hra_error *why);

/* Makes the exercise that a text describes without a key: a line `difficulty` makes a random tree; a game, a position and
 * an analyst without moves or nodes are asked. A text with a key is opened. `data`: directory for the analyst; NULL: none.
 * Returns as hra_exercise_open, hra_exercise_from_state and hra_exercise_from_tree. */
HRA_API hra_err hra_exercise_make(hra_exercise **out, const hra_host *host, const char *data,
                                  const char *text, size_t length, const hra_stop *stop, hra_error *why);

/* ---- courses --------------------------------------------------------------------------------*/

/* A course is a text "hra-course 1", a line `title`, and exercises, each up to its line `end`. */
typedef struct hra_course hra_course;

/* Reads a course, or a single exercise as a course of one; exercises are only separated, not opened. Returns
 *   HRA_EINPUT    if it is not a course; `why` has the line
 *   HRA_EVERSION  if it is of a newer version
 *   HRA_ELIMIT    if it is longer than HRA_COURSE_BYTES
 *   HRA_ENOMEM. */
HRA_API hra_err hra_course_open(hra_course **out, const char *text, size_t length, hra_error *why);
HRA_API void hra_course_close(hra_course *course);              /* NULL is allowed */
HRA_API const char *hra_course_title(const hra_course *course); /* "": none */
/* Returns the text of exercise `index`, from 0, and its *length; NULL: there are fewer. The course owns it. *line (may be
 * NULL) is set to the number of its first line. */
HRA_API const char *hra_course_exercise(const hra_course *course, int index, size_t *length, int *line);

/* ---- as JSON --------------------------------------------------------------------------------*/

/* Writes what is asked, without anything of the key: {"kind","id","title","game","position","analyst","threshold",
 * "points","items","hints","needs_process"}. A tree adds "asked":["values",...] and "nodes":[{"node","parent","role",
 * "seat","probability","move","value"}], with the numbers that are given. docs/json.md has more. */
HRA_API void hra_json_exercise(hra_json *json, const char *key, const hra_exercise *exercise);
/* Writes the answer: {"id","moves":[{"move","value","loss","kind","line":[...]}]}, best first; of a tree
 * {"id","nodes":[{"node","value","alpha","beta","cut","order"}]}. */
HRA_API void hra_json_exercise_answer(hra_json *json, const char *key, const hra_exercise *exercise);
/* Writes {"points","unanswered","items":[{"item","right","reason","why"}]}. */
HRA_API void hra_json_exercise_verdict(hra_json *json, const char *key, const hra_exercise_verdict *verdict);

#ifdef __cplusplus
}
#endif
#endif
