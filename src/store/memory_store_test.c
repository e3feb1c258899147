#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/store.h"

/* ---- an owner that notes what it is called with ----------------------------------------------*/

typedef struct diary {
    hra_text text;
    bool full;
} diary;

static hra_err note(void *self, const char *name, size_t at, const char *bytes, size_t length,
                    hra_error *why) {
    diary *d = self;
    if (d->full)
        return hra_fail(why, HRA_EIO, -1, "'%s': the browser keeps no more", name);
    if (bytes)
        hra_text_addf(&d->text, "%s@%zu=%.*s;", name, at, (int)length, bytes);
    else
        hra_text_addf(&d->text, "%s gone;", name);
    return HRA_OK;
}

static hra_store *open_told(diary *d, size_t most) {
    hra_store *store;
    *d = (diary){.full = false};
    hra_text_init(&d->text);
    const hra_store_memory setup = {.size = sizeof setup, .most = most, .change = note, .self = d};
    assert_int_equal(hra_store_open_memory(&store, &setup, NULL), 0);
    return store;
}

static void told(diary *d, const char *expected) {
    assert_string_equal(hra_text_string(&d->text), expected);
    hra_text_clear(&d->text);
}

static void end(hra_store *store, diary *d) {
    hra_store_close(store);
    told(d, ""); /* closing is not a change */
    hra_text_release(&d->text);
}

static void holds(hra_store *store, const char *name, const char *expected) {
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(hra_store_read(store, name, 1000, &text, NULL), 0);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
}

/* ---- tests ----------------------------------------------------------------------------------*/

