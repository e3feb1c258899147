/* Decks: their cards and the events of these. What follows from them on a day is in deck_state.c. */
#include "deck_object.h"

#include <stdlib.h>
#include <string.h>

#include "core/messages.h"

/* ---- memory ---------------------------------------------------------------------------------*/

hra_deck *hra_deck_new(void) {
    hra_deck *deck = calloc(1, sizeof *deck);
    deck_fold *fold = calloc(1, sizeof *fold);
    if (!deck || !fold) {
        free(deck);
        free(fold);
        return NULL;
    }
    deck->fold = fold;
    deck->new_per_day = HRA_DECK_NEW_PER_DAY;
    deck->bytes = DECK_LINE;
    return deck;
}

static void free_card(const deck_card *card) {
    free(card->title);
    free(card->text);
}

void hra_deck_close(hra_deck *deck) {
    if (!deck)
        return;
    for (int i = 0; i < deck->card_count; i++)
        free_card(&deck->cards[i]);
    free(deck->cards);
    free(deck->by_id);
    free(deck->events);
    free(deck->fold->cards);
    free(deck->fold->days);
    free(deck->fold->in_order);
    free(deck->fold->last_days);
    free(deck->fold->rest);
    free(deck->fold);
    free(deck);
}

/* As realloc of an array at *at; false: there is no memory, and the array is as it was. */
static bool resize(void *at, int count, size_t each) {
    void *old, *new;
    memcpy(&old, at, sizeof old);
    new = realloc(old, (size_t)count * each);
    if (new)
        memcpy(at, &new, sizeof new);
    return new != NULL;
}

static bool reserve_card(hra_deck *deck) {
    const int capacity = deck->card_capacity ? 2 * deck->card_capacity : 16;
    if (deck->card_count < deck->card_capacity)
        return true;
    if (!resize(&deck->cards, capacity, sizeof *deck->cards) ||
        !resize(&deck->by_id, capacity, sizeof *deck->by_id) ||
        !resize(&deck->fold->cards, capacity, sizeof *deck->fold->cards))
        return false;
    deck->card_capacity = capacity;
    return true;
}

static bool reserve_event(hra_deck *deck) {
    const int capacity = deck->event_capacity ? 2 * deck->event_capacity : 64;
    deck_fold *fold = deck->fold;
    if (deck->event_count < deck->event_capacity)
        return true;
    if (!resize(&deck->events, capacity, sizeof *deck->events) ||
        !resize(&fold->days, capacity, sizeof *fold->days) ||
        !resize(&fold->in_order, capacity, sizeof *fold->in_order) ||
        !resize(&fold->last_days, capacity, sizeof *fold->last_days) ||
        !resize(&fold->rest, capacity, sizeof *fold->rest))
        return false;
    deck->event_capacity = capacity;
    return true;
}

/* ---- cards by id ----------------------------------------------------------------------------*/

bool hra_deck_read_id(const char *word, size_t length, uint64_t *id) {
    static const char digits[] = "0123456789abcdef";
    *id = 0;
    for (size_t i = 0; i < length; i++) {
        const char *digit = memchr(digits, word[i], sizeof digits - 1);
        if (!digit)
            return false;
        *id = *id << 4 | (uint64_t)(digit - digits);
    }
    return length == HRA_EXERCISE_ID - 1;
}

