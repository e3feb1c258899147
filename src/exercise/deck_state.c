/* What follows from the events of a deck on a day.
 *
 * Events count in the order of their lines, and each on a day. That is the day of its own clock, unless the clock was
 * wrong: the longest run of lines whose days do not decrease, none of them after today, is in order (of several such runs
 * the one with the highest days, from its beginning); another line counts on the day of the next line in order, and
 * on today after the last one. So days never decrease, a card is never due on the day on which it was answered, and
 * lines of a wrong clock stay where they were when the next line was written. */
#include "deck_object.h"

#define FAR_DAY INT64_C(1000000000000000) /* beyond all moments; intervals can be added to it */

static const int intervals[HRA_DECK_BOXES + 1] = {0, 1, 3, 7, 21}; /* days of each box */

/* ---- days -----------------------------------------------------------------------------------*/

/* The most lines of a run that begins with a day, given the latest day that begins a run of each length, 1 first. */
static int longest_from(const int64_t *latest, int longest, int64_t day) {
    int low = 0, high = longest;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (latest[middle - 1] >= day)
            low = middle;
        else
            high = middle - 1;
    }
    return low + 1;
}

static void find_order(const hra_deck *deck, deck_fold *f) {
    int longest = 0;
    for (int i = deck->event_count - 1; i >= 0; i--) {
        const int64_t day = hra_day_of(deck->events[i].moment);
        f->days[i] = day;
        f->rest[i] = day > f->day ? 0 : longest_from(f->last_days, longest, day);
        if (!f->rest[i])
            continue;
        f->last_days[f->rest[i] - 1] = day;
        longest = f->rest[i] > longest ? f->rest[i] : longest;
    }
    /* Of the days that begin runs of the same length the first is the latest one. */
    for (int i = 0, wanted = longest; i < deck->event_count; i++) {
        f->in_order[i] = wanted > 0 && f->rest[i] == wanted;
        wanted -= f->in_order[i];
    }
    int64_t next = f->day;
    for (int i = deck->event_count - 1; i >= 0; i--)
        f->days[i] = next = f->in_order[i] ? f->days[i] : next;
}

/* ---- cards ----------------------------------------------------------------------------------*/

static void put_into(card_state *c, int box, int64_t day) {
    c->state = HRA_CARD_BOXED;
    c->box = box;
    c->due = day + intervals[box];
}

static void answer(card_state *c, deck_event_kind kind, int64_t day) {
    c->answers++;
    c->last = day;
    c->failures += kind == EVENT_WRONG;
    if (c->state == HRA_CARD_NEVER || c->state == HRA_CARD_ASIDE)
        return;
    if (c->state == HRA_CARD_NEW)
        c->begun = day;
    if (c->state == HRA_CARD_NEW || kind == EVENT_WRONG)
        put_into(c, 1, day);
    else if (day >= c->due)
        put_into(c, kind == EVENT_RIGHT && c->box < HRA_DECK_BOXES ? c->box + 1 : c->box, day);
    if (c->failures >= HRA_DECK_FAILURES) {
        c->state = HRA_CARD_ASIDE;
        c->box = 0;
    }
}

static void take_event(card_state *c, deck_event_kind kind, int64_t day) {
    if (kind != EVENT_NEVER && kind != EVENT_AGAIN) {
        answer(c, kind, day);
        return;
    }
    c->state = kind == EVENT_NEVER ? HRA_CARD_NEVER : HRA_CARD_NEW;
    c->box = 0;
    if (kind == EVENT_AGAIN)
        c->failures = 0;
}

const deck_fold *hra_deck_on_day(const hra_deck *deck, int64_t day) {
    deck_fold *f = deck->fold;
    day = day > FAR_DAY ? FAR_DAY : day < -FAR_DAY ? -FAR_DAY : day;
    if (f->known && f->day == day)
        return f;
    f->known = true;
    f->day = day;
    find_order(deck, f);
    for (int i = 0; i < deck->card_count; i++)
        f->cards[i] = (card_state){.state = HRA_CARD_NEW, .begun = INT64_MIN};
    for (int i = 0; i < deck->event_count; i++)
        take_event(&f->cards[deck->events[i].card], deck->events[i].kind, f->days[i]);
    return f;
}

bool hra_deck_card(const hra_deck *deck, int index, int64_t day, hra_card *out) {
    if (index < 0 || index >= deck->card_count)
        return false;
    const card_state *c = &hra_deck_on_day(deck, day)->cards[index];
    *out = (hra_card){.id = deck->cards[index].name,
                      .title = deck->cards[index].title,
                      .state = c->state,
                      .box = c->box,
                      .due = c->state == HRA_CARD_BOXED ? c->due : 0,
                      .last = c->last,
                      .answers = c->answers,
                      .failures = c->failures};
    return true;
}

/* ---- a day ----------------------------------------------------------------------------------*/

static bool is_due(const card_state *c, int64_t day) {
    return c->state == HRA_CARD_BOXED && c->due <= day;
}

/* New cards that may still be asked. */
static int count_fresh(const hra_deck *deck, const deck_fold *f) {
    int fresh = 0, begun = 0;
    for (int i = 0; i < deck->card_count; i++) {
        fresh += f->cards[i].state == HRA_CARD_NEW;
        begun += f->cards[i].begun == f->day;
    }
    const int left = begun < deck->new_per_day ? deck->new_per_day - begun : 0;
    return fresh < left ? fresh : left;
}

