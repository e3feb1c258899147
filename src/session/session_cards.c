/* What comes into a deck and goes out of it: the current exercise, another deck, cards that were set aside, Anki's text. */
#include <string.h>

#include "session/session_exercise.h"

/* A deck as it is in the store; `length`: of the entry, 0: there is none. */
typedef struct entry {
    char name[HRA_STORE_NAME];
    hra_deck *deck;
    size_t length;
} entry;

static hra_err open_entry(hra_session *s, const requester *who, const char *name, entry *out,
                          hra_error *why) {
    hra_text text;
    hra_err err = hra_session_deck_name(s, who, name, out->name, why);
    if (err)
        return err;
    hra_text_init(&text);
    err = hra_kept_read(s, out->name, &text, why);
    if (err == HRA_EMISSING)
        err = HRA_OK;
    out->length = text.length;
    if (!err)
        err = hra_deck_open(&out->deck, hra_text_string(&text), text.length, why);
    hra_text_release(&text);
    return err;
}

hra_err hra_session_keep_card(hra_session *s, const requester *who, char *line, hra_error *why) {
    entry at = {0};
    char *name, *more;
    bool added = false;
    hra_err err = hra_words_take(&line, &name, why);
    if (!err)
        err = hra_words_take(&line, &more, why);
    if (!err && more)
        err = hra_fail(why, HRA_EINPUT, -1, "unexpected word '%.40s'; usage: exercise keep [NAME]", more);
    if (!err && hra_exercise_info_of(s->exercises.exercise)->needs_process)
        err = hra_fail(why, HRA_EFIT, -1, "this exercise is judged by games; a deck has none of these");
    if (!err)
        err = open_entry(s, who, name, &at, why);
    if (!err)
        err = hra_deck_add(at.deck, s->exercises.exercise, &added, why);
    if (!err && added)
        err = hra_session_write_deck(s, at.name, at.deck, at.length, NULL, why);
    hra_deck_close(at.deck);
    if (!err)
        hra_emit_ok(s, who, added ? "added" : "known");
    return err;
}

/* TEXT, or NAME TEXT. */
hra_err hra_session_merge_deck(hra_session *s, const requester *who, char *line, hra_error *why) {
    entry at = {0};
    hra_deck *other = NULL;
    char *name, *text, *more = NULL;
    hra_err err = hra_words_take(&line, &name, why);
    if (!err)
        err = hra_words_take(&line, &text, why);
    if (!err && text)
        err = hra_words_take(&line, &more, why);
    if (!err && (!name || more))
        err = hra_fail(why, HRA_EINPUT, -1, "usage: exercise merge [NAME] TEXT");
    if (err)
        return err;
    const char *deck = text ? text : name;
    err = open_entry(s, who, text ? name : NULL, &at, why);
    if (!err)
        err = hra_deck_open(&other, deck, strlen(deck), why);
    if (!err)
        err = hra_deck_merge(at.deck, other, why);
    if (!err)
        err = hra_session_write_deck(s, at.name, at.deck, at.length, NULL, why);
    hra_deck_close(other);
    hra_deck_close(at.deck);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

static hra_err emit_anki(hra_session *s, const requester *who, const hra_deck *deck, hra_error *why) {
    hra_text text, members;
    hra_host host = s->host;
    host.run = NULL; /* cards are not trusted */
    hra_text_init(&text);
    hra_text_init(&members);
    hra_err err = hra_deck_anki(deck, &host, &text, why);
    if (!err) {
        hra_json json = hra_json_begin(&members);
        hra_json_object(&json, NULL);
        hra_json_text(&json, "suffix", "txt");
        hra_json_text(&json, "text", hra_text_string(&text));
        hra_json_end(&json);
        err = members.err ? hra_no_memory(why) : HRA_OK;
    }
    if (!err) {
        hra_emit_members(s, who, HRA_SESSION_EXPORT, NULL, hra_text_string(&members));
        hra_emit_ok(s, who, NULL);
    }
    hra_text_release(&members);
    hra_text_release(&text);
    return err;
}

hra_err hra_session_write_anki(hra_session *s, const requester *who, char *line, hra_error *why) {
    entry at = {0};
    char *name, *more;
    hra_err err = hra_words_take(&line, &name, why);
    if (!err)
        err = hra_words_take(&line, &more, why);
    if (!err && more)
        err = hra_fail(why, HRA_EINPUT, -1, "unexpected word '%.40s'; usage: exercise anki [NAME]", more);
    if (!err)
        err = open_entry(s, who, name, &at, why);
    if (!err)
        err = emit_anki(s, who, at.deck, why);
    hra_deck_close(at.deck);
    return err;
}

/* ---- what a day has -----------------------------------------------------------------------------*/

void hra_session_add_today(hra_json *json, const exercise_set *set) {
    const int64_t day = hra_day_of(set->now);
    hra_deck_today today;
    hra_card card;
    hra_deck_on(set->deck, set->now, &today);
    hra_json_object(json, "deck");
    hra_json_integer(json, "due", today.due);
    hra_json_integer(json, "new", today.fresh);
    hra_json_integer(json, "answered", today.answered);
    hra_json_integer(json, "streak", today.streak);
    hra_json_integer(json, "aside", today.aside);
    hra_json_integer(json, "cards", today.cards);
    if (today.next_cards)
        hra_json_integer(json, "next_in", today.next - day);
    else
        hra_json_null(json, "next_in");
    hra_json_list(json, "set_aside");
    for (int i = 0; hra_deck_card(set->deck, i, day, &card); i++) {
        if (card.state != HRA_CARD_ASIDE)
            continue;
        hra_json_object(json, NULL);
        hra_json_text(json, "id", card.id);
        hra_json_text(json, "title", *card.title ? card.title : NULL);
        hra_json_integer(json, "failures", card.failures);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_json_end(json);
}
