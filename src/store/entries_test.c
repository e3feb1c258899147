#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/saved_game.h"

/* ---- a store of an owner's own: one line of entries, no more than is needed ------------------*/

enum { SHELVES = 16, SHELF = 4096 };

typedef struct shelf {
    char name[HRA_STORE_NAME], bytes[SHELF];
    size_t length;
    double changed;
    bool locked;
} shelf;

typedef struct shelves {
    shelf of[SHELVES];
    double clock;
    int calls;
} shelves;

static shelf *on_shelf(shelves *s, const char *name) {
    s->calls++;
    for (int i = 0; i < SHELVES; i++)
        if (strcmp(s->of[i].name, name) == 0)
            return &s->of[i];
    return NULL;
}

static hra_err none(const char *name, hra_error *why) {
    return hra_fail(why, HRA_EMISSING, -1, "'%s': not on the shelf", name);
}

static hra_err shelf_list(void *self, const char *folder, hra_store_each each, void *to, hra_error *why) {
    shelves *s = self;
    hra_err err = HRA_OK;
    s->calls++;
    for (int i = 0; i < SHELVES && !err; i++) {
        hra_store_entry entry = {s->of[i].name, s->of[i].length, s->of[i].changed};
        if (s->of[i].name[0] && strncmp(s->of[i].name, folder, strlen(folder)) == 0)
            err = each(to, &entry);
    }
    return err;
}

static hra_err shelf_read(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    const shelf *x = on_shelf(self, name);
    if (!x)
        return none(name, why);
    hra_text_add_bytes(out, x->bytes, x->length); /* too much, too: the caller takes it out again */
    return x->length > most ? hra_fail(why, HRA_ELIMIT, -1, "'%s' is longer than %zu bytes", name, most)
                            : HRA_OK;
}

static hra_err shelf_append(void *self, const char *name, size_t at, const char *bytes, size_t length,
                            hra_error *why) {
    shelf *x = on_shelf(self, name);
    if (!x && at)
        return none(name, why);
    if (!x)
        x = on_shelf(self, "");
    if (x && at > x->length)
        return hra_fail(why, HRA_ESTATE, -1, "'%s' is shorter", name);
    if (!x || at + length > SHELF)
        return hra_fail(why, HRA_EIO, -1, "'%s': the shelf is full", name);
    snprintf(x->name, sizeof x->name, "%s", name);
    memcpy(x->bytes + at, bytes, length);
    x->length = at + length;
    x->changed = ++((shelves *)self)->clock;
    return HRA_OK;
}

static hra_err shelf_sync(void *self, const char *name, hra_error *why) {
    return on_shelf(self, name) ? HRA_OK : none(name, why);
}

static hra_err shelf_remove(void *self, const char *name, hra_error *why) {
    shelf *x = on_shelf(self, name);
    if (!x)
        return none(name, why);
    if (x->locked)
        return hra_fail(why, HRA_ESTATE, -1, "'%s' is open elsewhere", name);
    *x = (shelf){0};
    return HRA_OK;
}

static hra_err shelf_lock(void *self, const char *name, bool on, hra_error *why) {
    shelf *x = on_shelf(self, name);
    if (on ? x && x->locked : !x || !x->locked)
        return hra_fail(why, HRA_ESTATE, -1, "'%s' is%s", name, on ? " open elsewhere" : "n't locked");
    hra_err err = x ? HRA_OK : shelf_append(self, name, 0, "", 0, why);
    if (err)
        return err;
    on_shelf(self, name)->locked = on;
    if (!on && !x->length)
        *x = (shelf){0};
    return HRA_OK;
}

static hra_store shelf_store(shelves *self) {
    return (hra_store){sizeof(hra_store), self,       shelf_list,   shelf_read,
                       shelf_append,      shelf_sync, shelf_remove, shelf_lock};
}

/* ---- each case with each store ---------------------------------------------------------------*/

typedef enum kind { FOLDER, MEMORY, SHELF_OF_OWN, KINDS } kind;

typedef struct place {
    hra_store *store;
    hra_store own;
    shelves shelves;
    char path[64];
} place;

