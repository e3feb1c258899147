/* A deck, for the sources that make it up: its cards and events as they are in its text, and what follows from them on
 * a day, which is worked out when somebody asks. */
#ifndef HRA_EXERCISE_DECK_OBJECT_H
#define HRA_EXERCISE_DECK_OBJECT_H

#include "core/lines.h"
#include "hra/deck.h"

typedef struct deck_card {
    uint64_t id;
    char name[HRA_EXERCISE_ID]; /* the id in digits */
    char *title;
    char *text; /* of the exercise, from "hra-exercise" to "end" */
    size_t length;
} deck_card;

/* A card in the order of ids. */
typedef struct deck_place {
    uint64_t id;
    int card;
} deck_place;

typedef enum deck_event_kind {
    EVENT_RIGHT = HRA_ANSWERED_RIGHT,
    EVENT_HINTED = HRA_ANSWERED_HINTED,
    EVENT_WRONG = HRA_ANSWERED_WRONG,
    EVENT_NEVER,
    EVENT_AGAIN,
} deck_event_kind;

typedef struct deck_event {
    uint64_t id;
    hra_local_time moment;
    int card; /* while the text is read: the number of the line */
    deck_event_kind kind;
} deck_event;

/* A card on a day. */
typedef struct card_state {
    hra_card_state state;
    int box, answers, failures;
    int64_t due, last;
    int64_t begun; /* day on which it was last answered as a new card */
} card_state;

/* What follows from the events on a day; each array is as long as that of the cards or of the events. */
typedef struct deck_fold {
    bool known; /* for this day and these events */
    int64_t day;
    card_state *cards;
    int64_t *days;  /* on which each event counts */
    bool *in_order; /* the clock was right at this event, as far as the others show */
    int64_t *last_days;
    int *rest;
} deck_fold;

struct hra_deck {
    int new_per_day;
    size_t bytes; /* of its text, at most */
    deck_card *cards;
    deck_place *by_id;
    int card_count, card_capacity;
    deck_event *events;
    int event_count, event_capacity;
    deck_fold *fold; /* of the last question */
};

/* ---- moments (calendar.c) -------------------------------------------------------------------*/

/* Whether the local date is in the years 1 to 9999 and the zone less than a day. */
bool hra_moment_is_valid(hra_local_time moment);
/* Reads "2026-11-27T21:05+01:00", with or without seconds; "Z": UTC. After an error in `l`: zero. */
hra_local_time hra_moment_read(hra_lines *l);
/* Appends a valid moment; its seconds, unless they are 0. */
void hra_moment_write(hra_local_time moment, hra_text *out);

/* ---- cards and events (deck.c) --------------------------------------------------------------*/

enum {
    DECK_VERSION = 1,
    DECK_LINE = 64, /* more than the bytes of an event's line */
    MOST_NEW_PER_DAY = 1000,
};

hra_deck *hra_deck_new(void); /* NULL: no memory */
/* Reads 16 hexadecimal digits. */
bool hra_deck_read_id(const char *word, size_t length, uint64_t *id);
/* Returns the index of a card; -1: there is none. */
int hra_deck_find(const hra_deck *deck, uint64_t id);
/* Appends a card, whose strings the deck takes, after an error too. hra_deck_index makes it known. */
hra_err hra_deck_add_card(hra_deck *deck, const deck_card *card);
hra_err hra_deck_add_event(hra_deck *deck, const deck_event *event);
/* Sorts the cards by id for hra_deck_find, and removes those that an earlier card has the id of. */
void hra_deck_index(hra_deck *deck);
/* Adds an exercise, the text of one card; *added (may be NULL): the deck did not have it. */
hra_err hra_deck_add_text(hra_deck *deck, const char *text, size_t length, bool *added, hra_error *why);

/* HRA_ELIMIT in words. */
hra_err hra_deck_too_long(hra_error *why);

/* What follows on a day (deck_state.c); valid until the deck changes. */
const deck_fold *hra_deck_on_day(const hra_deck *deck, int64_t day);

#endif
