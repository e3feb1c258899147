/* hra/deck.h: exercises that come again at growing intervals, so that what was learned stays.
 *
 * A deck is text (docs/exercises.md): exercises, and a line for each answer. Everything else, such as which exercises are
 * due, is a function of that text and the day. So a deck can be kept in a file or in a browser, and two copies can be
 * merged.
 *
 * An exercise of a deck is a card, named by the id of the exercise. Cards are in boxes: from box 1 a card comes again
 * after 1 day, from box 2 after 3, from box 3 after 7, from box 4 after 21 days. A card that was answered right at the
 * first try goes into the next box, one that was answered after a hint stays, one that was answered wrong goes into
 * box 1. A card that is answered before it is due moves only if the answer is wrong. New cards are in no box; the first
 * answer puts them into box 1, and at most `new_per_day` of them are asked on a day. After six wrong answers a card is
 * set aside.
 *
 * Answers count in the order of their lines, each on a day. If the clock was set back, lines are not in the order of their
 * days. Then the longest run of lines whose days do not decrease and are not after today is in order; another line counts
 * on the day of the next line that is in order, or today. So no card is due on the day on which it was answered.
 *
 * Thread-safety: one thread at a time uses a deck. */
#ifndef HRA_DECK_H
#define HRA_DECK_H

#include "hra/exercise.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_DECK_BYTES = 64 << 20, /* the most bytes of the text of a deck */
    HRA_DECK_BOXES = 4,
    HRA_DECK_FAILURES = 6,     /* wrong answers after which a card is set aside */
    HRA_DECK_NEW_PER_DAY = 20, /* new cards a day, unless the deck says otherwise */
    HRA_DAY_BEGINS = 4,        /* hour at which a day begins */
};

/* A moment, as its clock shows it. */
typedef struct hra_local_time {
    int64_t seconds; /* since 1970-01-01 00:00 UTC */
    int zone;        /* minutes that local time is ahead of UTC */
} hra_local_time;

/* Returns the number of the day, from 1970-01-01, to which a moment belongs: its local date, but that of the day before
 * until 04:00. The calendar is the Gregorian one for all years. Any moment is allowed. */
HRA_API int64_t hra_day_of(hra_local_time moment);

typedef enum hra_card_answer { HRA_ANSWERED_RIGHT, HRA_ANSWERED_HINTED, HRA_ANSWERED_WRONG } hra_card_answer;

typedef struct hra_deck hra_deck;

/* ---- decks ----------------------------------------------------------------------------------*/

/* Reads a deck, which may be of unknown origin; "" is an empty deck. The caller closes it. Of exercises only id and
 * title are read: hra_exercise_open checks the rest. Of two exercises with the same id the first one counts. Returns
 *   HRA_EINPUT    if the text is not a deck, or has an answer to a card that it does not have; `why` has the line
 *   HRA_EVERSION  if it, or an exercise, is of a newer version
 *   HRA_ELIMIT    if it is longer than HRA_DECK_BYTES, or an exercise than HRA_EXERCISE_BYTES
 *   HRA_ENOMEM. */
HRA_API hra_err hra_deck_open(hra_deck **out, const char *text, size_t length, hra_error *why);
HRA_API void hra_deck_close(hra_deck *deck); /* NULL is allowed */
/* Appends the text of the deck: the head, the exercises, the answers. HRA_ENOMEM. */
HRA_API hra_err hra_deck_write(const hra_deck *deck, hra_text *out);
/* Adds a card, unless the deck has it: then *added (may be NULL) is false, and the exercise of the deck stays. Returns
 *   HRA_ELIMIT  if the deck would have more than HRA_DECK_BYTES
 *   HRA_ENOMEM. */
HRA_API hra_err hra_deck_add(hra_deck *deck, const hra_exercise *exercise, bool *added, hra_error *why);

/* ---- cards ----------------------------------------------------------------------------------*/

typedef enum hra_card_state {
    HRA_CARD_NEW,   /* was not answered yet */
    HRA_CARD_BOXED, /* in a box */
    HRA_CARD_ASIDE, /* set aside after HRA_DECK_FAILURES wrong answers */
    HRA_CARD_NEVER, /* the person does not want it again */
} hra_card_state;

