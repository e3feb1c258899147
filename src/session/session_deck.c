/* The cards of a deck that are due on a day; every answer is saved at once. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "session/session_exercise.h"

static const char usual_name[] = "files/drill.deck";

/* ---- the entry ----------------------------------------------------------------------------------*/

static hra_err read_deck(hra_session *s, const char *name, hra_deck **out, hra_text *text, hra_error *why) {
    hra_err err = hra_kept_read(s, name, text, why);
    return err ? err : hra_deck_open(out, hra_text_string(text), text->length, why);
}

/* What the entry has grown by counts, as if it were written by a line. */
static hra_err take_room(hra_session *s, size_t before, size_t after, hra_error *why) {
    const uint64_t most = s->setup.write_bytes, more = after > before ? after - before : 0;
    if (most && (s->put > most || more > most - s->put))
        return hra_fail(why, HRA_ELIMIT, -1, "the deck cannot be saved: a session accepts at most %llu bytes",
                        (unsigned long long)most);
    s->put += more;
    return HRA_OK;
}

/* Another session may have saved answers meanwhile, which stay; then nothing can be taken back. */
static hra_err take_others(exercise_set *set, const hra_text *text, hra_error *why) {
    hra_deck *other = NULL;
    if (hra_hash(hra_text_string(text), text->length) == set->saved)
        return HRA_OK;
    hra_err err = hra_deck_open(&other, hra_text_string(text), text->length, why);
    if (!err)
        err = hra_deck_merge(set->deck, other, why);
    hra_deck_close(other);
    for (int i = 0; i < set->of; i++)
        set->cards[i].changes = 0;
    return err;
}

/* Takes what the entry has now, and its length. */
static hra_err refresh(hra_session *s, exercise_set *set, size_t *length, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_kept_read(s, set->deck_name, &text, why);
    *length = text.length;
    if (!err)
        err = take_others(set, &text, why);
    hra_text_release(&text);
    return err;
}

hra_err hra_session_write_deck(hra_session *s, const char *name, const hra_deck *deck, size_t before,
                               uint64_t *hash, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_deck_write(deck, &text) ? hra_no_memory(why) : HRA_OK;
    if (!err)
        err = take_room(s, before, text.length, why);
    if (!err)
        err = hra_kept_put(s, name, hra_text_string(&text), text.length, why);
    if (hash)
        *hash = err ? 0 : hra_hash(hra_text_string(&text), text.length);
    hra_text_release(&text);
    return err;
}

/* Writes the deck in place of an entry of this length. */
static hra_err save(hra_session *s, exercise_set *set, size_t before, hra_error *why) {
    return hra_session_write_deck(s, set->deck_name, set->deck, before, &set->saved, why);
}

/* ---- opening ------------------------------------------------------------------------------------*/

static hra_err add_card(exercise_set *set, const char *id, hra_error *why) {
    const size_t size = (size_t)(set->of + 1) * sizeof *set->cards;
    exercise_card *cards = set->of & (set->of - 1) ? set->cards : realloc(set->cards, 2 * size);
    if (!cards)
        return hra_no_memory(why);
    set->cards = cards;
    cards[set->of] = (exercise_card){0};
    hra_snprintf(cards[set->of++].id, HRA_EXERCISE_ID, "%s", id);
    return HRA_OK;
}

/* The cards of the day in their order: a copy of the deck is answered, so that each comes once. */
static hra_err list_cards(exercise_set *set, const hra_text *text, hra_error *why) {
    char id[HRA_EXERCISE_ID];
    hra_deck *copy = NULL;
    hra_err err = hra_deck_open(&copy, hra_text_string(text), text->length, why);
    while (!err && hra_deck_next(copy, hra_day_of(set->now), id)) {
        err = add_card(set, id, why);
        if (!err)
            err = hra_deck_answer(copy, id, set->now, HRA_ANSWERED_RIGHT, why);
    }
    hra_deck_close(copy);
    return err;
}

/* now=SECONDS zone=MINUTES, and the name of the entry. */
static hra_err read_words(char *line, exercise_set *out, const char **deck_name, hra_error *why) {
    enum { WIDEST = 24 * 60 };
    uint64_t seconds, minutes;
    bool timed = false;
    const char *value, *name = NULL;
    hra_err err;
    for (char *word; (err = hra_words_take(&line, &word, why)) == 0 && word;) {
        if ((value = hra_words_value(word, "now")) != NULL) {
            err = hra_words_number(value, "now", 0, (uint64_t)1 << 40, &seconds, why);
            out->now.seconds = (int64_t)seconds;
            timed = true;
        } else if ((value = hra_words_value(word, "zone")) != NULL) {
            err = hra_words_number(value + (*value == '-'), "zone", 0, WIDEST, &minutes, why);
            out->now.zone = *value == '-' ? -(int)minutes : (int)minutes;
        } else if (!name) {
            name = word;
        } else {
            err = hra_fail(
                why, HRA_EINPUT, -1,
                "unexpected word '%.40s'; usage: exercise open deck [NAME] now=SECONDS [zone=MINUTES]", word);
        }
        if (err)
            return err;
    }
    if (!err && !timed)
        err = hra_fail(why, HRA_EINPUT, -1, "exercise open deck: missing now=SECONDS, since 1970 in UTC");
    *deck_name = name;
    return err;
}

