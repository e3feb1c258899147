/* How moves are pressed: collected, told apart, sealed. */
#include <stdlib.h>
#include <string.h>

#include "shapes.h"

static const size_t nothing = SIZE_MAX; /* a step from, or to, nowhere */

void hra_move_input_clear(hra_move_input *p) {
    p->count = p->ids.count = p->steps.count = 0;
    hra_text_clear(&p->words);
    p->err = HRA_OK;
}

void hra_move_input_release(hra_move_input *p) {
    free(p->way);
    free(p->mark);
    free(p->order);
    free(p->ids.at);
    free(p->ids.word);
    free(p->steps.at);
    free(p->steps.word);
    hra_text_release(&p->words);
    *p = (hra_move_input){0};
}

/* ---- growing --------------------------------------------------------------------------------*/

static bool grow(void **memory, int capacity, size_t size) {
    void *larger = realloc(*memory, (size_t)capacity * size);
    *memory = larger ? larger : *memory;
    return larger != NULL;
}

static void add_word(hra_move_input *p, hra_word_list *list, size_t at) {
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 256;
        void *places = list->at, *words = list->word;
        bool grown = grow(&places, capacity, sizeof *list->at) && grow(&words, capacity, sizeof *list->word);
        list->at = places;
        list->word = words;
        if (!grown) {
            p->err = HRA_ENOMEM;
            return;
        }
        list->capacity = capacity;
    }
    list->at[list->count++] = at;
}

static bool grow_ways(hra_move_input *p) {
    int capacity = p->capacity ? 2 * p->capacity : 64;
    void *way = p->way, *mark = p->mark, *order = p->order;
    bool grown = grow(&way, capacity, sizeof *p->way) && grow(&mark, capacity, sizeof *p->mark) &&
                 grow(&order, capacity, sizeof *p->order);
    p->way = way;
    p->mark = mark;
    p->order = order;
    if (grown)
        p->capacity = capacity;
    else
        p->err = HRA_ENOMEM;
    return grown;
}

static size_t add_text(hra_move_input *p, const char *text) {
    size_t at = p->words.length;
    hra_text_add_bytes(&p->words, text, strlen(text) + 1);
    return at;
}

/* ---- what a game says -----------------------------------------------------------------------*/

static void add_way(hra_move_input *p, hra_move m, size_t text, int step) {
    if (p->err || (p->count == p->capacity && !grow_ways(p)))
        return;
    p->way[p->count] = (hra_input_path){.move = m};
    p->mark[p->count++] = (hra_way_marks){.first = p->ids.count, .step = step, .text = text, .said = text};
}

/* Behind the ids of each way there is room for `done`. */
static void end_way(hra_move_input *p) {
    add_word(p, &p->ids, 0);
}

hra_text *hra_move_input_begin(hra_move_input *p, hra_move m) {
    add_way(p, m, p->words.length, p->steps.count / 2);
    return &p->words;
}

hra_text *hra_move_input_say(hra_move_input *p) {
    if (!p->err)
        p->mark[p->count - 1].said = p->words.length;
    return &p->words;
}

void hra_input_press(hra_move_input *p, const char *format, ...) {
    va_list list;
    if (p->err)
        return;
    add_word(p, &p->ids, p->words.length);
    va_start(list, format);
    hra_text_addv(&p->words, format, list);
    va_end(list);
    hra_text_add_char(&p->words, '\0');
    p->way[p->count - 1].count++;
}

void hra_input_set(hra_move_input *p) {
    if (!p->err)
        p->way[p->count - 1].set = true;
}

void hra_input_or(hra_move_input *p) {
    if (p->err)
        return;
    const hra_way_marks mark = p->mark[p->count - 1];
    end_way(p);
    add_way(p, p->way[p->count - 1].move, mark.text, mark.step);
    if (!p->err)
        p->mark[p->count - 1].said = mark.said;
}

void hra_input_step(hra_move_input *p, const char *from, const char *to) {
    add_word(p, &p->steps, from ? add_text(p, from) : nothing);
    add_word(p, &p->steps, to ? add_text(p, to) : nothing);
}

void hra_move_input_end(hra_move_input *p) {
    if (p->err)
        return;
    end_way(p);
    const hra_way_marks *mark = &p->mark[p->count - 1];
    for (int i = p->count - 1; i >= 0 && p->mark[i].text == mark->text; i--) {
        p->way[i].steps = p->steps.count / 2 - mark->step;
        p->mark[i].button = p->way[i].count == 0 && !p->way[i].set;
    }
}

/* ---- told apart -----------------------------------------------------------------------------*/

