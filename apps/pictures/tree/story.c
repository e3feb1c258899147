/* The story of a search, a sentence a step: what was entered, what came out, what was cut. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "speech/print.h"
#include "story.h"

static int by_moment(const void *a, const void *b) {
    const story_event *x = a, *y = b;
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
        s->events[s->count++] = (story_event){node->entered, (int32_t)i, STORY_ENTERED};
        if (node->left)
            s->events[s->count++] = (story_event){node->left, (int32_t)i, STORY_LEFT};
        if (node->cut_at)
            s->events[s->count++] = (story_event){node->cut_at, (int32_t)i, STORY_CUT};
    }
    qsort(s->events, (size_t)s->count, sizeof *s->events, by_moment);
}

int32_t story_step_of(const story *s, uint64_t moment) {
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
        picture_window(node, s->p->unicode, &s->line);
    }
}

/* The window of a node from this step on, to be shown beside it as long as it is open. */
static void show_window(story *s, int32_t node) {
    if (s->window)
        s->window(s, node, s->alpha[node], s->beta[node]);
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
    picture_number(v, s->p->unicode, &s->value);
    hra_text_addf(&s->line, max ? _("; so alpha of %s is %s") : _("; so beta of %s is %s"), name_of(s, above),
                  hra_text_string(&s->value));
    show_window(s, node->parent);
}

static void print_left(story *s, const hra_trace_node *node) {
    hra_trace_node plain = *node;
    bool proof = s->p->tree->nodes[0].role == HRA_ROLE_OR;
    plain.bound = HRA_VALUE_EXACT;
    picture_next_line(&s->value);
    picture_value(s->p, &plain, s->p->unicode, &s->value);
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
    picture_cut(node, s->p->unicode, &s->line);
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

const char *story_tell(story *s, int32_t k) {
    const story_event *e = &s->events[k];
    const hra_trace_node *node = &s->p->tree->nodes[e->node];
    picture_next_line(&s->line);
    if (e->what == STORY_ENTERED && s->windows && node->window && node->kind <= HRA_TRACE_CHANCE)
        show_window(s, e->node);
    if (e->what == STORY_ENTERED)
        print_entered(s, node);
    else if (e->what == STORY_LEFT)
        print_left(s, node);
    else
        print_cut(s, node);
    return hra_text_string(&s->line);
}

hra_err story_open(story *s, const tree_picture *p) {
    const size_t n = p->tree->count;
    *s = (story){.p = p,
                 .events = malloc(3 * n * sizeof *s->events),
                 .alpha = malloc(n * sizeof *s->alpha),
                 .beta = malloc(n * sizeof *s->beta)};
    hra_text_init(&s->line);
    hra_text_init(&s->name);
    hra_text_init(&s->value);
    if (!s->events || !s->alpha || !s->beta)
        return HRA_ENOMEM;
    collect(s);
    return HRA_OK;
}

hra_err story_close(story *s) {
    const hra_err err = s->line.err ? s->line.err : s->name.err ? s->name.err : s->value.err;
    free(s->events);
    free(s->alpha);
    free(s->beta);
    hra_text_release(&s->line);
    hra_text_release(&s->name);
    hra_text_release(&s->value);
    return err;
}

/* ---- as text ----------------------------------------------------------------------------------*/

hra_err picture_working(const tree_picture *p, hra_text *out) {
    story s;
    hra_err err = story_open(&s, p);
    hra_text_addf(out, "%s  %s  %s\n", p->game->spec, p->position, p->method);
    picture_summary(p, p->unicode, out);
    hra_text_add(out, "\n\n");
    for (int32_t k = 0; k < s.count && !err; k++) {
        const char *sentence = story_tell(&s, k);
        hra_text_addf(out, "%4d  %*s%s\n", (int)k + 1, 2 * p->tree->nodes[s.events[k].node].ply, "",
                      sentence);
    }
    const hra_err lost = story_close(&s);
    return err ? err : lost;
}