/* The place at which a card with this id is, or would be. */
static int find_place(const hra_deck *deck, uint64_t id) {
    int low = 0, high = deck->card_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (deck->by_id[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int hra_deck_find(const hra_deck *deck, uint64_t id) {
    const int place = find_place(deck, id);
    return place < deck->card_count && deck->by_id[place].id == id ? deck->by_id[place].card : -1;
}

static int find_name(const hra_deck *deck, const char *id) {
    uint64_t number;
    return hra_deck_read_id(id, strlen(id), &number) ? hra_deck_find(deck, number) : -1;
}

static int compare_places(const void *a, const void *b) {
    const deck_place *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->card > y->card) - (x->card < y->card);
}

static void sort_places(hra_deck *deck) {
    for (int i = 0; i < deck->card_count; i++)
        deck->by_id[i] = (deck_place){.id = deck->cards[i].id, .card = i};
    if (deck->card_count)
        qsort(deck->by_id, (size_t)deck->card_count, sizeof *deck->by_id, compare_places);
}

void hra_deck_index(hra_deck *deck) {
    int count = 0;
    sort_places(deck);
    for (int i = 1; i < deck->card_count; i++)
        if (deck->by_id[i].id == deck->by_id[i - 1].id) {
            deck_card *card = &deck->cards[deck->by_id[i].card];
            deck->bytes -= card->length;
            free_card(card);
            card->text = NULL;
        }
    for (int i = 0; i < deck->card_count; i++)
        if (deck->cards[i].text)
            deck->cards[count++] = deck->cards[i];
    if (count == deck->card_count)
        return;
    deck->card_count = count;
    sort_places(deck);
}

/* ---- adding ---------------------------------------------------------------------------------*/

hra_err hra_deck_add_card(hra_deck *deck, const deck_card *card) {
    if (!card->title || !card->text || !reserve_card(deck)) {
        free_card(card);
        return HRA_ENOMEM;
    }
    deck->cards[deck->card_count++] = *card;
    deck->bytes += card->length;
    deck->fold->known = false;
    return HRA_OK;
}

hra_err hra_deck_add_event(hra_deck *deck, const deck_event *event) {
    if (!reserve_event(deck))
        return HRA_ENOMEM;
    deck->events[deck->event_count++] = *event;
    deck->bytes += DECK_LINE;
    deck->fold->known = false;
    return HRA_OK;
}

hra_err hra_deck_too_long(hra_error *why) {
    return hra_fail(why, HRA_ELIMIT, -1, "the deck would have more than %d bytes", HRA_DECK_BYTES);
}

/* Moves the only card of another deck to the end of this one. */
static hra_err take_card(hra_deck *deck, hra_deck *from) {
    const uint64_t id = from->cards[0].id;
    from->card_count = 0;
    hra_err err = hra_deck_add_card(deck, &from->cards[0]);
    if (err)
        return err;
    const int last = --deck->card_count, place = find_place(deck, id); /* among those before it */
    memmove(deck->by_id + place + 1, deck->by_id + place, (size_t)(last - place) * sizeof *deck->by_id);
    deck->by_id[place] = (deck_place){.id = id, .card = last};
    deck->card_count++;
    return HRA_OK;
}

hra_err hra_deck_add_text(hra_deck *deck, const char *text, size_t length, bool *added, hra_error *why) {
    static const char head[] = "hra-deck 1\n";
    hra_deck *one = NULL;
    hra_text whole;
    hra_text_init(&whole);
    hra_text_add(&whole, head);
    hra_text_add_bytes(&whole, text, length);
    hra_err err = whole.err ? hra_no_memory(why) : hra_deck_open(&one, whole.data, whole.length, why);
    hra_text_release(&whole);
    if (!err && one->card_count != 1)
        err = hra_fail(why, HRA_EINPUT, -1, "expected one exercise");
    const bool is_new = !err && hra_deck_find(deck, one->cards[0].id) < 0;
    if (is_new && deck->bytes + one->cards[0].length > HRA_DECK_BYTES)
        err = hra_deck_too_long(why);
    if (!err && is_new)
        err = take_card(deck, one) ? hra_no_memory(why) : HRA_OK;
    if (!err && added)
        *added = is_new;
    hra_deck_close(one);
    return err;
}

/* ---- events ---------------------------------------------------------------------------------*/

static hra_err add(hra_deck *deck, const char *id, hra_local_time now, deck_event_kind kind, hra_error *why) {
    const int card = find_name(deck, id);
    if (card < 0)
        return hra_fail(why, HRA_EINPUT, -1, "the deck has no card '%.40s'", id);
    if (!hra_moment_is_valid(now))
        return hra_fail(why, HRA_EINPUT, -1,
                        "expected a moment in the years 1 to 9999, in a zone of less than 24 hours");
    if (deck->bytes + DECK_LINE > HRA_DECK_BYTES)
        return hra_deck_too_long(why);
    const deck_event event = {.id = deck->cards[card].id, .moment = now, .card = card, .kind = kind};
    return hra_deck_add_event(deck, &event) ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_deck_answer(hra_deck *deck, const char *id, hra_local_time now, hra_card_answer outcome,
                        hra_error *why) {
    if ((int)outcome < 0 || outcome > HRA_ANSWERED_WRONG)
        return hra_fail(why, HRA_EINPUT, -1, "expected an outcome: right, hint or wrong");
    return add(deck, id, now, (deck_event_kind)outcome, why);
}

hra_err hra_deck_never(hra_deck *deck, const char *id, hra_local_time now, hra_error *why) {
    return add(deck, id, now, EVENT_NEVER, why);
}

hra_err hra_deck_again(hra_deck *deck, const char *id, hra_local_time now, hra_error *why) {
    return add(deck, id, now, EVENT_AGAIN, why);
}

hra_err hra_deck_undo(hra_deck *deck, hra_error *why) {
    if (deck->event_count == 0)
        return hra_fail(why, HRA_ESTATE, -1, "the deck has no answer to take back");
    deck->event_count--;
    deck->bytes -= DECK_LINE;
    deck->fold->known = false;
    return HRA_OK;
}

hra_err hra_deck_set_new_per_day(hra_deck *deck, int count, hra_error *why) {
    if (count < 0 || count > MOST_NEW_PER_DAY)
        return hra_fail(why, HRA_EINPUT, -1, "expected 0 to %d new cards a day, not %d", MOST_NEW_PER_DAY,
                        count);
    deck->new_per_day = count;
    return HRA_OK;
}

const char *hra_deck_exercise(const hra_deck *deck, const char *id, size_t *length) {
    const int card = find_name(deck, id);
    if (card < 0)
        return NULL;
    *length = deck->cards[card].length;
    return deck->cards[card].text;
}
