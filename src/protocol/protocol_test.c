/* Dialogues in a protocol of the test's own: what every protocol leaves to hra_protocol. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/author.h"
#include "hra/hra.h"
#include "protocol/known.h"
#include "rules/registry.h"

/* "say X" says X, "work N" has N pieces of work, each of which says its number, "bye" ends it; while it works
 * everything waits but "now" and "halt". */
typedef struct parrot {
    hra_protocol *dialogue;
    int left;
    bool busy;
} parrot;

static hra_err open_parrot(hra_protocol *dialogue, void **self, hra_error *why) {
    parrot *p = test_malloc(sizeof *p);
    *p = (parrot){.dialogue = dialogue};
    *self = p;
    return HRA_OK;
}

static void close_parrot(void *self) {
    test_free(self);
}

static hra_protocol_answer take_line(void *self, char *text) {
    parrot *p = self;
    if (text && strcmp(text, "now") == 0) {
        hra_protocol_say(p->dialogue, "at once");
    } else if (text && strcmp(text, "halt") == 0) {
        hra_protocol_halt(p->dialogue);
        p->busy = false;
        hra_protocol_say(p->dialogue, "halted");
    } else if (p->busy) {
        return HRA_PROTOCOL_LATER;
    } else if (!text || strcmp(text, "bye") == 0) {
        return HRA_PROTOCOL_BYE;
    } else if (strncmp(text, "work ", 5) == 0) {
        p->left = text[5] - '0';
        p->busy = true;
        assert_int_equal(hra_protocol_begin(p->dialogue), 0);
    } else {
        hra_protocol_say(p->dialogue, "%s %s", (const char *)hra_protocol_context_of(p->dialogue)->words,
                         text);
        memset(text, '?', strlen(text)); /* it may do with it what it likes */
    }
    return HRA_PROTOCOL_DONE;
}

static void refuse(void *self, const char *why) {
    hra_protocol_say(((parrot *)self)->dialogue, "refused: %s", why);
}

/* Nine pieces have no end but a stop. */
static bool work(void *self) {
    parrot *p = self;
    if (p->left == 9)
        return !hra_stop_is_set(hra_protocol_context_of(p->dialogue)->stop);
    hra_protocol_say(p->dialogue, "piece %d", p->left);
    return --p->left > 0;
}

static void worked(void *self) {
    parrot *p = self;
    p->busy = false;
    hra_protocol_say(p->dialogue, "worked");
}

static const hra_protocol_kind kind = {.size = sizeof kind,
                                       .name = "parrot",
                                       .summary = "of the test",
                                       .open = open_parrot,
                                       .close = close_parrot,
                                       .line = take_line,
                                       .refuse = refuse,
                                       .work = work,
                                       .worked = worked};
static const hra_protocol_offer offers[] = {{"parrot", "polly:"}, {0}};

/* ---- the owner ------------------------------------------------------------------------------*/

static hra_registry *registry;
static hra_rules_catalogue catalogue;
static hra_host host;

static int open_registry(void **state) {
    hra_rules rules = *hra_registry_find_game(NULL, "tictactoe");
    catalogue = (hra_rules_catalogue){.size = sizeof catalogue, .protocols = offers};
    rules.name = "cage";
    rules.catalogue = &catalogue;
    if (hra_registry_open(&registry, NULL) != 0)
        return -1;
    host = (hra_host){.size = sizeof host, .registry = registry};
    return hra_registry_add_game(registry, &rules, NULL);
}

static int close_registry(void **state) {
    hra_registry_close(registry);
    return 0;
}

typedef struct owner {
    hra_protocol *dialogue;
    hra_text heard;
    int woken; /* by the job */
} owner;

static void hear(void *self, const char *line, size_t length) {
    assert_int_equal(strcspn(line, "\n") + 1, length);
    hra_text_add_bytes(&((owner *)self)->heard, line, length);
}

