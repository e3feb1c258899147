/* The story of the search, as data for the script of the picture. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "speech/print.h"
#include "svg.h"

typedef enum happening { ENTERED, LEFT, CUT } happening;

typedef struct event {
    uint64_t moment;
    int32_t node;
    happening what;
} event;

typedef struct story {
    const tree_picture *p;
    event *events;
    int32_t count;
    double *alpha, *beta; /* of nodes, as they are at this step */
    bool windows;         /* the method has them: not only the root was entered with one */
    hra_text line, name, value;
    hra_text shown; /* windows, each as [step, item, "text"] */
    const int32_t *item_of;
    int32_t step;
} story;

static int by_moment(const void *a, const void *b) {
    const event *x = a, *y = b;
    if (x->moment != y->moment)
        return x->moment < y->moment ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static void collect(story *s) {
    for (uint32_t i = 0; i < s->p->tree->count; i++) {
        const hra_trace_node *node = &s->p->tree->nodes[i];
        s->alpha[i] = node->alpha;
        s->beta[i] = node->beta;
        s->windows = s->windows || (i > 0 && node->window);
        if (node->kind == HRA_TRACE_PRUNED)
            continue;
        s->events[s->count++] = (event){node->entered, (int32_t)i, ENTERED};
        if (node->left)
            s->events[s->count++] = (event){node->left, (int32_t)i, LEFT};
        if (node->cut_at)
            s->events[s->count++] = (event){node->cut_at, (int32_t)i, CUT};
    }
    qsort(s->events, (size_t)s->count, sizeof *s->events, by_moment);
}

/* The step after which everything up to this moment has happened. */
static int32_t step_of(const story *s, uint64_t moment) {
    int32_t low = 0, high = s->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (s->events[middle].moment < moment)
            low = middle + 1;
        else
            high = middle;
    }
    return low + 1;
}

/* ---- sentences ------------------------------------------------------------------------------*/

/* What a node is called, until the next one is asked for. */
static const char *name_of(story *s, const hra_trace_node *node) {
    picture_next_line(&s->name);
    if (node->parent < 0)
        return _("the root");
    picture_add_short(&s->name, node->text, 24);
    if (*node->position && hra_text_columns(node->position) <= 16 && strcmp(node->position, node->text) != 0)
        hra_text_addf(&s->name, " (%s)", node->position);
    return hra_text_string(&s->name);
}

static void print_entered(story *s, const hra_trace_node *node) {
    hra_text_addf(&s->line, "%s: ", name_of(s, node));
    picture_kind(s->p, node, &s->line);
    if (node->kind == HRA_TRACE_CHOICE)
        hra_text_add(&s->line, _(" to move"));
    if (node->window && !(isinf(node->alpha) && isinf(node->beta))) {
        hra_text_add(&s->line, _(", window "));
        picture_window(node, true, &s->line);
    }
}

/* The window of a node from this step on, to be shown beside it as long as it is open. */
static void show_window(story *s, int32_t node) {
    hra_text_addf(&s->shown, "%s[%d,%d,\"α ", s->shown.length ? "," : "", s->step, s->item_of[node]);
    picture_number(s->alpha[node], true, &s->shown);
    hra_text_add(&s->shown, "  β ");
    picture_number(s->beta[node], true, &s->shown);
    hra_text_add(&s->shown, "\"]");
}

/* What a value does to the window of the node above. */
static void print_window(story *s, const hra_trace_node *node) {
    const hra_trace_node *above = &s->p->tree->nodes[node->parent];
    double *alpha = &s->alpha[node->parent], *beta = &s->beta[node->parent];
    bool max = above->role == HRA_ROLE_MAX, min = above->role == HRA_ROLE_MIN;
    if (!s->windows || !above->window || node->revisit || !(max || min))
        return;
    double v = node->value[above->pov];
    if (max && v > *alpha)
        *alpha = v;
    else if (min && v < *beta)
        *beta = v;
    else
        return;
    picture_next_line(&s->value);
    picture_number(v, true, &s->value);
    hra_text_addf(&s->line, max ? _("; so alpha of %s is %s") : _("; so beta of %s is %s"), name_of(s, above),
                  hra_text_string(&s->value));
    show_window(s, node->parent);
}