static const char *word(const hra_move_input *p, int id) {
    return p->words.data + p->ids.at[id];
}

/* Those of a set in one order, so that equal sets are equal lists. */
static void sort_set(hra_move_input *p, int way) {
    size_t *at = p->ids.at + p->mark[way].first;
    for (int i = 1; i < p->way[way].count; i++) {
        size_t moved = at[i];
        int k = i;
        for (; k > 0 && strcmp(p->words.data + at[k - 1], p->words.data + moved) > 0; k--)
            at[k] = at[k - 1];
        at[k] = moved;
    }
}

/* Sets behind the others; then by their ids, a beginning before what it begins. */
static int compare(const hra_move_input *p, int a, int b) {
    const hra_input_path *x = &p->way[a], *y = &p->way[b];
    if (x->set != y->set)
        return x->set ? 1 : -1;
    for (int i = 0; i < x->count && i < y->count; i++) {
        int c = strcmp(word(p, p->mark[a].first + i), word(p, p->mark[b].first + i));
        if (c)
            return c;
    }
    return x->count - y->count;
}

/* Shell's sort, by the gaps 3k + 1: the library's own may allocate. */
static void sort_ways(hra_move_input *p) {
    int gap = 1;
    while (gap < p->count / 3)
        gap = 3 * gap + 1;
    for (int i = 0; i < p->count; i++)
        p->order[i] = i;
    for (; gap > 0; gap /= 3)
        for (int i = gap; i < p->count; i++) {
            int moved = p->order[i], k = i;
            for (; k >= gap && compare(p, p->order[k - gap], moved) > 0; k -= gap)
                p->order[k] = p->order[k - gap];
            p->order[k] = moved;
        }
}

static bool begins(const hra_move_input *p, int a, int b) {
    if (p->way[a].set || p->way[b].set || p->way[a].count > p->way[b].count)
        return false;
    for (int i = 0; i < p->way[a].count; i++)
        if (strcmp(word(p, p->mark[a].first + i), word(p, p->mark[b].first + i)) != 0)
            return false;
    return true;
}

/* Which ways need a button, because they are those of another move too. */
static void find_alike(hra_move_input *p) {
    for (int i = 0; i + 1 < p->count; i++) {
        int a = p->order[i], b = p->order[i + 1];
        bool alike = p->way[a].move != p->way[b].move && compare(p, a, b) == 0;
        p->mark[a].button = p->mark[a].button || alike;
        p->mark[b].button = p->mark[b].button || alike;
    }
}

/* Which ways `done` closes: sets, and those that begin another. */
static bool find_closed(hra_move_input *p) {
    bool any = false;
    for (int i = 0; i < p->count; i++) {
        int a = p->order[i], next = i + 1;
        while (next < p->count && compare(p, a, p->order[next]) == 0)
            next++;
        bool longer = next < p->count && begins(p, a, p->order[next]);
        p->mark[a].done = !p->mark[a].button && (p->way[a].set || longer);
        any = any || p->mark[a].done;
    }
    return any;
}

bool hra_move_input_part(hra_move_input *p) {
    size_t done = add_text(p, "done");
    if (p->err || p->words.err)
        return false;
    for (int i = 0; i < p->count; i++)
        if (p->way[i].set)
            sort_set(p, i);
    sort_ways(p);
    find_alike(p);
    bool any = find_closed(p);
    for (int i = 0; i < p->count; i++)
        if (p->mark[i].done)
            p->ids.at[p->mark[i].first + p->way[i].count++] = done;
    return any;
}

void hra_move_input_replace(hra_move_input *p, int way, const char *id) {
    p->ids.at[p->mark[way].first] = add_text(p, id);
    p->way[way].count = 1;
    p->way[way].set = false;
}

/* ---- the end --------------------------------------------------------------------------------*/

static void seal_list(const hra_move_input *p, hra_word_list *list) {
    for (int i = 0; i < list->count; i++)
        list->word[i] = list->at[i] == nothing ? NULL : p->words.data + list->at[i];
}

hra_err hra_move_input_seal(hra_move_input *p) {
    p->err = p->err ? p->err : p->words.err;
    if (p->err)
        return p->err;
    seal_list(p, &p->ids);
    seal_list(p, &p->steps);
    for (int i = 0; i < p->count; i++) {
        p->way[i].text = p->words.data + p->mark[i].text;
        p->way[i].ids = p->ids.word + p->mark[i].first;
        p->way[i].step = p->way[i].steps ? p->steps.word + 2 * p->mark[i].step : NULL;
    }
    return HRA_OK;
}
