/* Exercises "fill in the tree": opening and judging. */
#include "fill.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"

enum { MOST_ATTEMPT = 1 << 18 /* bytes */ };

/* ---- checking -----------------------------------------------------------------------------------*/

/* Half of the last digit that people write; less where all values are small. */
static double find_tolerance(const fill_tree *tree) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < tree->count * fill_width(tree); i++)
        if (fill_is_leaf(tree, i / fill_width(tree)) && !isnan(tree->key.value[i])) {
            low = fmin(low, tree->key.value[i]);
            high = fmax(high, tree->key.value[i]);
        }
    const double spread = high - low;
    return 0.005 * (spread > 0 && spread < 1 ? spread : 1) + 1e-9;
}

static bool has_leaf_values(const fill_tree *tree) {
    const int width = fill_width(tree);
    for (int i = 0; i < tree->count; i++)
        for (int k = 0; k < tree->seats; k++) {
            const double value = tree->key.value[(size_t)i * (size_t)width + (size_t)k];
            if (fill_is_leaf(tree, i) &&
                (!isfinite(value) || (fill_is_proof(tree) && value != 0 && value != 1)))
                return false;
        }
    return true;
}

/* Proofs have nodes of their own; sets are of seats that choose. */
static bool has_role_of_kind(const fill_tree *tree, fill_role role) {
    if (role >= FILL_LEAF)
        return true;
    if (fill_is_proof(tree))
        return role == FILL_OR || role == FILL_AND;
    return role != FILL_OR && role != FILL_AND && (tree->vectors == 1 || role == FILL_OWN);
}

static bool has_sound_shape(const fill_tree *tree) {
    for (int i = 0; i < tree->count; i++) {
        const fill_node *node = &tree->nodes[i];
        double sum = 0;
        if ((node->role >= FILL_LEAF) != (node->count == 0) ||
            (node->role == FILL_OWN && node->seat >= tree->seats) ||
            (tree->seats > 1 && (fill_is_max(node->role) || fill_is_min(node->role))) ||
            !has_role_of_kind(tree, node->role))
            return false;
        for (int child = node->first; child < node->first + node->count; child++)
            sum += tree->nodes[child].probability;
        if (node->role == FILL_CHANCE && fabs(sum - 1) > 1e-6)
            return false;
    }
    return true;
}

static int count_items(const fill_tree *tree) {
    int items = 0;
    for (int node = 0; node < tree->count; node++)
        for (int field = 0; field < FIELDS; field++)
            items += hra_fill_is_asked(tree, node, (fill_field)field);
    return items;
}

static hra_err finish(hra_exercise *x, const hra_host *host, hra_error *why) {
    fill_tree *tree = x->self;
    (void)host; /* the tree is all that is needed */
    if (tree->count < 2 || !tree->key.value || !has_leaf_values(tree) || !has_sound_shape(tree))
        return hra_fail(why, HRA_EINPUT, -1,
                        "the tree of the exercise is not whole: nodes with their children, "
                        "probabilities that sum to 1, and a key for every node");
    int *before = malloc((size_t)tree->count * sizeof *before);
    if (!before)
        return hra_no_memory(why);
    hra_fill_visits(tree, &tree->key, before);
    const unsigned wrong = tree->asked & ~hra_fill_sound(tree, before);
    free(before);
    tree->tolerance = find_tolerance(tree);
    x->info.items = count_items(tree);
    x->info.hints = hra_fill_hints(tree);
    if (wrong)
        return hra_fail(why, HRA_EINPUT, -1, "the numbers of the tree do not follow from each other");
    if (!x->info.items)
        return hra_fail(why, HRA_EINPUT, -1, "the exercise asks nothing");
    return HRA_OK;
}

/* ---- attempts -----------------------------------------------------------------------------------*/

typedef struct attempt {
    const fill_tree *tree;
    fill_numbers numbers; /* of the key, but the answers in place of what was answered */
    fill_numbers shown;   /* what the person knows: the answers, and what is given */
    int *shown_before;    /* visits by these */
    bool *answered;       /* node by node, FIELDS of each */
    int *before;
    hra_error *why;
} attempt;

static bool *answered(const attempt *a, int node, fill_field field) {
    return &a->answered[(size_t)node * FIELDS + (size_t)field];
}

static void close_attempt(attempt *a) {
    hra_fill_numbers_close(&a->numbers);
    hra_fill_numbers_close(&a->shown);
    free(a->answered);
    free(a->before);
    free(a->shown_before);
}

