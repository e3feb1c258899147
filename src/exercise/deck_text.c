/* Decks as text: a head, exercises and events, in any order so that lines can be appended.
 *
 *     hra-deck 1
 *     new-per-day 20
 *     hra-exercise 1             an exercise, up to its line "end"; only id and title are read
 *     id 0123456789abcdef
 *     ...
 *     end
 *     answer 0123456789abcdef 2026-11-27T21:05+01:00 right
 *     never 0123456789abcdef 2026-11-27T21:06+01:00
 *     again 0123456789abcdef 2026-11-27T21:07+01:00 */
#include "deck_object.h"

#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "exercise_object.h"

enum { MOST_VERSION = 1000000 };

/* ---- writing --------------------------------------------------------------------------------*/

static void write_event(const hra_deck *deck, const deck_event *event, hra_text *out) {
    static const char *const outcomes[] = {
        [EVENT_RIGHT] = " right", [EVENT_HINTED] = " hint", [EVENT_WRONG] = " wrong"};
    const bool answer = event->kind <= EVENT_WRONG;
    hra_text_addf(out, "%s %s ",
                  answer                       ? "answer"
                  : event->kind == EVENT_NEVER ? "never"
                                               : "again",
                  deck->cards[event->card].name);
    hra_moment_write(event->moment, out);
    hra_text_add(out, answer ? outcomes[event->kind] : "");
    hra_text_add_char(out, '\n');
}

hra_err hra_deck_write(const hra_deck *deck, hra_text *out) {
    hra_text_addf(out, "hra-deck %d\nnew-per-day %d\n", DECK_VERSION, deck->new_per_day);
    for (int i = 0; i < deck->card_count; i++)
        hra_text_add_bytes(out, deck->cards[i].text, deck->cards[i].length);
    for (int i = 0; i < deck->event_count; i++)
        write_event(deck, &deck->events[i], out);
    return out->err;
}

/* ---- exercises ------------------------------------------------------------------------------*/

static uint64_t read_id(hra_lines *l) {
    const char *word;
    size_t length;
    uint64_t id;
    if (hra_lines_word(l, &word, &length) && hra_deck_read_id(word, length, &id))
        return id;
    l->at = l->err ? l->at : word;
    (void)hra_lines_expected(l, _("an id of 16 digits 0 to 9 and a to f"));
    return 0;
}

/* Appends the line as it is, but without what a second reading would take for its beginning or end. */
static void copy_line(hra_lines *l, hra_text *out) {
    const char *end = l->end;
    while (hra_lines_mark(l->at, hra_lines_left(l)))
        l->at += hra_lines_mark(l->at, hra_lines_left(l));
    while (end > l->at && end[-1] == '\r')
        end--;
    hra_text_add_bytes(out, l->at, (size_t)(end - l->at));
    hra_text_add_char(out, '\n');
}

/* The lines after the first, up to "end". */
static void read_block(hra_lines *l, deck_card *card, hra_text *text) {
    bool known = false, ended = false;
    while (!ended && hra_lines_next(l)) {
        copy_line(l, text);
        if (text->length > HRA_EXERCISE_BYTES)
            (void)hra_lines_fail(l, HRA_ELIMIT, "an exercise of more than %d bytes", HRA_EXERCISE_BYTES);
        if (!known && hra_lines_key(l, "id")) {
            known = true;
            card->id = read_id(l);
            hra_lines_done(l);
        } else if (!card->title && hra_lines_key(l, "title")) {
            card->title = hra_exercise_line_text(l);
        } else if (hra_lines_key(l, "end")) {
            ended = true;
            hra_lines_done(l);
        }
    }
    if (!ended)
        (void)hra_lines_expected(l, _("a line 'end'"));
    else if (!known)
        (void)hra_lines_fail(l, HRA_EINPUT, "expected a line 'id' in the exercise that ends here");
}

