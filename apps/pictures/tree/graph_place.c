/* Placing the boxes of a graph. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "graph_place.h"

enum { NEAR = 18, SWEEPS = 12, SETTLINGS = 16 };

/* A box, or a place where a link passes by a level. */
typedef struct item {
    int32_t level, box;  /* box -1: a link passes */
    double width, x, at; /* at: what it is sorted by */
} item;

/* Two items of neighbouring levels. */
typedef struct pair {
    int32_t up, down;
} pair;

typedef struct placing {
    graph_layout *l;
    item *items;
    pair *pairs;
    int32_t item_count, pair_count, levels;
    int32_t *order;            /* of items, level by level */
    int32_t *begin;            /* of a level in it; one more than there are levels */
    double *sum, *mean, *held; /* scratch, one an item */
    int32_t *near;             /* likewise */
} placing;

static bool leads_down(const graph_layout *l, const graph_link *link) {
    return l->boxes[link->to].level > l->boxes[link->from].level;
}

/* How many items and pairs there will be. */
static void count(placing *p, size_t *items, size_t *pairs) {
    const graph_layout *l = p->l;
    *items = (size_t)l->box_count;
    *pairs = 0;
    for (int32_t i = 0; i < l->box_count; i++)
        p->levels = l->boxes[i].level >= p->levels ? l->boxes[i].level + 1 : p->levels;
    for (int32_t i = 0; i < l->link_count; i++) {
        int32_t span = l->boxes[l->links[i].to].level - l->boxes[l->links[i].from].level;
        *items += span > 1 ? (size_t)span - 1 : 0;
        *pairs += span > 0 ? (size_t)span : 0;
    }
}

static bool open_placing(placing *p) {
    size_t items, pairs;
    count(p, &items, &pairs);
    p->items = malloc(items * sizeof *p->items);
    p->pairs = malloc((pairs + 1) * sizeof *p->pairs);
    p->order = malloc(items * sizeof *p->order);
    p->begin = calloc((size_t)p->levels + 2, sizeof *p->begin);
    p->sum = malloc(items * sizeof *p->sum);
    p->mean = malloc(items * sizeof *p->mean);
    p->held = malloc(items * sizeof *p->held);
    p->near = malloc(items * sizeof *p->near);
    p->l->bends = malloc((items + 1) * sizeof *p->l->bends);
    return p->items && p->pairs && p->order && p->begin && p->sum && p->mean && p->held && p->near &&
           p->l->bends;
}

static void close_placing(placing *p) {
    free(p->items);
    free(p->pairs);
    free(p->order);
    free(p->begin);
    free(p->sum);
    free(p->mean);
    free(p->held);
    free(p->near);
}

static void list_items(placing *p) {
    graph_layout *l = p->l;
    for (int32_t i = 0; i < l->box_count; i++)
        p->items[p->item_count++] = (item){.level = l->boxes[i].level, .box = i, .width = l->boxes[i].width};
    for (int32_t i = 0; i < l->link_count; i++) {
        graph_link *link = &l->links[i];
        int32_t above = link->from;
        link->bends = -1;
        if (!leads_down(l, link))
            continue;
        for (int32_t level = l->boxes[link->from].level + 1; level < l->boxes[link->to].level; level++) {
            if (link->bends < 0)
                link->bends = p->item_count;
            p->items[p->item_count] = (item){.level = level, .box = -1, .width = link->gap};
            p->pairs[p->pair_count++] = (pair){above, p->item_count};
            above = p->item_count++;
        }
        p->pairs[p->pair_count++] = (pair){above, link->to};
    }
    for (int32_t i = 0; i < p->item_count; i++)
        p->begin[p->items[i].level + 1]++;
    for (int32_t level = 0; level < p->levels; level++)
        p->begin[level + 1] += p->begin[level];
    for (int32_t i = 0; i < p->item_count; i++)
        p->order[p->begin[p->items[i].level]++] = i;
    for (int32_t level = p->levels; level > 0; level--)
        p->begin[level] = p->begin[level - 1];
    p->begin[0] = 0;
}

/* The mean of `at` (or of x) of the neighbours above or below, or both; an item without any keeps its own. */
static void average(placing *p, bool above, bool below, bool by_x) {
    for (int32_t i = 0; i < p->item_count; i++) {
        p->sum[i] = 0;
        p->near[i] = 0;
    }
    for (int32_t i = 0; i < p->pair_count; i++) {
        const item *up = &p->items[p->pairs[i].up], *down = &p->items[p->pairs[i].down];
        if (above) {
            p->sum[p->pairs[i].down] += by_x ? up->x : up->at;
            p->near[p->pairs[i].down]++;
        }
        if (below) {
            p->sum[p->pairs[i].up] += by_x ? down->x : down->at;
            p->near[p->pairs[i].up]++;
        }
    }
    for (int32_t i = 0; i < p->item_count; i++) {
        double own = by_x ? p->items[i].x : p->items[i].at;
        p->mean[i] = p->near[i] ? p->sum[i] / p->near[i] : own;
    }
}

