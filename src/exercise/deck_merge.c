/* Merging two copies of a deck. The result is the same whichever copy is merged into the other, and merging again
 * changes nothing, so copies on two machines come to the same text. */
#include "deck_object.h"

#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"

/* ---- cards ----------------------------------------------------------------------------------*/

/* The next card from `at` on that the other deck has, or has not. */
static int next_card(const hra_deck *deck, const hra_deck *other, bool shared, int at) {
    while (at < deck->card_count && (hra_deck_find(other, deck->cards[at].id) >= 0) != shared)
        at++;
    return at;
}

/* Compares the shared cards of two decks, or those that only one has, in their order. */
static int compare_cards(const hra_deck *a, const hra_deck *b, bool shared) {
    int i = next_card(a, b, shared, 0), j = next_card(b, a, shared, 0);
    while (i < a->card_count && j < b->card_count && a->cards[i].id == b->cards[j].id) {
        i = next_card(a, b, shared, i + 1);
        j = next_card(b, a, shared, j + 1);
    }
    if (i == a->card_count || j == b->card_count)
        return (i < a->card_count) - (j < b->card_count);
    return a->cards[i].id < b->cards[j].id ? -1 : 1;
}

/* Of two exercises with the same id one is chosen that does not depend on the order of the decks. */
static const deck_card *choose_card(const deck_card *a, const deck_card *b) {
    if (a->length != b->length)
        return a->length < b->length ? a : b;
    return memcmp(a->text, b->text, a->length) <= 0 ? a : b;
}

static hra_err copy_card(hra_deck *out, const deck_card *card) {
    deck_card copy = *card;
    copy.title = strdup(card->title);
    copy.text = malloc(card->length + 1);
    if (copy.text)
        memcpy(copy.text, card->text, card->length + 1);
    return hra_deck_add_card(out, &copy);
}

/* Appends the cards of a deck that the other one has, or has not. */
static hra_err add_cards(hra_deck *out, const hra_deck *deck, const hra_deck *other, bool shared) {
    for (int i = next_card(deck, other, shared, 0); i < deck->card_count;
         i = next_card(deck, other, shared, i + 1)) {
        const int twin = hra_deck_find(other, deck->cards[i].id);
        const deck_card *card =
            twin < 0 ? &deck->cards[i] : choose_card(&deck->cards[i], &other->cards[twin]);
        if (copy_card(out, card))
            return HRA_ENOMEM;
    }
    return HRA_OK;
}

/* If a deck has all cards of the other, its order stays. Else first come those that both have, then those of one, then
 * those of the other. */
static hra_err merge_cards(hra_deck *out, const hra_deck *a, const hra_deck *b) {
    const bool a_more = next_card(a, b, false, 0) < a->card_count;
    const bool b_more = next_card(b, a, false, 0) < b->card_count;
    hra_err err;
    if (a_more != b_more) {
        const hra_deck *more = a_more ? a : b, *less = a_more ? b : a;
        err = HRA_OK;
        for (int i = 0; !err && i < more->card_count; i++) {
            const int twin = hra_deck_find(less, more->cards[i].id);
            err =
                copy_card(out, twin < 0 ? &more->cards[i] : choose_card(&more->cards[i], &less->cards[twin]));
        }
        return err;
    }
    const bool a_shared = compare_cards(a, b, true) <= 0, a_first = compare_cards(a, b, false) <= 0;
    err = add_cards(out, a_shared ? a : b, a_shared ? b : a, true);
    if (!err)
        err = add_cards(out, a_first ? a : b, a_first ? b : a, false);
    return err ? err : add_cards(out, a_first ? b : a, a_first ? a : b, false);
}

/* ---- events ---------------------------------------------------------------------------------*/

/* Zero: it is the same event. */
static int compare_events(const deck_event *x, const deck_event *y) {
    if (x->moment.seconds != y->moment.seconds)
        return x->moment.seconds < y->moment.seconds ? -1 : 1;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->moment.zone > y->moment.zone) - (x->moment.zone < y->moment.zone);
}

static int compare_pointers(const void *a, const void *b) {
    const deck_event *const *x = a, *const *y = b;
    const int order = compare_events(*x, *y);
    return order ? order : (*x > *y) - (*x < *y); /* both are of one deck */
}