static void wake(void *self) {
    __atomic_add_fetch(&((owner *)self)->woken, 1, __ATOMIC_RELAXED);
}

static hra_protocol_setup setup_of(owner *o, bool background) {
    return (hra_protocol_setup){.size = sizeof(hra_protocol_setup),
                                .kind = &kind,
                                .host = &host,
                                .background = background,
                                .sink = hear,
                                .wake = wake,
                                .self = o};
}

static void begin(owner *o, bool background) {
    *o = (owner){0};
    hra_protocol_setup setup = setup_of(o, background);
    assert_int_equal(hra_protocol_open(&o->dialogue, &setup, NULL), 0);
}

static void end(owner *o) {
    hra_protocol_close(o->dialogue);
    hra_text_release(&o->heard);
}

static void tell(owner *o, const char *line) {
    assert_int_equal(hra_protocol_line(o->dialogue, line, strlen(line)), 0);
}

/* All that has been heard until nothing is under way. */
static void expect(owner *o, const char *heard) {
    while (hra_protocol_status(o->dialogue).working || hra_protocol_status(o->dialogue).due) {
        (void)hra_protocol_wait(o->dialogue, -1);
        assert_int_equal(hra_protocol_step(o->dialogue), 0);
    }
    assert_string_equal(hra_text_string(&o->heard), heard);
    hra_text_clear(&o->heard);
}

/* ---- lines ----------------------------------------------------------------------------------*/

static void a_line_comes_with_any_end(void **state) {
    owner o;
    begin(&o, false);
    tell(&o, "a");
    tell(&o, "b\n");
    tell(&o, "c\r\n");
    tell(&o, "");
    expect(&o, "polly: a\npolly: b\npolly: c\npolly: \n");
    end(&o);
}

static void what_is_no_line_is_refused(void **state) {
    static char text[HRA_PROTOCOL_LINE + 2];
    owner o;
    begin(&o, false);
    memset(text, 'x', sizeof text);
    assert_int_equal(hra_protocol_line(o.dialogue, text, HRA_PROTOCOL_LINE), 0);
    assert_int_equal(hra_protocol_line(o.dialogue, "a\0b", 3), 0);
    assert_int_equal(hra_protocol_line(o.dialogue, "a\nb", 3), 0);
    expect(&o, "refused: a line is too long\n"
               "refused: a line has a zero byte or another line in it\n"
               "refused: a line has a zero byte or another line in it\n");
    text[HRA_PROTOCOL_LINE - 1] = '\n'; /* the longest that is one */
    assert_int_equal(hra_protocol_line(o.dialogue, text, HRA_PROTOCOL_LINE), 0);
    assert_int_equal(o.heard.length, strlen("polly: ") + HRA_PROTOCOL_LINE);
    end(&o);
}

static void lines_that_wait_keep_their_order(void **state) {
    for (int background = 0; background < 2; background++) {
        owner o;
        begin(&o, background);
        tell(&o, "work 9");
        static const char *const lines[] = {"a", "work 2", "now", "b", "", "work 1", "c"};
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
            tell(&o, lines[i]);
        assert_string_equal(hra_text_string(&o.heard), "at once\n");
        hra_protocol_stop(o.dialogue);
        expect(&o, "at once\nworked\npolly: a\npiece 2\npiece 1\nworked\npolly: b\npolly: \npiece 1\nworked\n"
                   "polly: c\n");
        end(&o);
    }
}

static void no_more_lines_wait_than_there_is_room_for(void **state) {
    static char text[HRA_PROTOCOL_LINE];
    owner o;
    begin(&o, true);
    tell(&o, "work 9");
    memset(text, 'x', sizeof text);
    int taken = 0;
    for (; o.heard.length == 0; taken++)
        assert_int_equal(hra_protocol_line(o.dialogue, text, sizeof text - 1), 0);
    assert_int_equal(taken, HRA_PROTOCOL_WAITING / HRA_PROTOCOL_LINE + 1);
    assert_string_equal(hra_text_string(&o.heard), "refused: too many lines wait already\n");
    end(&o);
}

