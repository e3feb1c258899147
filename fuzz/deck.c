/* Decks: any bytes as the text of one. What is read is written and read back equal, its cards and days are consistent on
 * every day, merging a copy changes nothing, and an earlier copy is merged in both orders with the same end. */
#include <stdlib.h>
#include <string.h>

#include <hra/deck.h>

#include "target.h"

static const int64_t days[] = {INT64_MIN, -719162, 0, 20000, 20784, 20785, 20788, 24437, 2932896, INT64_MAX};

static void check_card(const hra_deck *deck, const hra_card *card, int64_t day) {
    size_t length = 0;
    const char *text = hra_deck_exercise(deck, card->id, &length);
    const bool boxed = card->state == HRA_CARD_BOXED;
    fuzz_expect(strlen(card->id) == HRA_EXERCISE_ID - 1, "an id has 16 digits", card->id);
    fuzz_expect(text && length == strlen(text) && length <= HRA_EXERCISE_BYTES, "a card has an exercise",
                card->id);
    fuzz_expect(boxed ? card->box >= 1 && card->box <= HRA_DECK_BOXES : card->box == 0,
                "a card is in a box or in none", card->id);
    fuzz_expect(card->failures <= card->answers && card->failures >= 0, "failures are answers", card->id);
    fuzz_expect((card->state == HRA_CARD_ASIDE) <= (card->failures >= HRA_DECK_FAILURES),
                "failures set a card aside", card->id);
    fuzz_expect(!card->answers || card->last <= day || day == INT64_MIN, "no answer counts after the day",
                card->id);
    fuzz_expect(!boxed || card->due > card->last || card->box > 1,
                "a card is not due on the day of a first answer", card->id);
}

static void check_day(const hra_deck *deck, int64_t day) {
    hra_card card;
    int due = 0, fresh = 0, cards = 0;
    char id[HRA_EXERCISE_ID] = "";
    for (; hra_deck_card(deck, cards, day, &card); cards++) {
        check_card(deck, &card, day);
        due += card.state == HRA_CARD_BOXED && card.due <= day;
        fresh += card.state == HRA_CARD_NEW;
    }
    const bool next = hra_deck_next(deck, day, id);
    const bool real = day > INT64_MIN / 100000 && day < INT64_MAX / 100000; /* in seconds */
    fuzz_expect(!real || (next <= (due + fresh > 0) && next >= (due > 0)), "what is due is asked", id);
    const hra_local_time now = {.seconds = real ? day * 86400 + 43200 : day, .zone = 0};
    hra_deck_today today;
    hra_deck_on(deck, now, &today);
    fuzz_expect(today.cards == cards && today.streak >= 0 && today.answered >= 0, "a day is consistent",
                NULL);
    fuzz_expect(!real || (today.due == due && today.fresh <= fresh && next == (today.due + today.fresh > 0)),
                "a day counts the cards", NULL);
    fuzz_expect(!today.answered || today.streak > 0, "an answer today makes a streak", NULL);
}

static void write_deck(const hra_deck *deck, hra_text *out) {
    hra_text_init(out);
    if (hra_deck_write(deck, out))
        exit(1); /* not a finding: memory has run out */
}

static void expect_text(const hra_deck *deck, const hra_text *expected, const char *promise) {
    hra_text text;
    write_deck(deck, &text);
    fuzz_expect(strcmp(hra_text_string(&text), hra_text_string(expected)) == 0, promise, NULL);
    hra_text_release(&text);
}

static void check_merge(hra_deck *deck, const hra_text *written) {
    hra_deck *again = NULL;
    hra_error why;
    hra_err err = hra_deck_open(&again, written->data, written->length, &why);
    fuzz_expect(err == 0, "what is written is read", err ? why.text : NULL);
    expect_text(again, written, "and is the same");
    fuzz_expect(hra_deck_merge(deck, again, &why) == 0, "copies are merged", NULL);
    expect_text(deck, written, "and nothing is added");
    if (hra_deck_undo(again, &why) == 0) {
        fuzz_expect(hra_deck_merge(again, deck, &why) == 0, "an earlier copy is merged", NULL);
        hra_text merged, other;
        write_deck(again, &merged);
        hra_deck *earlier = NULL;
        fuzz_expect(hra_deck_open(&earlier, written->data, written->length, &why) == 0 &&
                        hra_deck_undo(earlier, &why) == 0 && hra_deck_merge(deck, earlier, &why) == 0,
                    "and the other way round", NULL);
        write_deck(deck, &other);
        fuzz_expect(strcmp(merged.data, other.data) == 0, "with the same end", NULL);
        hra_deck_close(earlier);
        hra_text_release(&merged);
        hra_text_release(&other);
    }
    hra_deck_close(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hra_deck *deck = NULL;
    hra_error why;
    char *text = malloc(size ? size : 1); /* of exactly this length, so that reading past its end is caught */
    if (!text)
        return 0;
    memcpy(text, data, size);
    hra_err err = hra_deck_open(&deck, text, size, &why);
    free(text);
    if (err) {
        fuzz_expect_words(err, &why, size);
        return 0;
    }
    hra_text written;
    for (size_t i = 0; i < sizeof days / sizeof *days; i++)
        check_day(deck, days[i]);
    write_deck(deck, &written);
    check_merge(deck, &written);
    hra_text_release(&written);
    hra_deck_close(deck);
    return 0;
}