/* The events of a deck while they are merged. */
typedef struct queue {
    const hra_deck *deck;
    const deck_event **sorted;
    int *twin;  /* of each event, in the other deck; -1: none */
    bool *done; /* its twin was taken */
    int at;
} queue;

static void queue_close(queue *q) {
    free(q->sorted);
    free(q->twin);
    free(q->done);
}

static hra_err queue_open(queue *q, const hra_deck *deck) {
    const uint64_t count = (uint64_t)deck->event_count + 1; /* so that it is not empty */
    *q = (queue){.deck = deck,
                 .sorted = hra_room(count, sizeof *q->sorted),
                 .twin = hra_room(count, sizeof *q->twin),
                 .done = hra_room(count, sizeof *q->done)};
    if (!q->sorted || !q->twin || !q->done) {
        queue_close(q);
        return HRA_ENOMEM;
    }
    for (int i = 0; i < deck->event_count; i++) {
        q->sorted[i] = &deck->events[i];
        q->twin[i] = -1;
    }
    qsort(q->sorted, (size_t)deck->event_count, sizeof *q->sorted, compare_pointers);
    return HRA_OK;
}

/* Equal events of the two decks become twins, the first of each, the second, and so on. */
static void find_twins(queue *a, queue *b) {
    for (int i = 0, j = 0; i < a->deck->event_count && j < b->deck->event_count;) {
        const int order = compare_events(a->sorted[i], b->sorted[j]);
        if (order == 0) {
            const int x = (int)(a->sorted[i] - a->deck->events), y = (int)(b->sorted[j] - b->deck->events);
            a->twin[x] = y;
            b->twin[y] = x;
        }
        i += order <= 0;
        j += order >= 0;
    }
}

/* Returns the first event that is left; NULL: all were taken. */
static const deck_event *queue_front(queue *q) {
    while (q->at < q->deck->event_count && q->done[q->at])
        q->at++;
    return q->at < q->deck->event_count ? &q->deck->events[q->at] : NULL;
}

static hra_err take_front(queue *from, queue *other, hra_deck *out) {
    deck_event event = from->deck->events[from->at];
    if (from->twin[from->at] >= 0)
        other->done[from->twin[from->at]] = true;
    from->at++;
    event.card = hra_deck_find(out, event.id);
    return hra_deck_add_event(out, &event);
}

/* In the order of their moments, but events of one deck stay in its order even if its clock was set back: only the first
 * events that are left are compared. */
static hra_err take_all(queue *a, queue *b, hra_deck *out) {
    hra_err err = HRA_OK;
    while (!err) {
        const deck_event *x = queue_front(a), *y = queue_front(b);
        if (!x && !y)
            break;
        const bool first = x && (!y || compare_events(x, y) <= 0);
        err = first ? take_front(a, b, out) : take_front(b, a, out);
    }
    return err;
}

static hra_err merge_events(hra_deck *out, const hra_deck *a, const hra_deck *b) {
    queue first, second;
    if (queue_open(&first, a))
        return HRA_ENOMEM;
    hra_err err = queue_open(&second, b);
    if (!err) {
        find_twins(&first, &second);
        err = take_all(&first, &second, out);
        queue_close(&second);
    }
    queue_close(&first);
    return err;
}

/* ---- the whole ------------------------------------------------------------------------------*/

/* A number that was set comes before the usual one; of two, the lower one. */
static int merge_new_per_day(int a, int b) {
    if (a == HRA_DECK_NEW_PER_DAY || b == HRA_DECK_NEW_PER_DAY)
        return a == HRA_DECK_NEW_PER_DAY ? b : a;
    return a < b ? a : b;
}

hra_err hra_deck_merge(hra_deck *deck, const hra_deck *other, hra_error *why) {
    hra_deck *merged = hra_deck_new();
    if (!merged)
        return hra_no_memory(why);
    merged->new_per_day = merge_new_per_day(deck->new_per_day, other->new_per_day);
    hra_err err = merge_cards(merged, deck, other);
    hra_deck_index(merged);
    if (!err)
        err = merge_events(merged, deck, other);
    if (err)
        err = hra_no_memory(why);
    else if (merged->bytes > HRA_DECK_BYTES)
        err = hra_deck_too_long(why);
    if (!err) {
        const hra_deck old = *deck;
        *deck = *merged;
        *merged = old;
    }
    hra_deck_close(merged);
    return err;
}