static void a_good_bye_is_the_end(void **state) {
    owner o;
    begin(&o, false);
    assert_false(hra_protocol_status(o.dialogue).over);
    tell(&o, "bye");
    assert_true(hra_protocol_status(o.dialogue).over);
    assert_int_equal(hra_protocol_line(o.dialogue, "a", 1), HRA_ESTATE);
    assert_int_equal(hra_protocol_line(o.dialogue, NULL, 0), HRA_ESTATE);
    end(&o);
}

static void after_the_end_what_waits_is_still_done(void **state) {
    for (int background = 0; background < 2; background++) {
        owner o;
        begin(&o, background);
        tell(&o, "work 2");
        tell(&o, "a");
        assert_int_equal(hra_protocol_line(o.dialogue, NULL, 0), 0);
        assert_false(hra_protocol_status(o.dialogue).over);
        expect(&o, "piece 2\npiece 1\nworked\npolly: a\n");
        assert_true(hra_protocol_status(o.dialogue).over);
        end(&o);
    }
}

/* ---- work -----------------------------------------------------------------------------------*/

/* Without a job a step does a piece, and only a step does. */
static void a_step_does_a_piece(void **state) {
    owner o;
    begin(&o, false);
    assert_false(hra_protocol_status(o.dialogue).due);
    tell(&o, "work 2");
    tell(&o, "now");
    assert_string_equal(hra_text_string(&o.heard), "at once\n");
    assert_true(hra_protocol_status(o.dialogue).due);
    assert_int_equal(hra_protocol_step(o.dialogue), 0);
    assert_string_equal(hra_text_string(&o.heard), "at once\npiece 2\n");
    assert_int_equal(hra_protocol_step(o.dialogue), 0);
    assert_string_equal(hra_text_string(&o.heard), "at once\npiece 2\npiece 1\nworked\n");
    assert_false(hra_protocol_status(o.dialogue).due);
    assert_int_equal(o.woken, 0);
    end(&o);
}

/* The owner is woken for each piece, and finds what is due without looking for it. */
static void a_job_wakes_its_owner(void **state) {
    owner o;
    begin(&o, true);
    tell(&o, "work 3");
    while (__atomic_load_n(&o.woken, __ATOMIC_RELAXED) < 3)
        continue;
    assert_true(hra_protocol_status(o.dialogue).due);
    assert_int_equal(hra_protocol_step(o.dialogue), 0);
    assert_string_equal(hra_text_string(&o.heard), "piece 3\npiece 2\npiece 1\nworked\n");
    assert_false(hra_protocol_status(o.dialogue).working);
    end(&o);
}

static void work_can_be_halted_and_closed(void **state) {
    for (int background = 0; background < 2; background++) {
        owner o;
        begin(&o, background);
        tell(&o, "work 9");
        assert_true(hra_protocol_status(o.dialogue).working);
        tell(&o, "halt");
        assert_false(hra_protocol_status(o.dialogue).working);
        expect(&o, "halted\n");
        tell(&o, "work 9");
        end(&o);
    }
}

/* ---- opening --------------------------------------------------------------------------------*/

static void expect_refused(const hra_protocol_setup *setup, hra_err err, const char *words) {
    hra_protocol *dialogue = NULL;
    hra_error why = {0};
    assert_int_equal(hra_protocol_open(&dialogue, setup, &why), err);
    assert_null(dialogue);
    if (!strstr(why.text, words))
        fail_msg("'%s' does not say '%s'", why.text, words);
}