static void open_place(place *p, kind k) {
    memset(p, 0, sizeof *p);
    if (k == MEMORY) {
        assert_int_equal(hra_store_open_memory(&p->store, NULL, NULL), 0);
    } else if (k == SHELF_OF_OWN) {
        p->own = shelf_store(&p->shelves);
        p->store = &p->own;
    } else {
        const char *under = getenv("TMPDIR");
        snprintf(p->path, sizeof p->path, "%.40s/hra-store-XXXXXX", under ? under : "/tmp");
        assert_non_null(mkdtemp(p->path));
        assert_int_equal(hra_store_open_folder(&p->store, p->path, NULL), 0);
    }
    assert_int_equal(hra_store_check(p->store, NULL), 0);
}

static hra_err take_away(void *to, const hra_store_entry *entry) {
    return hra_store_remove(to, entry->name, NULL);
}

static void close_place(place *p) {
    static const char *const inside[] = {"plays", "files", ""};
    char path[80];
    for (int i = 0; i < 2; i++)
        assert_int_equal(hra_store_list(p->store, inside[i], take_away, p->store, NULL), 0);
    if (p->store != &p->own)
        hra_store_close(p->store);
    for (int i = 0; p->path[0] && i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", p->path, inside[i]);
        rmdir(path);
    }
    assert_true(!p->path[0] || access(p->path, F_OK) != 0); /* nothing was left in it */
}

static void with_each(void (*test)(hra_store *store)) {
    static place p;
    for (kind k = FOLDER; k < KINDS; k++) {
        open_place(&p, k);
        test(p.store);
        close_place(&p);
    }
}