static hra_err open_attempt(attempt *a) {
    const fill_tree *tree = a->tree;
    a->answered = calloc((size_t)tree->count * FIELDS, sizeof *a->answered);
    a->before = malloc((size_t)tree->count * sizeof *a->before);
    a->shown_before = malloc((size_t)tree->count * sizeof *a->shown_before);
    if (!a->answered || !a->before || !a->shown_before ||
        hra_fill_numbers_open(&a->numbers, tree->count, fill_width(tree)) ||
        hra_fill_numbers_open(&a->shown, tree->count, fill_width(tree)))
        return hra_no_memory(a->why);
    hra_fill_numbers_copy(&a->numbers, &tree->key, tree->count, fill_width(tree));
    return HRA_OK;
}

static hra_err refuse(const attempt *a, const char *word, size_t length, const char *expected) {
    return hra_fail(a->why, HRA_EINPUT, -1, _("'%.*s': expected %s"), (int)(length < 60 ? length : 60), word,
                    expected);
}

/* The child behind which the search leaves a node, or none. */
static bool read_cut(const attempt *a, int node, const char *text, size_t length, int *out) {
    double none;
    *out = hra_fill_find(a->tree, text, length);
    if (*out >= 0)
        return a->tree->nodes[*out].parent == node;
    return hra_fill_read_number(text, length, &none) && isnan(none);
}

static bool read_order(const char *text, size_t length, int *out) {
    double number;
    if (!hra_fill_read_number(text, length, &number) || number < 0 || number > HRA_EXERCISE_NODES)
        return false;
    *out = isnan(number) ? 0 : (int)number;
    return isnan(number) || number == *out;
}

static bool read_answer(attempt *a, int node, fill_field field, const char *text, size_t length) {
    switch (field) {
    case FIELD_VALUE:
        return hra_fill_read_value(a->tree, text, length,
                                   &a->numbers.value[(size_t)node * (size_t)fill_width(a->tree)]);
    case FIELD_ALPHA:
        return hra_fill_read_number(text, length, &a->numbers.alpha[node]);
    case FIELD_BETA:
        return hra_fill_read_number(text, length, &a->numbers.beta[node]);
    case FIELD_CUT:
        return read_cut(a, node, text, length, &a->numbers.cut[node]);
    case FIELD_ORDER:
        return read_order(text, length, &a->numbers.order[node]);
    case FIELDS:
        break;
    }
    return false;
}

bool hra_fill_find_item(const fill_tree *tree, const char *name, size_t length, int *node,
                        fill_field *field) {
    const char *dot = memchr(name, '.', length);
    const size_t before = dot ? (size_t)(dot - name) : length, left = dot ? length - before - 1 : 0;
    int f = 0;
    *node = dot ? hra_fill_find(tree, name, before) : -1;
    while (f < FIELDS &&
           (strlen(hra_fill_fields[f]) != left || memcmp(hra_fill_fields[f], name + before + 1, left) != 0))
        f++;
    *field = (fill_field)f;
    return *node >= 0 && f < FIELDS && hra_fill_is_asked(tree, *node, *field);
}

/* What would be right in place of an answer that cannot be read. */
static hra_err refuse_answer(const attempt *a, int node, fill_field field, const char *text, size_t length) {
    const fill_node *at = &a->tree->nodes[node];
    char label[FILL_LABEL];
    hra_text children;
    if (field != FIELD_CUT)
        return refuse(a, text, length,
                      field == FIELD_ORDER ? _("the number of a visit such as 5, or - for none")
                      : fill_is_proof(a->tree) && field == FIELD_VALUE ? _("solved, unsolved, 1 or 0")
                      : a->tree->vectors > 1 && field == FIELD_VALUE
                          ? _("vectors such as 3:1:4|2:7:1, in any order, or - for none")
                      : a->tree->seats > 1 && field == FIELD_VALUE
                          ? _("a number for each player, such as 3:-3, or - for none")
                          : _("a number such as 3, 0.5 or 1/2, inf, -inf, or - for none"));
    hra_text_init(&children);
    for (int child = at->first; child < at->first + at->count; child++) {
        hra_fill_label(child, label);
        hra_text_addf(&children, "%s%s", child > at->first ? ", " : "", label);
    }
    hra_fill_label(node, label);
    hra_err err =
        children.err ? hra_no_memory(a->why)
                     : hra_fail(a->why, HRA_EINPUT, -1, _("'%.*s' is not a child of %s: %s, or - for no cut"),
                                (int)(length < 60 ? length : 60), text, label, hra_text_string(&children));
    hra_text_release(&children);
    return err;
}