static void the_owner_is_told_of_each_change(void **state) {
    diary d;
    hra_store *store = open_told(&d, 0);
    assert_int_equal(hra_store_append(store, "plays/a", 0, "one\n", 4, NULL), 0);
    told(&d, "plays/a@0=one\n;");
    assert_int_equal(hra_store_append(store, "plays/a", 4, "two\n", 4, NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/a", 2, NULL, 0, NULL), 0);
    told(&d, "plays/a@4=two\n;plays/a@2=;");
    assert_int_equal(hra_store_append(store, "plays/a", 9, "x", 1, NULL), HRA_ESTATE);
    assert_int_equal(hra_store_sync(store, "plays/a", NULL), 0);
    told(&d, "");
    assert_int_equal(hra_store_remove(store, "plays/a", NULL), 0);
    told(&d, "plays/a gone;");
    assert_int_equal(hra_store_remove(store, "plays/a", NULL), HRA_EMISSING);
    end(store, &d);
}

/* Of a lock the owner hears nothing: a page that is closed would else keep plays without a move. */
static void the_owner_is_not_told_of_locks(void **state) {
    diary d;
    hra_store *store = open_told(&d, 0);
    assert_int_equal(hra_store_lock(store, "plays/a", true, NULL), 0);
    assert_int_equal(hra_store_lock(store, "plays/a", false, NULL), 0);
    assert_int_equal(hra_store_read(store, "plays/a", 10, &d.text, NULL), HRA_EMISSING);
    told(&d, "");
    assert_int_equal(hra_store_lock(store, "plays/a", true, NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/a", 0, "x", 1, NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/a", 0, "", 0, NULL), 0);
    assert_int_equal(hra_store_lock(store, "plays/a", false, NULL), 0);
    told(&d, "plays/a@0=x;plays/a@0=;plays/a gone;");
    end(store, &d);
}

static void what_the_owner_cannot_keep_is_not_done(void **state) {
    diary d;
    hra_error why = {0};
    hra_store *store = open_told(&d, 0);
    assert_int_equal(hra_store_append(store, "plays/a", 0, "one\n", 4, NULL), 0);
    d.full = true;
    assert_int_equal(hra_store_append(store, "plays/a", 4, "two\n", 4, &why), HRA_EIO);
    assert_string_equal(why.text, "'plays/a': the browser keeps no more");
    assert_int_equal(hra_store_append(store, "plays/a", 1, "x", 1, NULL), HRA_EIO);
    holds(store, "plays/a", "one\n");
    assert_int_equal(hra_store_remove(store, "plays/a", NULL), HRA_EIO);
    holds(store, "plays/a", "one\n");
    assert_int_equal(hra_store_append(store, "plays/b", 0, "x", 1, NULL), HRA_EIO);
    assert_int_equal(hra_store_remove(store, "plays/b", &why), HRA_EMISSING);
    assert_string_equal(why.text, "'plays/b': entry not found");
    told(&d, "plays/a@0=one\n;");
    end(store, &d);
}

static void memory_has_an_end(void **state) {
    diary d;
    hra_error why = {0};
    hra_store *store = open_told(&d, 10);
    assert_int_equal(hra_store_append(store, "plays/a", 0, "12345", 5, NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/b", 0, "12345", 5, NULL), 0);
    hra_text_clear(&d.text);
    assert_int_equal(hra_store_append(store, "plays/a", 5, "6", 1, &why), HRA_ELIMIT);
    assert_string_equal(why.text, "'plays/a': the store is full: it holds at most 10 bytes");
    assert_int_equal(hra_store_append(store, "plays/c", 0, "6", 1, NULL), HRA_ELIMIT);
    assert_int_equal(hra_store_append(store, "plays/a", 2, "CDE", 3, NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/a", 0, "1", 1, NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/b", 5, "6789", 4, NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/a", SIZE_MAX - 1, "6789", 4, NULL), HRA_ESTATE);
    assert_int_equal(hra_store_remove(store, "plays/b", NULL), 0);
    assert_int_equal(hra_store_append(store, "plays/a", 1, "23456789X", 9, NULL), 0);
    told(&d, "plays/a@2=CDE;plays/a@0=1;plays/b@5=6789;plays/b gone;plays/a@1=23456789X;");
    end(store, &d);
}

static hra_err say(void *to, const hra_store_entry *entry) {
    hra_text_addf(to, "%s %.10g;", entry->name, entry->changed);
    return HRA_OK;
}

static hra_err later_than_2020(void *to, const hra_store_entry *entry) {
    *(double *)to = entry->changed;
    return entry->changed > 1577836800 ? HRA_OK : HRA_EDAMAGED;
}

/* A page puts back what its data base holds, with its times, and hears nothing of it. */
static void a_store_is_filled(void **state) {
    diary d;
    hra_text list;
    double changed = 0;
    hra_store *store = open_told(&d, 20);
    const hra_store_entry a = {"plays/a", 3, 100}, b = {"plays/b", 2, 300}, bad = {"../x", 1, 0},
                          large = {"plays/c", 99, 0};
    assert_int_equal(hra_store_fill(store, &a, "one", NULL), 0);
    assert_int_equal(hra_store_fill(store, &b, "22", NULL), 0);
    assert_int_equal(hra_store_fill(store, &a, "new", NULL), 0);
    assert_int_equal(hra_store_fill(store, &bad, "x", NULL), HRA_EINPUT);
    assert_int_equal(hra_store_fill(store, &large, "x", NULL), HRA_ELIMIT);
    hra_text_init(&list);
    assert_int_equal(hra_store_list(store, "plays", say, &list, NULL), 0);
    assert_string_equal(hra_text_string(&list), "plays/b 300;plays/a 100;");
    hra_text_release(&list);
    holds(store, "plays/a", "new");
    told(&d, "");
    assert_int_equal(hra_store_lock(store, "plays/a", true, NULL), 0);
    assert_int_equal(hra_store_fill(store, &a, "one", NULL), HRA_ESTATE);
    assert_int_equal(hra_store_remove(store, "plays/b", NULL), 0);
    told(&d, "plays/b gone;");
    assert_int_equal(hra_store_append(store, "plays/a", 3, "!", 1, NULL), 0);
    assert_int_equal(hra_store_list(store, "plays", later_than_2020, &changed, NULL), 0);
    told(&d, "plays/a@3=!;");
    end(store, &d);
}

static void setups_are_checked(void **state) {
    hra_store *store;
    hra_store_memory setup = {.size = 0};
    assert_int_equal(hra_store_open_memory(&store, &setup, NULL), HRA_EINPUT);
    setup.size = sizeof setup + 1;
    assert_int_equal(hra_store_open_memory(&store, &setup, NULL), HRA_EVERSION);
    setup.size = sizeof setup;
    assert_int_equal(hra_store_open_memory(&store, &setup, NULL), 0);
    hra_store own = *store;
    own.append = note;
    assert_int_equal(hra_store_fill(&own, &(hra_store_entry){"plays/a", 0, 0}, "", NULL), HRA_EINPUT);
    hra_store_close(store);
    hra_store_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_owner_is_told_of_each_change),
        cmocka_unit_test(the_owner_is_not_told_of_locks),
        cmocka_unit_test(what_the_owner_cannot_keep_is_not_done),
        cmocka_unit_test(memory_has_an_end),
        cmocka_unit_test(a_store_is_filled),
        cmocka_unit_test(setups_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