typedef struct hra_card {
    const char *id;
    const char *title; /* of the exercise; "": none */
    hra_card_state state;
    int box;      /* 1..HRA_DECK_BOXES; 0: none */
    int64_t due;  /* day; of cards in boxes, else 0 */
    int64_t last; /* day on which the last answer counts; 0 if `answers` is 0 */
    int answers;  /* all */
    int failures; /* wrong answers since hra_deck_again */
} hra_card;

/* Writes card `index` as it is on a day, in the order in which cards were added. Its strings belong to the deck, and are
 * valid until cards are added or merged. False: there are fewer. */
HRA_API bool hra_deck_card(const hra_deck *deck, int index, int64_t day, hra_card *out);
/* Returns the text of a card's exercise and its *length; the deck owns it, until it is merged or closed. NULL: there is no
 * such card. */
HRA_API const char *hra_deck_exercise(const hra_deck *deck, const char *id, size_t *length);
/* Writes the id of the next card to ask on a day: those in boxes that are due, longest due first, then new ones. False:
 * there is none. */
HRA_API bool hra_deck_next(const hra_deck *deck, int64_t day, char id[HRA_EXERCISE_ID]);

/* Numbers of a day. */
typedef struct hra_deck_today {
    int due;      /* cards in boxes that are due */
    int fresh;    /* new cards that may still be asked */
    int answered; /* answers on this day */
    /* Days in a row with an answer, up to this one or the one before. A change of zone does not end it: the day after
     * an answer is also the next day in the zone of that answer. Answers of a clock that was wrong stand for days that
     * are missing between the answers around them. */
    int streak;
    int aside; /* cards that are set aside */
    int cards; /* all */
    /* The first day after this one on which cards come that do not wait now, and how many come then: those in boxes that
     * are due on it, and new ones. Both are 0 if there are none. */
    int64_t next;
    int next_cards;
} hra_deck_today;
/* Writes the numbers of the day of a moment. */
HRA_API void hra_deck_on(const hra_deck *deck, hra_local_time now, hra_deck_today *out);

/* Adds an answer. Cards that are not due, set aside or never to be asked may be answered too. Returns
 *   HRA_EINPUT  if there is no such card, or `now` is not in the years 1 to 9999 or in a zone of 24 hours or more
 *   HRA_ELIMIT  if the deck would have more than HRA_DECK_BYTES
 *   HRA_ENOMEM. */
HRA_API hra_err hra_deck_answer(hra_deck *deck, const char *id, hra_local_time now, hra_card_answer outcome,
                                hra_error *why);
/* Takes back the last answer, hra_deck_never or hra_deck_again: the last line of the text. HRA_ESTATE if there is none. */
HRA_API hra_err hra_deck_undo(hra_deck *deck, hra_error *why);
/* Never asks a card again. Errors of hra_deck_answer. */
HRA_API hra_err hra_deck_never(hra_deck *deck, const char *id, hra_local_time now, hra_error *why);
/* Makes a card new, with no failures, such as one that was set aside or never to be asked. Errors of hra_deck_answer. */
HRA_API hra_err hra_deck_again(hra_deck *deck, const char *id, hra_local_time now, hra_error *why);
/* Sets how many new cards are asked on a day, 0..1000. HRA_EINPUT. */
HRA_API hra_err hra_deck_set_new_per_day(hra_deck *deck, int count, hra_error *why);
/* Adds the cards and the answers of another copy of a deck that this one does not have. Answers are in the order of their
 * moments, but those of one copy stay in its order. Both copies become the same, whichever is merged into the other, and
 * merging again changes nothing. A `new_per_day` that was set stays, the lower one of two. An answer that was taken back
 * in one copy only comes back. Returns
 *   HRA_ELIMIT  if the deck would have more than HRA_DECK_BYTES; then nothing is merged
 *   HRA_ENOMEM  the same. */
HRA_API hra_err hra_deck_merge(hra_deck *deck, const hra_deck *other, hra_error *why);

/* ---- export ---------------------------------------------------------------------------------*/

/* Appends all cards as a text file for Anki's import: guid, front, back, tags. The guid is the id, so a second import
 * updates the notes. The front has the board as SVG, or the tree and what is asked of it; texts are in the language of the
 * process. `host`: as in hra_exercise_open. HRA_ENOMEM; errors of hra_exercise_open, which name the card. */
HRA_API hra_err hra_deck_anki(const hra_deck *deck, const hra_host *host, hra_text *out, hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
