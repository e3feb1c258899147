/* Random trees to fill in: the same seed, method and difficulty make the same tree. */
#include <stdlib.h>
#include <string.h>

#include "fill.h"
#include "hra/spec.h"

/* How large a tree of a difficulty is, and its numbers. */
typedef struct shape {
    int levels;      /* of inner nodes */
    int least, most; /* children of a node */
    int low, high;   /* values of leaves */
} shape;

static const shape shapes[HRA_EXERCISE_DIFFICULTIES] = {
    {2, 2, 2, 0, 9}, {2, 2, 3, 0, 15}, {3, 2, 2, 0, 15}, {3, 2, 3, -9, 9}, {4, 2, 3, -9, 9}};

enum { OWN_SEATS = 3, ATTEMPTS = 50 };

typedef struct tree_writer {
    const shape *shape;
    const char *levels; /* letters of the levels, again and again: M max, m min, c chance, o own */
    hra_rng rng;
    hra_text *out;
    int count; /* nodes */
} tree_writer;

static int random_in(tree_writer *w, int low, int high) {
    return low + (int)hra_rng_below(&w->rng, (uint32_t)(high - low + 1));
}

/* The probabilities of the children of a chance node: fractions that are easy to work with. */
static const char *const *random_fractions(tree_writer *w, int children) {
    static const char *const two[][2] = {{"1/2", "1/2"}, {"1/4", "3/4"}, {"1/3", "2/3"}, {"3/4", "1/4"}};
    static const char *const three[][3] = {
        {"1/4", "1/4", "1/2"}, {"1/2", "1/3", "1/6"}, {"1/3", "1/3", "1/3"}};
    return children == 2 ? two[hra_rng_below(&w->rng, sizeof two / sizeof *two)]
                         : three[hra_rng_below(&w->rng, sizeof three / sizeof *three)];
}

static void write_leaf(tree_writer *w, int node) {
    const int numbers = strchr(w->levels, 'o') ? OWN_SEATS : 1;
    hra_text_addf(w->out, "leaf n%d", node);
    for (int i = 0; i < numbers; i++)
        hra_text_addf(w->out, " %d", random_in(w, w->shape->low, w->shape->high));
    hra_text_add_char(w->out, '\n');
}

static void write_role(tree_writer *w, int node, int level) {
    const char role = w->levels[(size_t)level % strlen(w->levels)];
    if (role == 'o')
        hra_text_addf(w->out, "node n%d seat %d\n", node, level % OWN_SEATS);
    else
        hra_text_addf(w->out, "node n%d %s\n", node, role == 'M' ? "max" : role == 'm' ? "min" : "chance");
}

static void write_node(tree_writer *w, int node, int level) { /* at most 5 deep */
    if (level == w->shape->levels) {
        write_leaf(w, node);
        return;
    }
    const bool chance = w->levels[(size_t)level % strlen(w->levels)] == 'c';
    const int children = random_in(w, w->shape->least, w->shape->most), first = w->count;
    const char *const *fractions = chance ? random_fractions(w, children) : NULL;
    write_role(w, node, level);
    w->count += children;
    for (int i = 0; i < children; i++) {
        hra_text_addf(w->out, "edge n%d n%d", node, first + i);
        if (chance)
            hra_text_addf(w->out, " p=%s", fractions[i]);
        hra_text_addf(w->out, " %c\n", 'a' + i);
    }
    for (int i = 0; i < children; i++)
        write_node(w, first + i, level + 1);
}

static const char *levels_of(const char *method) {
    if (strncmp(method, "expectiminimax", 14) == 0)
        return "Mcmc";
    if (strncmp(method, "expectimax", 10) == 0)
        return "Mc";
    const bool own = strncmp(method, "maxn", 4) == 0 || strncmp(method, "softmaxn", 8) == 0;
    return own ? "o" : "Mm";
}

static bool is_proof(const char *method) {
    return strncmp(method, "andor", 5) == 0;
}

/* Leaves of proofs are solved, 1, or not, 0; ties, which Soft-Max^n is about, need few different numbers. */
static shape shape_of(const char *method, int difficulty) {
    shape s = shapes[difficulty - 1];
    if (is_proof(method)) {
        s.low = 0;
        s.high = 1;
    } else if (strncmp(method, "softmaxn", 8) == 0) {
        s.levels = s.levels > 2 ? 3 : 2;
        s.low = 1;
        s.high = 5;
    }
    return s;
}