static void wrong_setups_are_refused(void **state) {
    owner o = {0};
    hra_protocol_setup setup = setup_of(&o, false), wrong = setup;
    wrong.sink = NULL;
    expect_refused(&wrong, HRA_EINPUT, "needs the kind of protocol and a sink");
    wrong = setup;
    wrong.kind = NULL;
    expect_refused(&wrong, HRA_EINPUT, "needs the kind of protocol and a sink");
    wrong = setup;
    wrong.size++;
    expect_refused(&wrong, HRA_EVERSION, "compiled for a newer one");
    wrong = setup;
    wrong.host = NULL;
    expect_refused(&wrong, HRA_EFIT, "no game offers the protocol parrot");
    wrong = setup;
    wrong.game = "nim";
    expect_refused(&wrong, HRA_EFIT, "the game nim does not offer the protocol parrot");
    wrong.game = "cag";
    expect_refused(&wrong, HRA_EINPUT, "did you mean 'cage'?");
}

static void the_game_is_one_that_offers_the_protocol(void **state) {
    owner o = {0};
    begin(&o, false);
    assert_string_equal(hra_protocol_context_of(o.dialogue)->game->rules->name, "cage");
    assert_null(hra_protocol_context_of(o.dialogue)->data);
    end(&o);
    char spec[] = "cage", data[] = "here";
    hra_protocol_setup setup = setup_of(&o, false);
    setup.game = spec;
    setup.data = data;
    assert_int_equal(hra_protocol_open(&o.dialogue, &setup, NULL), 0);
    memset(data, '?', sizeof data - 1); /* they are copied */
    memset(spec, '?', sizeof spec - 1);
    assert_string_equal(hra_protocol_context_of(o.dialogue)->data, "here");
    assert_string_equal(hra_protocol_context_of(o.dialogue)->game->spec, "cage");
    end(&o);
}

/* The first game that a protocol of many plays; NULL: there is none. */
static const char *game_for(const hra_protocol_kind *k) {
    const char *found = NULL;
    for (int i = 0; i < hra_registry_games(NULL) && !found; i++) {
        const char *name = hra_registry_game(NULL, i)->name;
        hra_game *game;
        if (hra_game_open(&game, NULL, name, NULL) != 0)
            continue;
        found = k->fits(game) ? name : NULL;
        hra_game_close(game);
    }
    return found;
}

/* Whatever is built in has a name of its own, and a game that offers it. */
static void every_protocol_can_be_found(void **state) {
    int known = 0;
    const hra_protocol_kind *k;
    for (; (k = hra_protocol_known(known)) != NULL; known++) {
        owner o = {0};
        assert_ptr_equal(hra_protocol_find(k->name), k);
        assert_non_null(k->summary);
        assert_non_null(k->help);
        hra_protocol_setup setup = setup_of(&o, false);
        setup.kind = k;
        setup.game = k->fits ? game_for(k) : NULL;
        assert_int_equal(hra_protocol_open(&o.dialogue, &setup, NULL), 0);
        const hra_game *game = hra_protocol_context_of(o.dialogue)->game;
        assert_true(k->fits ? k->fits(game) : hra_protocol_offered(game->rules, k->name) != NULL);
        end(&o);
    }
    assert_true(known > 0);
    assert_null(hra_protocol_known(-1));
    assert_null(hra_protocol_find("parrot"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_comes_with_any_end),
        cmocka_unit_test(what_is_no_line_is_refused),
        cmocka_unit_test(lines_that_wait_keep_their_order),
        cmocka_unit_test(no_more_lines_wait_than_there_is_room_for),
        cmocka_unit_test(a_good_bye_is_the_end),
        cmocka_unit_test(after_the_end_what_waits_is_still_done),
        cmocka_unit_test(a_step_does_a_piece),
        cmocka_unit_test(a_job_wakes_its_owner),
        cmocka_unit_test(work_can_be_halted_and_closed),
        cmocka_unit_test(wrong_setups_are_refused),
        cmocka_unit_test(the_game_is_one_that_offers_the_protocol),
        cmocka_unit_test(every_protocol_can_be_found),
    };
    return cmocka_run_group_tests(tests, open_registry, close_registry);
}