hra_err hra_session_deck_name(const hra_session *s, const requester *who, const char *name,
                              char out[HRA_STORE_NAME], hra_error *why) {
    const unsigned needed = HRA_PERMIT_READ | HRA_PERMIT_WRITE;
    if ((s->clients[who->client].may & needed) != needed)
        return hra_fail(why, HRA_EDENIED, -1, "this client may not read and write the store");
    name = name ? name : usual_name;
    if (strncmp(name, "files/", 6) != 0)
        return hra_fail(why, HRA_EINPUT, -1, "%.80s: the name of a deck begins with files/", name);
    if (hra_snprintf(out, HRA_STORE_NAME, "%s", name) >= HRA_STORE_NAME)
        return hra_fail(why, HRA_EINPUT, -1, "the name of the deck is too long: '%.40s'", name);
    return HRA_OK;
}

hra_err hra_session_open_deck(hra_session *s, const requester *who, char *line, exercise_set *out,
                              hra_error *why) {
    const char *name;
    hra_text text;
    hra_err err = read_words(line, out, &name, why);
    if (!err)
        err = hra_session_deck_name(s, who, name, out->deck_name, why);
    if (err)
        return err;
    hra_text_init(&text);
    err = read_deck(s, out->deck_name, &out->deck, &text, why);
    if (!err) {
        out->saved = hra_hash(hra_text_string(&text), text.length);
        err = list_cards(out, &text, why);
    }
    hra_text_release(&text);
    return err;
}

void hra_session_release_deck(exercise_set *set) {
    hra_deck_close(set->deck);
    free(set->cards);
}

hra_err hra_session_read_card(const exercise_set *set, const hra_host *host, hra_exercise **out,
                              hra_error *why) {
    hra_error inner = {0};
    size_t length;
    const char *id = set->cards[set->number - 1].id, *text = hra_deck_exercise(set->deck, id, &length);
    hra_err err = hra_exercise_open(out, host, text, length, &inner);
    if (!err && strcmp(hra_exercise_info_of(*out)->id, id) != 0) {
        hra_exercise_close(*out);
        *out = NULL;
        err = hra_fail(&inner, HRA_EDAMAGED, -1, "%s", _("its id is that of another exercise"));
    }
    return err ? hra_fail(why, err, -1, "card %s: %s", id, inner.text) : HRA_OK;
}

/* ---- answers ------------------------------------------------------------------------------------*/

typedef hra_err change(exercise_set *set, exercise_outcome outcome, hra_error *why);

static hra_err answer(exercise_set *set, exercise_outcome outcome, hra_error *why) {
    static const hra_card_answer answers[] = {[OUTCOME_RIGHT] = HRA_ANSWERED_RIGHT,
                                              [OUTCOME_HINTED] = HRA_ANSWERED_HINTED,
                                              [OUTCOME_WRONG] = HRA_ANSWERED_WRONG};
    return hra_deck_answer(set->deck, set->cards[set->number - 1].id, set->now, answers[outcome], why);
}

static hra_err never(exercise_set *set, exercise_outcome outcome, hra_error *why) {
    (void)outcome;
    return hra_deck_never(set->deck, set->cards[set->number - 1].id, set->now, why);
}

/* Changes the current card and saves that. If it cannot be saved, nothing was changed. */
static hra_err change_card(hra_session *s, exercise_set *set, change *how, exercise_outcome outcome,
                           hra_error *why) {
    size_t length;
    hra_err err = refresh(s, set, &length, why);
    if (!err)
        err = how(set, outcome, why);
    if (err)
        return err;
    err = save(s, set, length, why);
    if (err)
        (void)hra_deck_undo(set->deck, NULL);
    else
        set->cards[set->number - 1].changes++;
    return err;
}

hra_err hra_session_answer_card(hra_session *s, exercise_set *set, exercise_outcome outcome, hra_error *why) {
    return change_card(s, set, answer, outcome, why);
}

hra_err hra_session_never_card(hra_session *s, exercise_set *set, hra_error *why) {
    return change_card(s, set, never, OUTCOME_NONE, why);
}

/* After an error the entry has the answer, which the next change takes from there again. */
hra_err hra_session_undo_card(hra_session *s, exercise_set *set, hra_error *why) {
    size_t length;
    hra_err err = refresh(s, set, &length, why);
    int last = set->of;
    while (last > 0 && !set->cards[last - 1].changes)
        last--;
    if (!err && !last)
        err = hra_fail(why, HRA_ESTATE, -1, "there is no answer to take back");
    if (!err)
        err = hra_deck_undo(set->deck, why);
    if (!err)
        err = save(s, set, length, why);
    if (err)
        return err;
    set->cards[last - 1].changes--;
    set->number = last;
    return HRA_OK;
}

/* Cards that were set aside are not among those that are asked: nothing can be taken back after this. */
hra_err hra_session_again_card(hra_session *s, exercise_set *set, const char *id, hra_error *why) {
    size_t length;
    hra_err err = refresh(s, set, &length, why);
    if (!err)
        err = hra_deck_again(set->deck, id, set->now, why);
    if (err)
        return err;
    err = save(s, set, length, why);
    if (err)
        (void)hra_deck_undo(set->deck, NULL);
    for (int i = 0; !err && i < set->of; i++)
        set->cards[i].changes = 0;
    return err;
}