bool hra_deck_next(const hra_deck *deck, int64_t day, char id[HRA_EXERCISE_ID]) {
    const deck_fold *f = hra_deck_on_day(deck, day);
    int next = -1, first_new = -1;
    for (int i = 0; i < deck->card_count; i++) {
        if (is_due(&f->cards[i], f->day) && (next < 0 || f->cards[i].due < f->cards[next].due))
            next = i;
        if (f->cards[i].state == HRA_CARD_NEW && first_new < 0)
            first_new = i;
    }
    if (next < 0 && count_fresh(deck, f) > 0)
        next = first_new;
    if (next < 0)
        return false;
    memcpy(id, deck->cards[next].name, HRA_EXERCISE_ID);
    return true;
}

/* ---- the streak -----------------------------------------------------------------------------*/

typedef struct streak {
    int days;
    int last;  /* event of the last answer in order; -1: none */
    int since; /* the event after that */
} streak;

static bool is_answer(const deck_event *e) {
    return e->kind <= EVENT_WRONG;
}

/* Days that answers out of order stand for, those of events from..to-1: changes of the day on their clocks. Those whose
 * moment is between the answers around them are of another zone, not of a wrong clock. */
static int64_t days_out_of_order(const hra_deck *deck, const streak *s, int to, hra_local_time end) {
    int64_t count = 0, day = INT64_MIN;
    for (int i = s->since; i < to; i++) {
        const deck_event *e = &deck->events[i];
        const bool between = s->last >= 0 && e->moment.seconds >= deck->events[s->last].moment.seconds &&
                             e->moment.seconds <= end.seconds;
        if (!is_answer(e) || between || hra_day_of(e->moment) == day)
            continue;
        day = hra_day_of(e->moment);
        count++;
    }
    return count;
}

/* Whether a day may follow the last answer without a gap, if `missing` days in between had answers too. */
static bool goes_on(const hra_deck *deck, const streak *s, int64_t day, hra_local_time moment,
                    int64_t missing) {
    const hra_local_time last = deck->events[s->last].moment;
    const int64_t before = hra_day_of(last);
    const int64_t there = hra_day_of((hra_local_time){.seconds = moment.seconds, .zone = last.zone});
    return day - before <= 1 + missing || there - before <= 1 + missing;
}

/* An answer on a day. */
static void extend(const hra_deck *deck, streak *s, int64_t day, hra_local_time moment, int64_t missing) {
    if (s->last < 0 || !goes_on(deck, s, day, moment, missing)) {
        s->days = 1;
        return;
    }
    const int64_t gap = day - hra_day_of(deck->events[s->last].moment);
    s->days += (int)(gap < 1 + missing ? gap : 1 + missing);
}

static int count_streak(const hra_deck *deck, const deck_fold *f, hra_local_time now) {
    streak s = {.last = -1};
    bool after = false; /* an answer out of order after the last one in order */
    for (int i = 0; i < deck->event_count; i++) {
        const deck_event *e = &deck->events[i];
        if (!is_answer(e))
            continue;
        after = !f->in_order[i];
        if (after)
            continue;
        extend(deck, &s, f->days[i], e->moment, days_out_of_order(deck, &s, i, e->moment));
        s.last = i;
        s.since = i + 1;
    }
    if (after)
        extend(deck, &s, f->day, now, days_out_of_order(deck, &s, deck->event_count, now));
    else if (s.last >= 0 && !goes_on(deck, &s, f->day, now, 0))
        s.days = 0;
    return s.days;
}

/* New cards that are over on this day come on the next one. */
static void find_next(const hra_deck *deck, const deck_fold *f, hra_deck_today *out) {
    int over = -out->fresh;
    for (int i = 0; i < deck->card_count; i++)
        over += f->cards[i].state == HRA_CARD_NEW;
    over = over < deck->new_per_day ? over : deck->new_per_day;
    if (over > 0) {
        out->next = f->day + 1;
        out->next_cards = over;
    }
    for (int i = 0; i < deck->card_count; i++) {
        const int64_t due = f->cards[i].due;
        if (f->cards[i].state != HRA_CARD_BOXED || due <= f->day || (out->next_cards && due > out->next))
            continue;
        out->next_cards = out->next_cards && due == out->next ? out->next_cards + 1 : 1;
        out->next = due;
    }
}

void hra_deck_on(const hra_deck *deck, hra_local_time now, hra_deck_today *out) {
    const deck_fold *f = hra_deck_on_day(deck, hra_day_of(now));
    *out = (hra_deck_today){
        .fresh = count_fresh(deck, f), .streak = count_streak(deck, f, now), .cards = deck->card_count};
    for (int i = 0; i < deck->card_count; i++) {
        out->due += is_due(&f->cards[i], f->day);
        out->aside += f->cards[i].state == HRA_CARD_ASIDE;
    }
    for (int i = 0; i < deck->event_count; i++)
        out->answered += is_answer(&deck->events[i]) && f->days[i] == f->day;
    find_next(deck, f, out);
}
