/* Verdicts: what was right of an attempt, and why. */
#include <stdlib.h>
#include <string.h>

#include "exercise_object.h"

void hra_exercise_verdict_release(hra_exercise_verdict *verdict) {
    for (int i = 0; i < verdict->count; i++)
        free(verdict->items[i].why);
    free(verdict->items);
    *verdict = (hra_exercise_verdict){0};
}

/* The list grows at powers of two. */
static bool grow(hra_exercise_verdict *verdict) {
    if (verdict->count & (verdict->count - 1))
        return true;
    size_t capacity = verdict->count ? 2 * (size_t)verdict->count : 1;
    hra_exercise_verdict_item *items = realloc(verdict->items, capacity * sizeof *items);
    if (items)
        verdict->items = items;
    return items != NULL;
}

hra_err hra_verdict_add(hra_exercise_verdict *verdict, const char *name, bool right, const char *reason,
                        hra_text *why) {
    char *copy = why->err ? NULL : strdup(hra_text_string(why));
    if (!copy || !grow(verdict)) {
        free(copy);
        return HRA_ENOMEM;
    }
    hra_exercise_verdict_item *item = &verdict->items[verdict->count++];
    *item = (hra_exercise_verdict_item){.right = right, .reason = reason, .why = copy};
    (void)hra_snprintf(item->name, sizeof item->name, "%s", name);
    return HRA_OK;
}

void hra_verdict_count(hra_exercise_verdict *verdict) {
    int right = 0;
    for (int i = 0; i < verdict->count; i++)
        right += verdict->items[i].right;
    const int all = verdict->count + verdict->unanswered;
    verdict->points = all ? (double)right / all : 0;
}
