/* hra drill: mistakes of saved games, asked again at growing intervals. */
#include "drill.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "commands/commands.h"
#include "commands/output.h"
#include "quiz.h"

static const args_option options[] = {
    {.name = "deck",
     .value = "FILE",
     .help = "deck of cards (default: one in the directory for saved games)"},
    {.name = "analyst", .value = "PLAYER", .help = "player that judges (default: the game's best)"},
    {.name = "nodes", .value = "N", .help = "maximum nodes per question to the analyst"},
    {.name = "playouts", .value = "N", .help = "maximum simulations per question to the analyst"},
    {.name = "new", .value = "N", .help = "new cards a day; the deck remembers it (default: 20)"},
    {.name = "status", .help = "print what is due, and ask nothing"},
    {.name = "undo", .help = "take back the last answer"},
    {.name = "anki", .value = "FILE", .stream = ARGS_OUTPUT, .help = "write all cards for Anki's import"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

/* ---- what is due --------------------------------------------------------------------------------*/

static void print_today(const drill *d) {
    hra_deck_today today;
    hra_deck_on(d->deck, drill_now(), &today);
    print(_n("%d card", "%d cards", today.cards), today.cards);
    print(_(": due today %d, new %d, answered today %d, set aside %d"), today.due, today.fresh,
          today.answered, today.aside);
    print("\n");
    if (today.streak > 1) {
        print(_n("%d day in a row", "%d days in a row", today.streak), today.streak);
        print("\n");
    }
}

static void print_next(const drill *d) {
    hra_deck_today today;
    hra_deck_on(d->deck, drill_now(), &today);
    const int count = today.next_cards;
    const time_t moment = (time_t)(today.next * 24 * 3600);
    struct tm date;
    char text[16];
    if (!count || !gmtime_r(&moment, &date) || !strftime(text, sizeof text, "%Y-%m-%d", &date))
        return;
    print(_n("due next: %d card on %s", "due next: %d cards on %s", count), count, text);
    print("\n");
}

/* Games whose mistakes are no cards yet. */
static int print_games(drill *d) {
    int games;
    const int status = drill_count_games(d, &games);
    if (!status && games) {
        print(_n("%d saved game is not reviewed yet", "%d saved games are not reviewed yet", games), games);
        print("\n");
    }
    return status;
}

/* Cards that were set aside are named: they are worth another look. */
static void print_aside(const drill *d) {
    hra_card card;
    const int64_t day = hra_day_of(drill_now());
    for (int i = 0; hra_deck_card(d->deck, i, day, &card); i++)
        if (card.state == HRA_CARD_ASIDE) {
            print(_("set aside after %d wrong answers: %s %s"), card.failures, card.id, card.title);
            print("\n");
        }
}

/* ---- asking -------------------------------------------------------------------------------------*/

/* Another deck with the same cards and answers. */
static hra_err copy_deck(const drill *d, hra_deck **out) {
    hra_text text;
    hra_error why;
    hra_text_init(&text);
    hra_err err = hra_deck_write(d->deck, &text);
    if (!err)
        err = hra_deck_open(out, hra_text_string(&text), text.length, &why);
    hra_text_release(&text);
    return err;
}

/* The cards of today in their order. A copy of the deck is answered, so that each comes once; those that are put off are
 * not asked again before the next start. */
static int list_today(const drill *d, hra_text *ids) {
    hra_error why;
    hra_deck *copy = NULL;
    char id[HRA_EXERCISE_ID];
    const hra_local_time now = drill_now();
    hra_err err = copy_deck(d, &copy);
    while (!err && hra_deck_next(copy, hra_day_of(now), id)) {
        hra_text_addf(ids, "%s\n", id);
        err = hra_deck_answer(copy, id, now, HRA_ANSWERED_RIGHT, &why);
    }
    hra_deck_close(copy);
    return err || ids->err ? print_no_memory() : EXIT_DONE;
}

static int take_outcome(drill *d, const char *id, quiz_outcome outcome) {
    static const hra_card_answer answers[] = {[QUIZ_RIGHT] = HRA_ANSWERED_RIGHT,
                                              [QUIZ_HINTED] = HRA_ANSWERED_HINTED,
                                              [QUIZ_WRONG] = HRA_ANSWERED_WRONG};
    hra_error why;
    hra_err err = HRA_OK;
    if (outcome == QUIZ_NEVER)
        err = hra_deck_never(d->deck, id, drill_now(), &why);
    else if (outcome <= QUIZ_WRONG)
        err = hra_deck_answer(d->deck, id, drill_now(), answers[outcome], &why);
    else
        return EXIT_DONE;
    return err ? print_failure(&why, NULL) : drill_save(d, false);
}

/* *ended: the person has had enough. */
static int ask_card(drill *d, input *in, const char *id, bool *ended) {
    size_t length;
    hra_exercise *x;
    hra_error why;
    const char *text = hra_deck_exercise(d->deck, id, &length);
    if (!text)
        return EXIT_DONE;
    if (hra_exercise_open(&x, &cli_file_host, text, length, &why)) {
        print_error(_("card %s: %s"), id, why.text);
        return EXIT_DONE; /* the others can be asked */
    }
    quiz_outcome outcome = QUIZ_SKIPPED;
    if (strcmp(hra_exercise_info_of(x)->kind, "move") == 0) {
        quiz_print_heading(0, 0, x);
        outcome = quiz_move(in, x, true, ended);
    }
    hra_exercise_close(x);
    return outcome == QUIZ_FAILED ? EXIT_FAILED : take_outcome(d, id, outcome);
}

static int ask_all(drill *d) {
    hra_text ids;
    input *in;
    bool ended = false;
    hra_text_init(&ids);
    int status = list_today(d, &ids);
    if (!status && input_open(&in)) {
        status = print_no_memory();
    } else if (!status) {
        for (const char *id = hra_text_string(&ids); *id && !ended && !status; id += strcspn(id, "\n") + 1) {
            char name[HRA_EXERCISE_ID];
            (void)hra_snprintf(name, sizeof name, "%.*s", (int)strcspn(id, "\n"), id);
            print("\n");
            status = ask_card(d, in, name, &ended);
        }
        input_close(in);
    }
    hra_text_release(&ids);
    return status;
}

/* ---- the command --------------------------------------------------------------------------------*/

/* The card that is another one in `after`, which was taken back. False: no card differs. */
static bool find_changed(const hra_deck *before, const hra_deck *after, hra_card *out) {
    const int64_t day = hra_day_of(drill_now());
    hra_card other;
    for (int i = 0; hra_deck_card(before, i, day, out) && hra_deck_card(after, i, day, &other); i++)
        if (out->answers != other.answers || out->state != other.state || out->failures != other.failures)
            return true;
    return false;
}

static int take_back(drill *d) {
    hra_error why;
    hra_deck *before = NULL;
    hra_card card;
    int status = copy_deck(d, &before) ? print_no_memory() : EXIT_DONE;
    if (!status && hra_deck_undo(d->deck, &why))
        status = print_failure(&why, NULL);
    if (!status)
        status = drill_save(d, true);
    if (!status && find_changed(before, d->deck, &card)) {
        print(_("taken back: the last answer to %s"), *card.title ? card.title : card.id);
        print("\n");
    }
    hra_deck_close(before);
    return status;
}

static int write_anki(const drill *d, const char *file) {
    hra_text out;
    hra_error why;
    if (!output_fits(file))
        return EXIT_FAILED;
    hra_text_init(&out);
    int status = hra_deck_anki(d->deck, &cli_file_host, &out, &why) ? print_failure(&why, NULL)
                                                                    : output_write(file, &out);
    hra_text_release(&out);
    return status;
}

static int set_new(drill *d) {
    uint64_t count;
    hra_error why;
    if (!args_given(d->args, "new"))
        return EXIT_DONE;
    if (!args_number(d->args, "new", 20, 0, 1000, &count))
        return EXIT_WRONG;
    return hra_deck_set_new_per_day(d->deck, (int)count, &why) ? print_failure(&why, NULL)
                                                               : drill_save(d, false);
}

static int go(drill *d) {
    const args *a = d->args;
    int status = set_new(d);
    if (status)
        return status;
    if (args_given(a, "undo"))
        status = take_back(d);
    else if (args_given(a, "anki"))
        return write_anki(d, args_text(a, "anki", "-"));
    else if (!args_given(a, "status"))
        status = drill_collect(d);
    if (status)
        return status;
    print_today(d);
    print_aside(d);
    if (args_given(a, "undo") || args_given(a, "status")) {
        print_next(d);
        return args_given(a, "status") ? print_games(d) : EXIT_DONE;
    }
    hra_deck_today today;
    hra_deck_on(d->deck, drill_now(), &today);
    if (today.cards && !today.due && !today.fresh) {
        print("%s\n", _("Nothing is due today."));
        print_next(d);
    }
    if (!today.cards)
        print_note("%s",
                   _("No mistakes yet: 'hra play GAME' saves games with a person, which are reviewed here."));
    return ask_all(d);
}

static int run(const args *a) {
    drill *d = calloc(1, sizeof *d);
    if (!d)
        return print_no_memory();
    hra_text_init(&d->reviewed);
    int status = EXIT_WRONG;
    if (args_number(a, "nodes", 0, 1, UINT64_MAX, &d->limits.nodes) &&
        args_number(a, "playouts", 0, 1, UINT64_MAX, &d->limits.playouts))
        status = drill_open(d, a);
    if (!status)
        status = go(d);
    drill_close(d);
    free(d);
    return status;
}

const args_command command_drill = {
    .name = "drill",
    .synopsis = "",
    .summary = "practise on the mistakes of your saved games",
    .group = ARGS_STUDY,
    .details = "Reviews the saved games in which you played, and asks for a better move at\n"
               "each mistake: today, and again after 1, 3, 7 and 21 days.\n"
               "\n"
               "  hra drill\n"
               "  hra drill --status\n",
    .notes = "A card that is right at the first try waits longer, after a hint as long as\n"
             "before; a wrong one comes again tomorrow. After six wrong answers it is set\n"
             "aside. A day begins at four in the morning.\n",
    .options = options,
    .run = run,
};