static void read_exercise(hra_deck *deck, hra_lines *l) {
    deck_card card = {0};
    hra_text text;
    if (hra_lines_whole(l, 1, MOST_VERSION) > 1)
        (void)hra_lines_fail(l, HRA_EVERSION, "an exercise of a newer version of hra");
    hra_lines_done(l);
    hra_text_init(&text);
    hra_text_add(&text, "hra-exercise 1\n");
    read_block(l, &card, &text);
    if (!l->err && !card.title && !(card.title = calloc(1, 1)))
        (void)hra_lines_no_memory(l);
    if (text.err)
        (void)hra_lines_no_memory(l);
    if (l->err) {
        free(card.title);
        hra_text_release(&text);
        return;
    }
    card.text = text.data;
    card.length = text.length;
    (void)hra_snprintf(card.name, sizeof card.name, "%08x%08x", (unsigned)(card.id >> 32), (unsigned)card.id);
    if (hra_deck_add_card(deck, &card))
        (void)hra_lines_no_memory(l);
}

/* ---- events ---------------------------------------------------------------------------------*/

static deck_event_kind read_outcome(hra_lines *l) {
    static const char *const outcomes[] = {
        [EVENT_RIGHT] = "right", [EVENT_HINTED] = "hint", [EVENT_WRONG] = "wrong"};
    hra_lines_blanks(l);
    for (int i = EVENT_RIGHT; i <= EVENT_WRONG; i++)
        if (hra_lines_key(l, outcomes[i]))
            return (deck_event_kind)i;
    (void)hra_lines_expected(l, _("'right', 'hint' or 'wrong'"));
    return EVENT_WRONG;
}

static void read_event(hra_deck *deck, hra_lines *l, deck_event_kind kind) {
    deck_event event = {.card = l->number, .kind = kind};
    event.id = read_id(l);
    event.moment = hra_moment_read(l);
    if (kind <= EVENT_WRONG)
        event.kind = read_outcome(l);
    hra_lines_done(l);
    if (!l->err && hra_deck_add_event(deck, &event))
        (void)hra_lines_no_memory(l);
}

/* Finds the card of each event, for the text may have the exercise after it. */
static hra_err find_cards(hra_deck *deck, hra_error *why) {
    char text[120];
    for (int i = 0; i < deck->event_count; i++) {
        deck_event *event = &deck->events[i];
        const int card = hra_deck_find(deck, event->id), line = event->card;
        if (card < 0) {
            (void)hra_snprintf(text, sizeof text, _("the deck has no exercise with the id %08x%08x"),
                               (unsigned)(event->id >> 32), (unsigned)event->id);
            return hra_place_fail(why, HRA_EINPUT, NULL, line, 1, text);
        }
        event->card = card;
    }
    return HRA_OK;
}

/* ---- reading --------------------------------------------------------------------------------*/

static void read_head(hra_lines *l) {
    hra_lines_expect_key(l, "hra-deck");
    if (!l->err && hra_lines_whole(l, 1, MOST_VERSION) > DECK_VERSION)
        (void)hra_lines_fail(l, HRA_EVERSION, "a deck of a newer version of hra");
    hra_lines_done(l);
}

static void read_line(hra_deck *deck, hra_lines *l) {
    if (hra_lines_key(l, "hra-exercise")) {
        read_exercise(deck, l);
    } else if (hra_lines_key(l, "answer")) {
        read_event(deck, l, EVENT_RIGHT);
    } else if (hra_lines_key(l, "never")) {
        read_event(deck, l, EVENT_NEVER);
    } else if (hra_lines_key(l, "again")) {
        read_event(deck, l, EVENT_AGAIN);
    } else if (hra_lines_key(l, "new-per-day")) {
        deck->new_per_day = hra_lines_int(l, 0, MOST_NEW_PER_DAY);
        hra_lines_done(l);
    } else {
        hra_lines_blanks(l); /* empty lines are allowed */
        if (hra_lines_left(l))
            (void)hra_lines_expected(l, _("'hra-exercise', 'answer', 'never', 'again' or 'new-per-day'"));
    }
}

hra_err hra_deck_open(hra_deck **out, const char *text, size_t length, hra_error *why) {
    hra_lines l;
    hra_deck *deck = hra_deck_new();
    *out = NULL;
    if (!deck)
        return hra_no_memory(why);
    hra_lines_open(&l, text, length, 1, why);
    hra_lines_limit(&l, HRA_EXERCISE_BYTES, 0, HRA_DECK_BYTES);
    if (hra_lines_next(&l))
        read_head(&l);
    while (hra_lines_next(&l))
        read_line(deck, &l);
    hra_deck_index(deck);
    hra_err err = l.err ? l.err : find_cards(deck, why);
    if (err)
        hra_deck_close(deck);
    else
        *out = deck;
    return err;
}