static void print_left(story *s, const hra_trace_node *node) {
    hra_trace_node plain = *node;
    bool proof = s->p->tree->nodes[0].role == HRA_ROLE_OR;
    plain.bound = HRA_VALUE_EXACT;
    picture_next_line(&s->value);
    picture_value(s->p, &plain, true, &s->value);
    hra_text_addf(&s->line,
                  proof                                                      ? _("%s is %s")
                  : node->vector_count > 1 || node->bound == HRA_VALUE_EXACT ? _("value of %s: %s")
                  : node->bound == HRA_VALUE_AT_LEAST                        ? _("value of %s: at least %s")
                  : node->bound == HRA_VALUE_AT_MOST                         ? _("value of %s: at most %s")
                                                                             : _("mean value of %s: %s"),
                  name_of(s, node), hra_text_string(&s->value));
    if (node->visits)
        hra_text_addf(&s->line, _n(" after %llu visit", " after %llu visits", node->visits),
                      (unsigned long long)node->visits);
    if (node->parent >= 0)
        print_window(s, node);
}

static void print_cut(story *s, const hra_trace_node *node) {
    const hra_trace_node *nodes = s->p->tree->nodes;
    int told = 0;
    hra_text_addf(&s->line, "%s: ", name_of(s, node));
    picture_cut(node, true, &s->line);
    for (int32_t c = node->first; c >= 0; c = nodes[c].next) {
        if (nodes[c].kind != HRA_TRACE_PRUNED || nodes[c].entered != node->cut_at)
            continue;
        if (told < 5)
            hra_text_add(&s->line, told ? ", " : _("; not searched: "));
        if (told < 4)
            picture_add_short(&s->line, nodes[c].text, 16);
        else if (told == 4)
            hra_text_add(&s->line, "…");
        told++;
    }
}

static void add_step(story *s, const event *e, hra_text *out) {
    const hra_trace_node *node = &s->p->tree->nodes[e->node];
    picture_next_line(&s->line);
    if (e->what == ENTERED && s->windows && node->window && node->kind <= HRA_TRACE_CHANCE)
        show_window(s, e->node);
    if (e->what == ENTERED)
        print_entered(s, node);
    else if (e->what == LEFT)
        print_left(s, node);
    else
        print_cut(s, node);
    hra_text_addf(out, "[%d,", s->item_of[e->node]);
    picture_add_js(out, hra_text_string(&s->line));
    hra_text_add(out, "],\n");
}

/* ---- data -----------------------------------------------------------------------------------*/

/* One list of steps, an entry an item. */
static void add_list(const story *s, const svg_item *items, int32_t count, happening what, hra_text *out) {
    for (int32_t k = 0; k < count; k++) {
        const hra_trace_node *node = &s->p->tree->nodes[items[k].node];
        uint64_t moment = what == ENTERED ? node->entered : what == LEFT ? node->left : node->cut_at;
        if (items[k].rest)
            moment = what == CUT ? 0 : node->left; /* it appears once all of it has been searched */
        else if (node->kind == HRA_TRACE_PRUNED)
            moment = node->entered;
        hra_text_addf(out, "%d%s", moment ? step_of(s, moment) : s->count, k + 1 < count ? "," : "");
    }
}

hra_err svg_steps(const tree_picture *p, const int32_t *item_of, const svg_item *items, int32_t count,
                  hra_text *out) {
    size_t n = p->tree->count;
    story s = {.p = p,
               .events = malloc(3 * n * sizeof *s.events),
               .alpha = malloc(n * sizeof *s.alpha),
               .beta = malloc(n * sizeof *s.beta),
               .item_of = item_of};
    hra_text_init(&s.line);
    hra_text_init(&s.name);
    hra_text_init(&s.value);
    hra_text_init(&s.shown);
    bool ok = s.events && s.alpha && s.beta;
    if (ok) {
        collect(&s);
        hra_text_add(out, "appears:[");
        add_list(&s, items, count, ENTERED, out);
        hra_text_add(out, "],\nknown:[");
        add_list(&s, items, count, LEFT, out);
        hra_text_add(out, "],\ncut:[");
        add_list(&s, items, count, CUT, out);
        hra_text_add(out, "],\nsteps:[\n");
        for (int32_t k = 0; k < s.count; k++) {
            s.step = k + 1;
            add_step(&s, &s.events[k], out);
        }
        hra_text_addf(out, "],\nwindows:[%s]", hra_text_string(&s.shown));
    }
    ok = ok && !s.line.err && !s.name.err && !s.value.err && !s.shown.err;
    free(s.events);
    free(s.alpha);
    free(s.beta);
    hra_text_release(&s.line);
    hra_text_release(&s.name);
    hra_text_release(&s.value);
    hra_text_release(&s.shown);
    return ok ? HRA_OK : HRA_ENOMEM;
}