/* Sorts a level by the means, what is equal keeping its order, and numbers it anew. */
static void sort_level(placing *p, int32_t level) {
    int32_t *order = p->order + p->begin[level], n = p->begin[level + 1] - p->begin[level];
    for (int32_t i = 1; i < n; i++) {
        int32_t moving = order[i], k = i;
        for (; k > 0 && p->mean[order[k - 1]] > p->mean[moving]; k--)
            order[k] = order[k - 1];
        order[k] = moving;
    }
    for (int32_t i = 0; i < n; i++)
        p->items[order[i]].at = n > 1 ? (double)i / (n - 1) : 0.5;
}

static void sort(placing *p) {
    for (int32_t i = 0; i < p->item_count; i++)
        p->mean[i] = 0; /* the first order is as they came */
    for (int32_t level = 0; level < p->levels; level++)
        sort_level(p, level);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        bool down = sweep % 2 == 0;
        for (int32_t k = 1; k < p->levels; k++) {
            average(p, down, !down, false);
            sort_level(p, down ? k : p->levels - 1 - k);
        }
    }
}

static double apart(const placing *p, int32_t a, int32_t b) {
    return (p->items[a].width + p->items[b].width) / 2 + NEAR;
}

/* The places nearest to the means that keep order and distances: less the distances they must not fall, so
 * neighbours that would are joined to their mean. */
static void place_level(placing *p, int32_t level) {
    const int32_t *order = p->order + p->begin[level];
    int32_t n = p->begin[level + 1] - p->begin[level], blocks = 0;
    double offset = 0;
    for (int32_t i = 0; i < n; i++) {
        offset += i ? apart(p, order[i - 1], order[i]) : 0;
        p->held[i] = offset;
        p->sum[blocks] = p->mean[order[i]] - offset; /* mean of a block, */
        p->near[blocks++] = 1;                       /* and how many are in it */
        while (blocks > 1 && p->sum[blocks - 2] > p->sum[blocks - 1]) {
            int32_t a = p->near[blocks - 2], b = p->near[blocks - 1];
            p->sum[blocks - 2] = (p->sum[blocks - 2] * a + p->sum[blocks - 1] * b) / (a + b);
            p->near[blocks - 2] = a + b;
            blocks--;
        }
    }
    for (int32_t i = 0, block = 0, in = 0; i < n; i++) {
        p->items[order[i]].x = p->sum[block] + p->held[i];
        if (++in == p->near[block]) {
            block++;
            in = 0;
        }
    }
}

static void settle(placing *p) {
    for (int32_t i = 0; i < p->item_count; i++)
        p->items[i].x = p->mean[i] = 0;
    for (int32_t level = 0; level < p->levels; level++)
        place_level(p, level);
    for (int turn = 0; turn < SETTLINGS; turn++)
        for (int32_t level = 0; level < p->levels; level++) {
            bool down = turn % 2 == 0, both = turn + 2 >= SETTLINGS;
            average(p, both || down, both || !down, true);
            place_level(p, down ? level : p->levels - 1 - level);
        }
}

/* Hands out the places; the left edge is 0, the top 0. */
static bool finish(placing *p) {
    graph_layout *l = p->l;
    double *top = calloc((size_t)p->levels + 1, sizeof *top), least = INFINITY, most = -INFINITY;
    if (!top)
        return false;
    for (int32_t i = 0; i < l->box_count; i++)
        top[l->boxes[i].level + 1] = fmax(top[l->boxes[i].level + 1], l->boxes[i].height);
    for (int32_t level = 0; level < p->levels; level++)
        top[level + 1] += top[level] + l->drop;
    for (int32_t i = 0; i < p->item_count; i++) {
        least = fmin(least, p->items[i].x - p->items[i].width / 2);
        most = fmax(most, p->items[i].x + p->items[i].width / 2);
    }
    for (int32_t i = 0; i < p->item_count; i++) {
        const item *at = &p->items[i];
        if (at->box >= 0) {
            l->boxes[at->box].x = at->x - least;
            l->boxes[at->box].y = top[at->level];
        }
        l->bends[i] = (graph_bend){at->x - least, top[at->level], top[at->level + 1] - l->drop};
    }
    l->width = most - least;
    l->height = top[p->levels] - l->drop;
    free(top);
    return true;
}

hra_err graph_place(graph_layout *l) {
    placing p = {.l = l};
    l->bends = NULL;
    bool ok = open_placing(&p);
    if (ok) {
        list_items(&p);
        sort(&p);
        settle(&p);
        ok = finish(&p);
    }
    close_placing(&p);
    return ok ? HRA_OK : HRA_ENOMEM;
}