/* "C.alpha=-inf" */
static hra_err read_word(attempt *a, const char *word, size_t length) {
    const char *equals = memchr(word, '=', length);
    int node;
    fill_field field;
    if (!equals || !memchr(word, '.', (size_t)(equals - word)))
        return refuse(a, word, length, _("an answer such as C.value=3"));
    if (!hra_fill_find_item(a->tree, word, (size_t)(equals - word), &node, &field))
        return refuse(a, word, length, _("something that the exercise asks"));
    const size_t left = length - (size_t)(equals + 1 - word);
    if (!left)
        return HRA_OK; /* a field that was left empty */
    if (*answered(a, node, field))
        return refuse(a, word, length, _("one answer to each question"));
    if (!read_answer(a, node, field, equals + 1, left))
        return refuse_answer(a, node, field, equals + 1, left);
    *answered(a, node, field) = true;
    return HRA_OK;
}

static hra_err read_attempt(attempt *a, const char *text) {
    hra_err err = HRA_OK;
    if (strlen(text) > MOST_ATTEMPT)
        return hra_fail(a->why, HRA_ELIMIT, -1, "an attempt of more than %d bytes", MOST_ATTEMPT);
    while (!err && *text) {
        const size_t length = strcspn(text, " \t\r\n;");
        if (length)
            err = read_word(a, text, length);
        text += length + (text[length] != '\0');
    }
    return err;
}

/* Where windows are not asked they follow from the values: parents come before their children. */
static void derive_windows(const fill_tree *tree, fill_numbers *numbers) {
    if ((tree->asked & HRA_FILL_WINDOWS) || isnan(tree->key.alpha[0]) || !hra_fill_has_windows(tree))
        return;
    for (int node = 1; node < tree->count; node++)
        hra_fill_window(tree, numbers, node, &numbers->alpha[node], &numbers->beta[node]);
}

/* What explains a wrong answer must not say what was not answered. */
static void hide(attempt *a) {
    const fill_tree *tree = a->tree;
    fill_numbers *shown = &a->shown;
    hra_fill_numbers_copy(shown, &a->numbers, tree->count, fill_width(tree));
    for (int node = 0; node < tree->count; node++) {
        const bool given = hra_fill_is_given(tree, node);
        for (int i = 0; i < fill_width(tree) && !given && !*answered(a, node, FIELD_VALUE); i++)
            shown->value[(size_t)node * (size_t)fill_width(tree) + (size_t)i] = NAN;
        if (node && !*answered(a, node, FIELD_ALPHA))
            shown->alpha[node] = NAN;
        if (node && !*answered(a, node, FIELD_BETA))
            shown->beta[node] = NAN;
        if (!*answered(a, node, FIELD_CUT))
            shown->cut[node] = -1;
    }
}

/* ---- judging ------------------------------------------------------------------------------------*/

static bool same_value(const attempt *a, int node, const double *value) {
    return hra_fill_same_value(a->tree, &a->numbers.value[(size_t)node * (size_t)fill_width(a->tree)], value);
}

/* A cut after the last child leaves nothing out. */
static bool same_cut(const fill_tree *tree, int node, int a, int b) {
    const int last = tree->nodes[node].first + tree->nodes[node].count - 1;
    return (a == last ? -1 : a) == (b == last ? -1 : b);
}

/* What was answered is what the key has. */
static bool is_key(const attempt *a, int node, fill_field field) {
    const fill_numbers *key = &a->tree->key, *mine = &a->numbers;
    switch (field) {
    case FIELD_VALUE:
        return same_value(a, node, &key->value[(size_t)node * (size_t)fill_width(a->tree)]);
    case FIELD_ALPHA:
        return hra_fill_near(a->tree, mine->alpha[node], key->alpha[node]);
    case FIELD_BETA:
        return hra_fill_near(a->tree, mine->beta[node], key->beta[node]);
    case FIELD_CUT:
        return same_cut(a->tree, node, mine->cut[node], key->cut[node]);
    case FIELD_ORDER:
        return mine->order[node] == key->order[node];
    case FIELDS:
        break;
    }
    return false;
}

/* What was answered follows from the other answers. */
static bool follows(const attempt *a, int node, fill_field field) {
    const fill_numbers *mine = &a->numbers;
    const fill_tree *tree = a->tree;
    double value[FILL_WIDTH], alpha, beta;
    switch (field) {
    case FIELD_VALUE:
        if (fill_is_leaf(tree, node))
            return false;
        hra_fill_value(tree, mine, node, &mine->value[(size_t)node * (size_t)fill_width(tree)], value);
        return !isnan(value[0]) && same_value(a, node, value);
    case FIELD_ALPHA:
    case FIELD_BETA:
        hra_fill_window(tree, mine, node, &alpha, &beta);
        return field == FIELD_ALPHA ? !isnan(alpha) && hra_fill_near(tree, mine->alpha[node], alpha)
                                    : !isnan(beta) && hra_fill_near(tree, mine->beta[node], beta);
    case FIELD_CUT:
        return same_cut(tree, node, mine->cut[node], hra_fill_cut(tree, mine, node));
    case FIELD_ORDER:
        return a->before[node] >= 0 && mine->order[a->before[node]] > 0 &&
               mine->order[node] == mine->order[a->before[node]] + 1;
    case FIELDS:
        break;
    }
    return false;
}