#define IN_EACH_STORE(name)                                                                                  \
    static void name##_in(hra_store *store);                                                                 \
    static void name(void **state) {                                                                         \
        with_each(name##_in);                                                                                \
    }                                                                                                        \
    static void name##_in(hra_store *store)

/* ---- what is done ---------------------------------------------------------------------------*/

static void add(hra_store *store, const char *name, size_t at, const char *text) {
    hra_error why = {0};
    hra_err err = hra_store_append(store, name, at, text, strlen(text), &why);
    if (err)
        fail_msg("%s", why.text);
}

static void holds(hra_store *store, const char *name, const char *expected) {
    hra_text text;
    hra_error why = {0};
    hra_text_init(&text);
    hra_err err = hra_store_read(store, name, 1 << 20, &text, &why);
    if (err)
        fail_msg("%s", why.text);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
}

static hra_err say_name(void *to, const hra_store_entry *entry) {
    hra_text_addf(to, "%s:%zu ", entry->name, entry->length);
    return HRA_OK;
}

static void lists(hra_store *store, const char *folder, const char *expected) {
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(hra_store_list(store, folder, say_name, &text, NULL), 0);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
}

/* The call failed so, and its words hold this. */
static void fails(hra_err err, const hra_error *why, hra_err expected, const char *words) {
    assert_int_equal(err, expected);
    assert_int_equal(why->code, expected);
    if (!strstr(why->text, words))
        fail_msg("'%s' lacks '%s'", why->text, words);
}

IN_EACH_STORE(what_is_appended_is_read) {
    add(store, "plays/a.hra", 0, "one\n");
    holds(store, "plays/a.hra", "one\n");
    add(store, "plays/a.hra", 4, "two\n");
    holds(store, "plays/a.hra", "one\ntwo\n");
    assert_int_equal(hra_store_sync(store, "plays/a.hra", NULL), 0);
    lists(store, "plays", "plays/a.hra:8 ");
}

IN_EACH_STORE(what_lies_behind_is_cut_off) {
    add(store, "plays/a.hra", 0, "one\ntwo\nthr");
    add(store, "plays/a.hra", 8, "three\n");
    holds(store, "plays/a.hra", "one\ntwo\nthree\n");
    add(store, "plays/a.hra", 4, "");
    holds(store, "plays/a.hra", "one\n");
    add(store, "plays/a.hra", 0, "anew\n");
    holds(store, "plays/a.hra", "anew\n");
}

IN_EACH_STORE(nothing_is_appended_beyond_the_end) {
    hra_error why = {0};
    add(store, "plays/a.hra", 0, "one\n");
    fails(hra_store_append(store, "plays/a.hra", 5, "x", 1, &why), &why, HRA_ESTATE, "'plays/a.hra'");
    holds(store, "plays/a.hra", "one\n");
    fails(hra_store_append(store, "plays/b.hra", 5, "x", 1, &why), &why, HRA_EMISSING, "'plays/b.hra'");
    lists(store, "plays", "plays/a.hra:4 ");
}

IN_EACH_STORE(an_entry_may_be_empty) {
    assert_int_equal(hra_store_append(store, "files/empty", 0, NULL, 0, NULL), 0);
    lists(store, "files", "files/empty:0 ");
    holds(store, "files/empty", "");
}

IN_EACH_STORE(folders_are_apart) {
    lists(store, "plays", "");
    add(store, "plays/a", 0, "of plays");
    add(store, "files/a", 0, "of files.");
    lists(store, "plays", "plays/a:8 ");
    lists(store, "files", "files/a:9 ");
    assert_int_equal(hra_store_remove(store, "plays/a", NULL), 0);
    lists(store, "plays", "");
    holds(store, "files/a", "of files.");
}

IN_EACH_STORE(what_is_not_there_is_said) {
    hra_error why = {0};
    hra_text text;
    hra_text_init(&text);
    hra_text_add(&text, "before");
    fails(hra_store_read(store, "plays/gone", 10, &text, &why), &why, HRA_EMISSING, "'plays/gone'");
    fails(hra_store_sync(store, "plays/gone", &why), &why, HRA_EMISSING, "'plays/gone'");
    fails(hra_store_remove(store, "plays/gone", &why), &why, HRA_EMISSING, "'plays/gone'");
    add(store, "plays/a", 0, "0123456789");
    assert_int_equal(hra_store_read(store, "plays/a", 10, &text, NULL), 0);
    fails(hra_store_read(store, "plays/a", 9, &text, &why), &why, HRA_ELIMIT, "longer than 9 bytes");
    assert_string_equal(text.data, "before0123456789");
    fails(hra_store_list(store, "tables", say_name, &text, &why), &why, HRA_EINPUT, "plays, files");
    hra_text_release(&text);
}

IN_EACH_STORE(any_bytes_are_kept) {
    char bytes[256];
    hra_text text;
    for (int i = 0; i < 256; i++)
        bytes[i] = (char)i;
    assert_int_equal(hra_store_append(store, "files/all", 0, bytes, 256, NULL), 0);
    hra_text_init(&text);
    assert_int_equal(hra_store_read(store, "files/all", 256, &text, NULL), 0);
    assert_int_equal(text.length, 256);
    assert_memory_equal(text.data, bytes, 256);
    hra_text_release(&text);
}

IN_EACH_STORE(a_lock_is_taken_once) {
    hra_error why = {0};
    add(store, "plays/a", 0, "one\n");
    assert_int_equal(hra_store_lock(store, "plays/a", true, NULL), 0);
    fails(hra_store_lock(store, "plays/a", true, &why), &why, HRA_ESTATE, "'plays/a' is open elsewhere");
    fails(hra_store_remove(store, "plays/a", &why), &why, HRA_ESTATE, "'plays/a' is open elsewhere");
    add(store, "plays/a", 4, "two\n");
    add(store, "plays/a", 4, "second\n");
    holds(store, "plays/a", "one\nsecond\n"); /* a caller that only reads may do so */
    lists(store, "plays", "plays/a:11 ");
    assert_int_equal(hra_store_lock(store, "plays/a", false, NULL), 0);
    fails(hra_store_lock(store, "plays/a", false, &why), &why, HRA_ESTATE, "'plays/a' is");
    assert_int_equal(hra_store_lock(store, "plays/a", true, NULL), 0);
    assert_int_equal(hra_store_lock(store, "plays/a", false, NULL), 0);
    holds(store, "plays/a", "one\nsecond\n");
}

IN_EACH_STORE(a_play_without_a_move_goes_with_its_lock) {
    assert_int_equal(hra_store_lock(store, "plays/a", true, NULL), 0);
    assert_int_equal(hra_store_lock(store, "plays/b", true, NULL), 0);
    assert_int_equal(hra_store_lock(store, "plays/c", true, NULL), 0);
    add(store, "plays/b", 0, "one\n");
    assert_int_equal(hra_store_lock(store, "plays/a", false, NULL), 0);
    assert_int_equal(hra_store_lock(store, "plays/c", false, NULL), 0);
    assert_int_equal(hra_store_lock(store, "plays/b", false, NULL), 0);
    lists(store, "plays", "plays/b:4 ");
}

static hra_err stop_at_second(void *to, const hra_store_entry *entry) {
    return ++*(int *)to == 2 ? HRA_ESTOPPED : HRA_OK;
}

IN_EACH_STORE(a_list_ends_where_it_is_told_to) {
    int count = 0;
    for (char name[] = "plays/a"; name[6] < 'f'; name[6]++)
        add(store, name, 0, "x");
    assert_int_equal(hra_store_list(store, "plays", stop_at_second, &count, NULL), HRA_ESTOPPED);
    assert_int_equal(count, 2);
    count = 0;
    assert_int_equal(hra_store_list(store, "plays", stop_at_second, &count, NULL), HRA_ESTOPPED);
    assert_int_equal(count, 2);
}

IN_EACH_STORE(specs_read_files_of_the_store) {
    hra_error why = {0};
    hra_text text;
    hra_text_init(&text);
    add(store, "files/my.lay", 0, "%%%");
    assert_int_equal(hra_store_read_file(store, "my.lay", 3, &text, NULL), 0);
    assert_string_equal(text.data, "%%%");
    fails(hra_store_read_file(store, "my.lay", 2, &text, &why), &why, HRA_ELIMIT, "'my.lay' is longer");
    fails(hra_store_read_file(store, "no.lay", 2, &text, &why), &why, HRA_EMISSING, "'no.lay': ");
    fails(hra_store_read_file(store, "../plays/a", 2, &text, &why), &why, HRA_EMISSING, "'../plays/a'");
    fails(hra_store_read_file(store, "/etc/passwd", 2, &text, &why), &why, HRA_EMISSING, "'/etc/passwd'");
    hra_text_release(&text);
}

/* ---- names ----------------------------------------------------------------------------------*/

#define TEN "0123456789"
#define MANY TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN /* 120 */

static const struct {
    const char *name;
    int at; /* -1: good */
    const char *words;
} names[] = {
    {"plays/a", -1, NULL},
    {"files/A-b_c.9.lay", -1, NULL},
    {"plays/" MANY "12345678", -1, NULL},
    {"plays/" MANY "123456789", 134, "more than 128"},
    {"files/connect", -1, NULL},
    {"files/com", -1, NULL},
    {"files/com10", -1, NULL},
    {"", 0, "does not begin with plays/"},
    {"plays", 0, "does not begin with plays/"},
    {"tables/a", 0, "does not begin with plays/"},
    {"Plays/a", 0, "does not begin with plays/"},
    {"/etc/passwd", 0, "does not begin with plays/"},
    {"../plays/a", 0, "does not begin with plays/"},
    {"plays/", 6, "nothing follows"},
    {"plays/.", 6, "a dot neither"},
    {"plays/..", 6, "a dot neither"},
    {"plays/.profile", 6, "a dot neither"},
    {"plays/a.", 7, "a dot neither"},
    {"plays/../x", 8, "besides letters and digits"},
    {"plays//x", 6, "besides letters and digits"},
    {"plays/a/b", 7, "besides letters and digits"},
    {"plays/a\\b", 7, "besides letters and digits"},
    {"plays/a b", 7, "besides letters and digits"},
    {"plays/a\n", 7, "besides letters and digits"},
    {"plays/c:", 7, "besides letters and digits"},
    {"plays/\xc3\xa4", 6, "besides letters and digits"},
    {"files/con", 6, "a device"},
    {"files/NUL.txt", 6, "a device"},
    {"files/Com1.lay.x", 6, "a device"},
    {"files/lpt9", 6, "a device"},
};

static void names_lead_nowhere_else(void **state) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        hra_error why = {0};
        hra_err err = hra_store_check_name(names[i].name, &why);
        if (names[i].at < 0) {
            if (err)
                fail_msg("%s", why.text);
            continue;
        }
        fails(err, &why, HRA_EINPUT, names[i].words);
        if (why.at != names[i].at)
            fail_msg("'%s' is wrong at %d, not %d", names[i].name, names[i].at, why.at);
    }
    assert_int_equal(hra_store_check_name(NULL, NULL), HRA_EINPUT);
}

