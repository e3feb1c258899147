/* Tasks of the players of a session: run in threads, or handed out to a worker. */
#ifndef HRA_WORK_THINK_TASK_H
#define HRA_WORK_THINK_TASK_H

#include "core/thread.h"
#include "hra/exercise.h"
#include "hra/trace.h"
#include "work/match_runner.h"
#include "work/scheduler.h"

typedef enum think_kind {
    THINK_OPEN,
    THINK_CHOOSE,
    THINK_ADVISE,
    THINK_ANALYSE,
    THINK_WORTH,   /* of the state to each seat */
    THINK_REVIEW,  /* of the next ply; handed out, of all */
    THINK_COST,    /* of a move that was made */
    THINK_MATCH,   /* games of a match */
    THINK_TREE,    /* that a player walks */
    THINK_EXERCISE /* of a move that was made: the key of "find the move" */
} think_kind;

/* Who wrote a line, and its ID: where the answer goes. */
typedef struct requester {
    int client;  /* -1: the table itself */
    char id[33]; /* "": none */
} requester;

/* Slots of players beside the seats, whose slot is their number. The work of a match opens its players. */
enum {
    SLOT_ADVISER = HRA_MAX_SEATS,
    SLOT_WIN,
    SLOT_ANALYST,
    SLOT_REVIEWER,
    SLOT_MATCH,
    SLOT_EXERCISE,
    SLOT_COUNT
};

/* A player with the memory of one thread. While a task is being worked on it belongs to that task. */
typedef struct agent_slot {
    char spec[HRA_SPEC_LENGTH]; /* "": not used */
    hra_player *player;         /* NULL: not opened yet */
    hra_agent *agent;
    bool own;      /* the player was opened for this slot, others with the same spec share it */
    bool ready;    /* it is opened; looked at by the session alone */
    bool busy;     /* a task is at it */
    int number;    /* for whom it thought last, */
    uint64_t play; /* and in which play */
} agent_slot;

enum {
    THINK_LINE = 16,
    THINK_SIMULATIONS = 200,   /* maximum simulations that are shown one at a time, */
    THINK_TREE_MOST = 2000,    /* maximum nodes of a tree, */
    THINK_TREE_BYTES = 3 << 18 /* and bytes of its JSON: less than what a stream of a server may hold back */
};

/* What was found so far. */
typedef struct think_progress {
    int depth;
    uint64_t nodes;
    double seconds, value[HRA_MAX_SEATS];
    hra_value_kind kind; /* of these; */
    int told;            /* the seat whose value alone is known, -1: all */
    int distance;        /* plies to the end, -1: not known */
    hra_move line[THINK_LINE];
    int length;
} think_progress;

