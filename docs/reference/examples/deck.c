/* A card is answered right on three days, and is asked again after 1, 3 and 7 days. */
#include <hra/deck.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "hra-deck 1\n"
                           "hra-exercise 1\nid 0123456789abcdef\ntitle a fork\n...\nend\n"
                           "answer 0123456789abcdef 2026-11-27T21:05+01:00 right\n";

int main(void) {
    hra_deck *deck;
    hra_error why;
    hra_card card;
    char id[HRA_EXERCISE_ID];
    if (hra_deck_open(&deck, text, strlen(text), &why) != 0)
        return 1;
    int64_t day = 20784, first = day; /* 2026-11-27 */
    for (int asked = 0; asked < 2; day++)
        if (hra_deck_next(deck, day, id)) {
            hra_local_time now = {.seconds = day * 86400 + 72000, .zone = 60}; /* at 21:00 */
            printf("day %d: %s\n", (int)(day - first), id);
            if (hra_deck_answer(deck, id, now, HRA_ANSWERED_RIGHT, &why) != 0)
                return 1;
            asked++;
        }
    if (hra_deck_card(deck, 0, day, &card))
        printf("%s: in box %d, due on day %d\n", card.title, card.box, (int)(card.due - first));
    hra_deck_close(deck);
    return 0;
}

/* It prints:

day 1: 0123456789abcdef
day 4: 0123456789abcdef
a fork: in box 3, due on day 11
*/