/* No store is asked about such a name. */
static void bad_names_reach_no_store(void **state) {
    static shelves s;
    hra_store store = shelf_store(&s);
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = names[i].name;
        if (names[i].at < 0)
            continue;
        assert_int_equal(hra_store_read(&store, name, 10, &text, NULL), HRA_EINPUT);
        assert_int_equal(hra_store_append(&store, name, 0, "x", 1, NULL), HRA_EINPUT);
        assert_int_equal(hra_store_sync(&store, name, NULL), HRA_EINPUT);
        assert_int_equal(hra_store_remove(&store, name, NULL), HRA_EINPUT);
        assert_int_equal(hra_store_lock(&store, name, true, NULL), HRA_EINPUT);
    }
    assert_int_equal(hra_store_list(&store, "plays/..", say_name, &text, NULL), HRA_EINPUT);
    assert_int_equal(hra_store_list(&store, NULL, say_name, &text, NULL), HRA_EINPUT);
    assert_int_equal(s.calls, 0);
    hra_text_release(&text);
}

/* What an owner lists under names that cannot be is not passed on. */
static void bad_names_are_not_listed(void **state) {
    static shelves s;
    hra_store store = shelf_store(&s);
    hra_text text;
    add(&store, "plays/a", 0, "x");
    snprintf(s.of[1].name, sizeof s.of[1].name, "plays/../b");
    snprintf(s.of[2].name, sizeof s.of[2].name, "playsuits/b");
    hra_text_init(&text);
    assert_int_equal(hra_store_list(&store, "plays", say_name, &text, NULL), 0);
    assert_string_equal(hra_text_string(&text), "plays/a:1 ");
    hra_text_release(&text);
}