typedef struct think_task {
    struct think_task *next;
    uint64_t id;
    think_kind kind;
    int slot; /* which */
    requester requester;
    const hra_game *game;
    const char *data;
    int seat, ply;
    uint64_t play;
    hra_question question; /* points to the copies below */
    void *state;
    uint64_t *history;
    hra_scheduled turn; /* in a pool of threads; its stop ends the task */
    bool quiet;         /* no event says that a player thinks about it */
    bool dropped;       /* its result is not wanted any more */
    bool tells;         /* of a choice: what it rests on is wanted too */
    bool standard;      /* nothing limits a player that needs a limit, so it has this: */
    hra_limits usual;
    hra_json_keys keys;     /* of a tree or a review that is text */
    hra_trace_limits shown; /* of a tree; */
    int simulations;        /* that are wanted one at a time, instead of the tree at the end; 0: none */
    bool boards;            /* the board at each node is wanted too */
    /* in work */
    agent_slot *at;
    bool running;
    agent_slot *chances; /* adds the win probability as a column; NULL: no column */
    hra_bell *bell;
    void (*wake)(void *self);
    void *wake_self;
    bool done;           /* guarded by: */
    hra_lock *home;      /* the lock of the thread that waits for it */
    hra_review **review; /* of a review: opened with the first ply, of this record: */
    const hra_record *record;
    const char *record_text;
    double threshold;            /* of an exercise; */
    const char *source;          /* where its position is from; "": not known */
    match_runner *match;         /* of a match; the task holds it */
    char task_of[HRA_WORK_TASK]; /* that it runs of it, */
    hra_text part;               /* and its result; of a review that was handed out, its plies; an exercise */
    double began;                /* when it was handed out */
    double seconds;              /* that it took; 0: not known */
    bool counted;                /* the result has been added to the match */
    hra_lock lock;               /* of what is found so far: the thread writes it, the session reads it */
    char preparing[48];          /* under the lock: what the opening player does, "": nothing long, */
    double prepared;             /* and the part that is done, 0 to 1; less than 0: not known */
    think_progress progress;
    bool fresh;
    double told;                                 /* when */
    void (*heard)(void *self, const char *json); /* of a worker: called with the same; NULL: none */
    void *heard_self;
    /* what came of it */
    hra_err err;
    hra_error why;
    bool usual_ended; /* by the usual limit */
    hra_move move;
    hra_analysis advice; /* of advice, and of a move what it rests on, where `explained`; no moves: none */
    bool explained;
    hra_analysis result;
    double worth[HRA_MAX_SEATS]; /* of the state */
    hra_move_loss cost;
    char *words; /* of the names of columns, of a task that was handed out; NULL: they are the player's */
    char *json;  /* a tree; NULL: none */
} think_task;

typedef struct session_agents {
    agent_slot slots[SLOT_COUNT];
    think_task *tasks; /* in the order in which they came */
    uint64_t last_id;
    bool win_failed; /* no player knows the win probability */
    hra_bell bell;
    hra_lock lock; /* of whether tasks are done */
} session_agents;

/* A task with a copy of the question (NULL: none). NULL: no memory. */
think_task *hra_think_task_new(think_kind kind, const hra_game *game, const hra_question *question);
void hra_think_task_free(think_task *task);
/* Does it, with the slot at task->at, in any thread. */
void hra_think_task_run(think_task *task);

/* What was found since the last look; false: nothing. */
bool hra_think_task_progress(think_task *task, think_progress *out);

/* {"depth","nodes","seconds","value":[per seat],"line":[moves]} */
void hra_think_task_write_progress(hra_json *json, const char *key, const think_task *task,
                                   const think_progress *found);

/* Adds the members of events about a review: "done","plies","move", the ply that was judged last, and if it
 * is `whole` "review". */
void hra_think_task_add_review(hra_json *json, const hra_review *review, bool whole);

/* The word for an error in events and results: "input". Static. */
const char *hra_think_task_code_word(hra_err code);

/* The task as text for a worker, and the worker's result. */
void hra_think_task_write(const think_task *task, const char *spec, hra_text *out);
hra_err hra_think_task_read_result(think_task *task, const char *text, hra_error *why);
/* Keys of 16 digits, for the caller to free. HRA_EINPUT, HRA_ENOMEM. */
hra_err hra_think_task_read_history(const char *text, uint64_t **out, int *count, hra_error *why);
void hra_think_task_write_result(const think_task *task, hra_text *out);
void hra_think_task_write_error(const hra_error *why, hra_text *out);
/* Plies from..to-1 of a review as a string of JSON (review_text.h); and reads one into task->part. */
void hra_think_task_write_review(const hra_review *review, int from, int to, hra_text *out);
hra_err hra_think_task_read_plies(think_task *task, const char *string, hra_error *why);
extern const char *const hra_think_kinds[]; /* their words, then NULL */

/* Of the SLOT_COUNT slots that think about a game, this one needs a player of `game`, and another has opened
 * it already: it serves both, being immutable. Only players of `lasting` are shared, a game that outlives all
 * these slots. */
void hra_agent_slot_share(agent_slot *slots, agent_slot *m, const hra_game *game, const hra_game *lasting);
/* Closes what it holds, but a player that others share, which is theirs then. */
void hra_agent_slot_clear(agent_slot *slots, agent_slot *m);

#endif