/* ---- making -------------------------------------------------------------------------------------*/

static hra_err read_it(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    const hra_text *text = self;
    (void)name;
    if (text->length > most)
        return hra_fail_code(why, HRA_ELIMIT);
    hra_text_add_bytes(out, hra_text_string(text), text->length);
    return out->err ? hra_no_memory(why) : HRA_OK;
}

static hra_err make_of(hra_exercise **out, const hra_game *game, const char *method, unsigned asked,
                       const hra_exercise_setup *setup, hra_error *why) {
    hra_agent *agent = NULL;
    void *state = calloc(1, game->state_size);
    if (!state)
        return hra_no_memory(why);
    hra_err err = hra_agent_open_spec(&agent, game, method, why);
    if (!err) {
        game->rules->init(game, state);
        const hra_question question = {.state = state, .want = HRA_WANT_ALL};
        err = hra_exercise_from_tree(out, agent, &question, asked, setup, why);
    }
    hra_agent_close(agent);
    free(state);
    return err;
}

static hra_err make(hra_exercise **out, const hra_text *tree, const char *method, unsigned asked,
                    const hra_exercise_setup *setup, hra_error *why) {
    hra_game *game = NULL;
    const hra_host host = {.size = sizeof host, .read = read_it, .self = (void *)(uintptr_t)tree};
    hra_err err = hra_game_open(&game, &host, "tree:file=tree", why);
    if (!err)
        err = make_of(out, game, method, asked, setup, why);
    hra_game_close(game);
    return err;
}

/* A tree in which nothing is cut teaches no cuts. */
static bool is_worth_it(const hra_exercise *x) {
    const fill_tree *tree = x->self;
    if (x->kind != &hra_exercise_fill)
        return true;
    for (int node = 0; node < tree->count; node++)
        if (tree->key.cut[node] >= 0)
            return true;
    return !(tree->asked & HRA_FILL_CUTS);
}

/* The tree is in the exercise, not in a file that the game would read. */
static hra_err forget_file(hra_exercise *x, hra_error *why) {
    if (hra_exercise_set(&x->info.game, "tree") || hra_exercise_set(&x->info.position, ""))
        return hra_no_memory(why);
    return hra_exercise_complete(x, NULL, why);
}

hra_err hra_exercise_random_tree(hra_exercise **out, const char *method, uint64_t seed, int difficulty,
                                 unsigned asked, const hra_exercise_setup *setup, hra_error *why) {
    hra_text text;
    hra_err err = HRA_OK;
    *out = NULL;
    if (difficulty < 1 || difficulty > HRA_EXERCISE_DIFFICULTIES)
        return hra_fail(why, HRA_EINPUT, -1, "a difficulty is 1 to %d, not %d", HRA_EXERCISE_DIFFICULTIES,
                        difficulty);
    method = !method ? "alphabeta" : strcmp(method, "andor") == 0 ? "andor:goal=1" : method;
    const shape size = shape_of(method, difficulty);
    const bool is_uct = strncmp(method, "mcts", 4) == 0;
    hra_text_init(&text);
    for (int attempt = 0; attempt < ATTEMPTS && !err && !(*out && is_worth_it(*out)); attempt++) {
        tree_writer writer = {.shape = &size, .levels = levels_of(method), .out = &text, .count = 1};
        hra_exercise_close(*out);
        *out = NULL;
        hra_text_clear(&text);
        hra_rng_init_stream(&writer.rng, seed, (uint64_t)difficulty, (uint64_t)attempt, HRA_STREAM_CHANCE);
        if (*writer.levels == 'o')
            hra_text_addf(&text, "seats %d\n", OWN_SEATS);
        write_node(&writer, 0, 0);
        err = text.err ? hra_no_memory(why) : make(out, &text, method, asked, setup, why);
        if (err == HRA_EFIT && is_uct && attempt + 1 < ATTEMPTS) /* UCBs that are equal but for rounding */
            err = HRA_OK;
    }
    hra_text_release(&text);
    if (!err)
        err = forget_file(*out, why);
    if (!err) {
        (*out)->info.seed = seed;
        return HRA_OK;
    }
    hra_exercise_close(*out);
    *out = NULL;
    return err;
}