/* ---- the rest -------------------------------------------------------------------------------*/

static void a_store_lacks_nothing(void **state) {
    static shelves s;
    hra_error why = {0};
    const hra_store whole = shelf_store(&s);
    hra_store store = whole;
    fails(hra_store_check(NULL, &why), &why, HRA_EINPUT, "no store");
    store.size = 0;
    fails(hra_store_check(&store, &why), &why, HRA_EINPUT, "does not begin with its size");
    store.size = sizeof store + 8;
    fails(hra_store_check(&store, &why), &why, HRA_EVERSION, "compiled for a newer one");
    store.size = offsetof(hra_store, lock);
    fails(hra_store_check(&store, &why), &why, HRA_EINPUT, "lacks one of");
    store = whole;
    store.sync = NULL;
    fails(hra_store_check(&store, &why), &why, HRA_EINPUT, "lacks one of");
}

static void the_newest_comes_first(void **state) {
    static shelves s;
    hra_store store = shelf_store(&s);
    add(&store, "plays/a", 0, "1");
    add(&store, "plays/b", 0, "22");
    add(&store, "plays/c", 0, "333");
    add(&store, "plays/a", 1, "1");
    lists(&store, "plays", "plays/a:2 plays/c:3 plays/b:2 ");
    s.of[0].changed = s.of[1].changed = s.of[2].changed = 7;
    lists(&store, "plays", "plays/c:3 plays/b:2 plays/a:2 ");
}