/* "none" for a number of a node that the search reaches is an answer like any other, and wrong. */
static hra_err judge_item(attempt *a, int node, fill_field field, hra_exercise_verdict *out) {
    const bool given = *answered(a, node, field), searched = hra_fill_is_searched(a->tree, node);
    char label[FILL_LABEL], name[HRA_EXERCISE_ITEM];
    const char *reason = "key";
    hra_text text;
    if (!searched && (!given || is_key(a, node, field) || a->before[node] >= 0))
        return HRA_OK; /* nothing to fill in; or the attempt comes here, since it cut elsewhere */
    if (!given) {
        out->unanswered++;
        return HRA_OK;
    }
    bool right = is_key(a, node, field);
    hra_text_init(&text);
    if (!right && searched && follows(a, node, field)) {
        right = true;
        reason = "follows";
        hra_text_add(&text, _("Right by your other answers."));
    } else if (!right) {
        reason = searched ? hra_fill_reason(a->tree, node, field) : "unvisited";
        if (!searched)
            hra_text_add(&text, _("The search does not come here."));
        else
            hra_fill_explain(a->tree, &a->shown, node, field, a->shown_before, &text);
    }
    hra_fill_label(node, label);
    (void)hra_snprintf(name, sizeof name, "%s.%s", label, hra_fill_fields[field]);
    hra_err err = hra_verdict_add(out, name, right, reason, &text);
    hra_text_release(&text);
    return err ? hra_no_memory(a->why) : HRA_OK;
}

static hra_err judge(const hra_exercise *x, const char *text, hra_exercise_verdict *out, hra_error *why) {
    attempt a = {.tree = x->self, .why = why};
    hra_err err = open_attempt(&a);
    if (!err)
        err = read_attempt(&a, text);
    if (!err) {
        derive_windows(a.tree, &a.numbers);
        hra_fill_visits(a.tree, &a.numbers, a.before);
        hide(&a);
        derive_windows(a.tree, &a.shown);
        hra_fill_visits(a.tree, &a.shown, a.shown_before);
    }
    for (int node = 0; node < a.tree->count; node++)
        for (int field = 0; field < FIELDS && !err; field++)
            if (hra_fill_is_asked(a.tree, node, (fill_field)field))
                err = judge_item(&a, node, (fill_field)field, out);
    close_attempt(&a);
    return err;
}

bool hra_fill_reaches(const hra_exercise *x, const char *text, const char *item) {
    attempt a = {.tree = x->self};
    const int node = hra_fill_find(a.tree, item, strcspn(item, "."));
    bool reached = node >= 0 && !open_attempt(&a);
    if (reached) {
        for (int i = 0; i < a.tree->count; i++)
            a.numbers.cut[i] = -1; /* those of the key are not known to the person */
        reached = !read_attempt(&a, text);
        hra_fill_visits(a.tree, &a.numbers, a.before);
        reached = reached && (node == 0 || a.before[node] >= 0);
    }
    close_attempt(&a);
    return reached;
}

hra_err hra_fill_known(const fill_tree *tree, const char *text, fill_numbers *out) {
    hra_error why;
    attempt a = {.tree = tree, .why = &why};
    *out = (fill_numbers){0};
    hra_err err = open_attempt(&a);
    if (!err)
        err = read_attempt(&a, text);
    if (!err)
        err = hra_fill_numbers_open(out, tree->count, fill_width(tree));
    if (!err) {
        hide(&a);
        hra_fill_numbers_copy(out, &a.shown, tree->count, fill_width(tree));
    }
    close_attempt(&a);
    return err;
}

const exercise_kind hra_exercise_fill = {.name = "fill",
                                         .self_size = sizeof(fill_tree),
                                         .read_line = hra_fill_read_line,
                                         .finish = finish,
                                         .close = hra_fill_close,
                                         .write = hra_fill_write,
                                         .identify = hra_fill_identify,
                                         .judge = judge,
                                         .hint = hra_fill_hint,
                                         .answer = hra_fill_answer,
                                         .ask_json = hra_fill_ask_json,
                                         .answer_json = hra_fill_answer_json};
