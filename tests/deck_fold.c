/* Does to decks (hra/deck.h) what standard input asks for, for tests/deck.py. A line is one of
 *
 *     deck N                         the next N bytes are the deck from now on
 *     merge N                        the next N bytes are a deck that is merged into it
 *     answer ID SECONDS ZONE OUTCOME never ID SECONDS ZONE    again ID SECONDS ZONE    undo
 *     make N                         the next N bytes describe an exercise, which is made and added
 *     on SECONDS ZONE                prints what is true of that moment
 *     write, anki                    print the text, or that for Anki
 *
 * and each gets a line of JSON: {"error":CODE,"why":TEXT}, or what was asked for. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hra/deck.h>
#include <hra/hra.h>

static hra_deck *deck;

/* The next bytes of standard input, without a zero after them. */
static char *read_bytes(size_t length) {
    char *text = malloc(length ? length : 1);
    if (!text || fread(text, 1, length, stdin) != length)
        exit(2);
    return text;
}

static hra_err make(size_t length, bool *added, hra_error *why) {
    hra_exercise *exercise = NULL;
    char *text = read_bytes(length);
    hra_err err = hra_exercise_make(&exercise, NULL, NULL, text, length, NULL, why);
    if (!err)
        err = hra_deck_add(deck, exercise, added, why);
    hra_exercise_close(exercise);
    free(text);
    return err;
}

static hra_err read_deck(size_t length, bool merge, hra_error *why) {
    hra_deck *read = NULL;
    char *text = read_bytes(length);
    hra_err err = hra_deck_open(&read, text, length, why);
    free(text);
    if (!err && merge) {
        err = hra_deck_merge(deck, read, why);
        hra_deck_close(read);
    } else if (!err) {
        hra_deck_close(deck);
        deck = read;
    }
    return err;
}

static void print_card(hra_json *json, const hra_card *card) {
    static const char *const states[] = {[HRA_CARD_NEW] = "new",
                                         [HRA_CARD_BOXED] = "boxed",
                                         [HRA_CARD_ASIDE] = "aside",
                                         [HRA_CARD_NEVER] = "never"};
    hra_json_object(json, NULL);
    hra_json_text(json, "id", card->id);
    hra_json_text(json, "title", card->title);
    hra_json_text(json, "state", states[card->state]);
    hra_json_integer(json, "box", card->box);
    hra_json_integer(json, "due", card->due);
    hra_json_integer(json, "last", card->last);
    hra_json_integer(json, "answers", card->answers);
    hra_json_integer(json, "failures", card->failures);
    hra_json_end(json);
}

static void print_day(hra_json *json, hra_local_time now) {
    hra_deck_today today;
    hra_card card;
    char next[HRA_EXERCISE_ID] = "";
    const int64_t day = hra_day_of(now);
    hra_deck_on(deck, now, &today);
    hra_json_integer(json, "day", day);
    hra_json_integer(json, "due", today.due);
    hra_json_integer(json, "fresh", today.fresh);
    hra_json_integer(json, "answered", today.answered);
    hra_json_integer(json, "streak", today.streak);
    hra_json_integer(json, "aside", today.aside);
    hra_json_integer(json, "cards", today.cards);
    (void)hra_deck_next(deck, day, next);
    hra_json_text(json, "next", next);
    hra_json_list(json, "list");
    for (int i = 0; hra_deck_card(deck, i, day, &card); i++)
        print_card(json, &card);
    hra_json_end(json);
}

static hra_err print_text(hra_json *json, bool anki, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_err err = anki ? hra_deck_anki(deck, NULL, &text, why) : hra_deck_write(deck, &text);
    hra_json_text(json, "text", hra_text_string(&text));
    hra_text_release(&text);
    return err;
}

/* Does what a line says; what is printed goes into `json`. */
static hra_err obey(const char *line, hra_json *json, hra_error *why) {
    char word[20] = "", id[20] = "";
    hra_local_time at = {0};
    int outcome = 0;
    size_t length = 0;
    if (sscanf(line, "deck %zu", &length) == 1)
        return read_deck(length, false, why);
    if (sscanf(line, "merge %zu", &length) == 1)
        return read_deck(length, true, why);
    if (sscanf(line, "make %zu", &length) == 1) {
        bool added = false;
        hra_err err = make(length, &added, why);
        hra_json_bool(json, "added", added);
        return err;
    }
    if (sscanf(line, "on %" SCNd64 " %d", &at.seconds, &at.zone) == 2) {
        print_day(json, at);
        return HRA_OK;
    }
    if (strcmp(line, "undo\n") == 0)
        return hra_deck_undo(deck, why);
    if (strcmp(line, "write\n") == 0 || strcmp(line, "anki\n") == 0)
        return print_text(json, line[0] == 'a', why);
    if (sscanf(line, "%19s %19s %" SCNd64 " %d %d", word, id, &at.seconds, &at.zone, &outcome) < 4)
        exit(2);
    return word[1] == 'n'   ? hra_deck_answer(deck, id, at, (hra_card_answer)outcome, why)
           : word[0] == 'n' ? hra_deck_never(deck, id, at, why)
                            : hra_deck_again(deck, id, at, why);
}

int main(void) {
    char line[200];
    hra_error why;
    hra_text out;
    if (hra_deck_open(&deck, "", 0, &why))
        return 2;
    hra_text_init(&out);
    while (fgets(line, sizeof line, stdin)) {
        hra_text_clear(&out);
        hra_json json = hra_json_begin(&out);
        hra_json_object(&json, NULL);
        const hra_err err = obey(line, &json, &why);
        hra_json_integer(&json, "error", err);
        hra_json_text(&json, "why", err ? why.text : "");
        hra_json_end(&json);
        puts(hra_text_string(&out));
        fflush(stdout);
    }
    hra_text_release(&out);
    hra_deck_close(deck);
    return 0;
}