static void lines_are_whole_or_do_not_count(void **state) {
    static const struct {
        const char *text;
        size_t whole;
        bool finished;
    } cases[] = {
        {"", 0, false},
        {"half", 0, false},
        {"result 1", 0, false},
        {"\n\n", 2, false},
        {"result 1\n", 9, true},
        {"0 a\nresult 1 0\n", 15, true},
        {"0 a\r\nresult 1 0\r\n\r\n", 19, true},
        {"0 a\nresult 1 0\n\nhalf", 16, true},
        {"0 a\nresult 1 0\n0 b\n", 19, false},
        {"0 a\nresult 1 0", 4, false},
        {"0 a\nresults 1 0\n", 16, false},
        {"0 a\nresult\n", 11, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = strlen(cases[i].text);
        bool finished;
        assert_int_equal(hra_store_whole(cases[i].text, n, &finished), cases[i].whole);
        if (finished != cases[i].finished)
            fail_msg("case %zu", i);
    }
}

static void plays_are_called_by_game_time_and_seed(void **state) {
    char name[HRA_STORE_NAME];
    setenv("TZ", "UTC", 1);
    hra_store_play_name("yahtzee:seats=2", 17, 1795152612, name);
    assert_string_equal(name, "plays/yahtzee-20261120-053012-17.hra");
    hra_store_play_name(MANY MANY MANY, UINT64_MAX, 1e300, name);
    assert_int_equal(hra_store_check_name(name, NULL), 0);
}

/* ---- several threads ------------------------------------------------------------------------*/

typedef struct writer {
    hra_store *store;
    char name[16];
} writer;

static hra_err write_lines(void *self) {
    writer *w = self;
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_store_lock(w->store, w->name, true, NULL);
    for (size_t i = 0; i < 50 && !err; i++) {
        err = hra_store_append(w->store, w->name, 4 * i, "move", 4, NULL);
        if (!err)
            err = hra_store_list(w->store, "plays", say_name, &text, NULL);
    }
    hra_text_release(&text);
    return err ? err : hra_store_lock(w->store, w->name, false, NULL);
}

static void threads_share_a_store(void **state) {
    static place p;
    for (kind k = FOLDER; k <= MEMORY; k++) {
        writer writers[4];
        hra_job *jobs[4];
        open_place(&p, k);
        for (int i = 0; i < 4; i++) {
            writers[i] = (writer){.store = p.store};
            snprintf(writers[i].name, sizeof writers[i].name, "plays/%d", i);
            assert_int_equal(hra_job_start(&jobs[i], write_lines, &writers[i]), 0);
        }
        for (int i = 0; i < 4; i++)
            assert_int_equal(hra_job_join(jobs[i]), 0);
        hra_text text;
        hra_text_init(&text);
        assert_int_equal(hra_store_list(p.store, "plays", say_name, &text, NULL), 0);
        assert_int_equal(text.length, 4 * strlen("plays/0:200 "));
        hra_text_release(&text);
        close_place(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_appended_is_read),
        cmocka_unit_test(what_lies_behind_is_cut_off),
        cmocka_unit_test(nothing_is_appended_beyond_the_end),
        cmocka_unit_test(an_entry_may_be_empty),
        cmocka_unit_test(folders_are_apart),
        cmocka_unit_test(what_is_not_there_is_said),
        cmocka_unit_test(any_bytes_are_kept),
        cmocka_unit_test(a_lock_is_taken_once),
        cmocka_unit_test(a_play_without_a_move_goes_with_its_lock),
        cmocka_unit_test(a_list_ends_where_it_is_told_to),
        cmocka_unit_test(specs_read_files_of_the_store),
        cmocka_unit_test(names_lead_nowhere_else),
        cmocka_unit_test(bad_names_reach_no_store),
        cmocka_unit_test(bad_names_are_not_listed),
        cmocka_unit_test(a_store_lacks_nothing),
        cmocka_unit_test(the_newest_comes_first),
        cmocka_unit_test(lines_are_whole_or_do_not_count),
        cmocka_unit_test(plays_are_called_by_game_time_and_seed),
        cmocka_unit_test(threads_share_a_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
