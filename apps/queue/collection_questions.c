/* Files, players and sums of a collection in SQLite. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "collection_inside.h"
#include "speech/print.h"

enum { ALIASES = 100 /* of one name, one after the other */ };

static const double LARGEST = 1e15; /* of a sum */

/* ---- statements of one use ------------------------------------------------------------------*/

/* Binds values: 'i' an int64_t, 't' a text (NULL or empty: none), for ?1 and up. */
static sqlite3_stmt *prepare(collection_file *f, hra_err *err, hra_error *why, const char *sql,
                             const char *types, ...) {
    sqlite3_stmt *s = NULL;
    va_list list;
    *err = sqlite3_prepare_v2(f->db, sql, -1, &s, NULL) == SQLITE_OK ? HRA_OK : collection_fail(f, why);
    va_start(list, types);
    for (int i = 0; types[i] && !*err; i++)
        if (types[i] == 'i')
            (void)sqlite3_bind_int64(s, i + 1, va_arg(list, int64_t));
        else
            collection_bind_text(s, i + 1, va_arg(list, const char *));
    va_end(list);
    return s;
}

static hra_err run_once(collection_file *f, sqlite3_stmt *s, hra_err err, hra_error *why) {
    bool row;
    if (!err)
        err = collection_step(f, s, &row, why);
    sqlite3_finalize(s);
    return err;
}

/* The number in the first row; 0: no row. */
static hra_err read_once(collection_file *f, sqlite3_stmt *s, hra_err err, int64_t *out, hra_error *why) {
    bool row = false;
    *out = 0;
    if (!err)
        err = collection_step(f, s, &row, why);
    if (row)
        *out = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return err;
}

/* A sum; 0 of a column that this statement does not have. One that no games have is damage: *wrong. */
static double real_at(sqlite3_stmt *s, int column, bool *wrong) {
    const double sum = column < sqlite3_column_count(s) ? sqlite3_column_double(s, column) : 0;
    *wrong = *wrong || !(fabs(sum) < LARGEST);
    return sum;
}

static int64_t integer_at(sqlite3_stmt *s, int column, bool *wrong) {
    const double sum = real_at(s, column, wrong);
    *wrong = *wrong || sum < 0;
    return *wrong ? 0 : (int64_t)sum;
}

static hra_err take_total(collection_file *f, sqlite3_stmt *s, collection_each *each, void *to,
                          hra_error *why) {
    const char *name = collection_text(s, 0, COLLECTION_TEXT);
    bool wrong = false;
    const collection_total total = {.name = name ? name : "",
                                    .games = integer_at(s, 1, &wrong),
                                    .wins = integer_at(s, 2, &wrong),
                                    .draws = integer_at(s, 3, &wrong),
                                    .losses = integer_at(s, 4, &wrong),
                                    .points = real_at(s, 5, &wrong),
                                    .reviewed = integer_at(s, 6, &wrong),
                                    .decisions = integer_at(s, 7, &wrong),
                                    .loss = real_at(s, 8, &wrong),
                                    .scaled = real_at(s, 9, &wrong)};
    return wrong ? collection_damaged(f, why) : each(to, &total);
}

static hra_err each_total(collection_file *f, sqlite3_stmt *s, hra_err err, collection_each *each, void *to,
                          hra_error *why) {
    bool row = false;
    if (!err)
        err = collection_step(f, s, &row, why);
    while (!err && row) {
        err = take_total(f, s, each, to, why);
        if (!err)
            err = collection_step(f, s, &row, why);
    }
    sqlite3_finalize(s);
    return err;
}

static hra_err each_game(collection_file *f, sqlite3_stmt *s, hra_err err, collection_each_game *each,
                         void *to, hra_error *why) {
    bool row = false;
    if (!err)
        err = collection_step(f, s, &row, why);
    while (!err && row) {
        err = collection_take_game(f, s, each, to, why);
        if (!err)
            err = collection_step(f, s, &row, why);
    }
    sqlite3_finalize(s);
    return err;
}

/* ---- files of games -------------------------------------------------------------------------*/

hra_err collection_file_source(collection_file *f, const char *name, uint64_t hash, int64_t length,
                               collection_source *out, hra_error *why) {
    hra_err err = collection_begin(f, why);
    bool row = false;
    *out = (collection_source){0};
    if (err)
        return err;
    sqlite3_stmt *s =
        prepare(f, &err, why, "SELECT id, games, whole FROM source WHERE hash = ?1 AND length = ?2", "ii",
                (int64_t)hash, length);
    if (!err)
        err = collection_step(f, s, &row, why);
    if (!err && row)
        *out = (collection_source){sqlite3_column_int64(s, 0), sqlite3_column_int64(s, 1),
                                   sqlite3_column_int(s, 2) != 0};
    sqlite3_finalize(s);
    if (err || row)
        return err;
    s = prepare(f, &err, why, "INSERT INTO source VALUES(NULL, ?1, ?2, ?3, 0, 0)", "tii", *name ? name : "-",
                (int64_t)hash, length);
    err = run_once(f, s, err, why);
    out->number = sqlite3_last_insert_rowid(f->db);
    return err;
}

hra_err collection_file_note_source(collection_file *f, const collection_source *source, hra_error *why) {
    hra_err err = collection_begin(f, why);
    if (err)
        return err;
    sqlite3_stmt *s = prepare(f, &err, why, "UPDATE source SET games = ?2, whole = ?3 WHERE id = ?1", "iii",
                              source->number, source->games, (int64_t)source->whole);
    return run_once(f, s, err, why);
}

hra_err collection_file_source_name(collection_file *f, int64_t number, hra_text *out, hra_error *why) {
    hra_err err;
    bool row = false;
    sqlite3_stmt *s = prepare(f, &err, why, "SELECT name FROM source WHERE id = ?1", "i", number);
    if (!err)
        err = collection_step(f, s, &row, why);
    const char *name = row ? collection_text(s, 0, COLLECTION_TEXT) : NULL;
    hra_text_add(out, name ? name : "");
    sqlite3_finalize(s);
    return err;
}

/* ---- players --------------------------------------------------------------------------------*/

/* Replaces a name by the player whose alias it is; *changed: it is one. */
static hra_err follow_alias(collection_file *f, hra_text *name, bool *changed, hra_error *why) {
    hra_err err;
    bool row = false;
    sqlite3_stmt *s =
        prepare(f, &err, why, "SELECT player FROM alias WHERE name = ?1", "t", hra_text_string(name));
    if (!err)
        err = collection_step(f, s, &row, why);
    const char *other = row ? collection_text(s, 0, COLLECTION_TEXT) : NULL;
    *changed = other && *other && strcmp(other, hra_text_string(name)) != 0;
    if (*changed) {
        hra_text_clear(name);
        hra_text_add(name, other);
    }
    sqlite3_finalize(s);
    return err ? err : name->err ? hra_no_memory(why) : HRA_OK;
}

hra_err collection_name_player(collection_file *f, int64_t name, const char *text, hra_error *why) {
    int64_t player = name;
    bool changed = true;
    hra_text last;
    hra_text_init(&last);
    hra_text_add(&last, text);
    hra_err err = HRA_OK;
    for (int i = 0; changed && !err; i++)
        err = i < ALIASES ? follow_alias(f, &last, &changed, why) : collection_damaged(f, why);
    if (!err && strcmp(hra_text_string(&last), text) != 0) /* it has no alias itself, so this ends */
        err = collection_intern(f, hra_text_string(&last), &player, why);
    hra_text_release(&last);
    if (err)
        return err;
    sqlite3_stmt *s = prepare(f, &err, why, "UPDATE name SET player = ?2 WHERE id = ?1", "ii", name, player);
    return run_once(f, s, err, why);
}

hra_err collection_file_alias(collection_file *f, const char *name, const char *player, hra_error *why) {
    int64_t from, to, of;
    hra_err err = collection_begin(f, why);
    if (!err)
        err = collection_intern(f, player, &to, why);
    sqlite3_stmt *s = NULL;
    if (!err) { /* the player may have an alias already */
        s = prepare(f, &err, why, "SELECT player FROM name WHERE id = ?1", "i", to);
        err = read_once(f, s, err, &of, why);
    }
    if (!err)
        err = collection_intern(f, name, &from, why);
    if (err || from == of)
        return err;
    s = prepare(f, &err, why, "INSERT OR REPLACE INTO alias SELECT ?1, text FROM name WHERE id = ?2", "ti",
                name, of);
    err = run_once(f, s, err, why);
    if (err)
        return err;
    s = prepare(f, &err, why, "UPDATE name SET player = ?2 WHERE player = ?1 OR id = ?1", "ii", from, of);
    return run_once(f, s, err, why);
}

/* Names that contain the text. */
static hra_err no_player(collection_file *f, const char *name, hra_error *why) {
    hra_err err;
    bool row = false;
    hra_text names;
    hra_text_init(&names);
    sqlite3_stmt *s = prepare(f, &err, why,
                              "SELECT n.text FROM name n WHERE instr(lower(n.text), lower(?1)) > 0"
                              " AND EXISTS (SELECT 1 FROM seat WHERE player = n.id) ORDER BY n.text LIMIT 5",
                              "t", name);
    if (!err)
        err = collection_step(f, s, &row, why);
    while (!err && row) {
        const char *text = collection_text(s, 0, 80);
        hra_text_addf(&names, "%s'%s'", names.length ? ", " : "", text ? text : "?");
        err = collection_step(f, s, &row, why);
    }
    sqlite3_finalize(s);
    if (!err && names.length)
        err = hra_fail(why, HRA_EMISSING, -1, _("no player '%s'; players with such a name: %s"), name,
                       hra_text_string(&names));
    else if (!err)
        err = hra_fail(why, HRA_EMISSING, -1, _("no player '%s'"), name);
    hra_text_release(&names);
    return err;
}

/* The number of the player that a name belongs to; NULL: 0. */
static hra_err find_player(collection_file *f, const char *name, int64_t *out, hra_error *why) {
    hra_err err;
    *out = 0;
    if (!name)
        return HRA_OK;
    sqlite3_stmt *s = prepare(f, &err, why, "SELECT player FROM name WHERE text = ?1", "t", name);
    err = read_once(f, s, err, out, why);
    if (!err && !*out) {
        s = prepare(f, &err, why, "SELECT player FROM name WHERE lower(text) = lower(?1) ORDER BY id LIMIT 1",
                    "t", name);
        err = read_once(f, s, err, out, why);
    }
    return err || *out ? err : no_player(f, name, why);
}

/* ---- sums -----------------------------------------------------------------------------------*/

#define OF_RULES(n)                                                                                          \
    "(" n " IS NULL OR g.spec IN (SELECT id FROM spec WHERE text = " n " OR substr(text, 1, length(" n       \
    ") + 1) = " n " || ':'))"
#define COUNTS "count(*), total(s.outcome = 1), total(s.outcome = 0), total(s.outcome = -1), total(s.points)"

static int64_t limit_of(const collection_filter *filter) {
    return filter->most > 0 ? filter->most : -1;
}

hra_err collection_file_players(collection_file *f, const collection_filter *filter, collection_each *each,
                                void *to, hra_error *why) {
    hra_err err;
    sqlite3_stmt *s = prepare(
        f, &err, why,
        "SELECT p.text, " COUNTS " FROM seat s JOIN name n ON n.id = s.player JOIN name p ON p.id = n.player"
        " JOIN game g ON g.id = s.game WHERE " OF_RULES("?1") " GROUP BY p.id ORDER BY 2 DESC, 1 LIMIT ?2",
        "ti", filter->rules, limit_of(filter));
    return each_total(f, s, err, each, to, why);
}

/* Who reviewed most games of a player. */
static hra_err find_analyst(collection_file *f, int64_t player, hra_text *out, hra_error *why) {
    hra_err err;
    bool row = false;
    sqlite3_stmt *s =
        prepare(f, &err, why,
                "SELECT r.analyst FROM seat s JOIN review r ON r.game = s.game AND r.seat = s.seat"
                " WHERE s.player IN (SELECT id FROM name WHERE player = ?1)"
                " GROUP BY r.analyst ORDER BY count(*) DESC, 1 LIMIT 1",
                "i", player);
    if (!err)
        err = collection_step(f, s, &row, why);
    const char *text = row ? collection_text(s, 0, COLLECTION_TEXT) : NULL;
    hra_text_add(out, text ? text : "");
    sqlite3_finalize(s);
    return err;
}

hra_err collection_file_years(collection_file *f, const collection_filter *filter, hra_text *analyst,
                              collection_each *each, void *to, hra_error *why) {
    int64_t player;
    hra_text by;
    hra_text_init(&by);
    hra_err err = find_player(f, filter->player, &player, why);
    if (!err && filter->analyst)
        hra_text_add(&by, filter->analyst);
    else if (!err)
        err = find_analyst(f, player, &by, why);
    if (!err) {
        sqlite3_stmt *s = prepare(
            f, &err, why,
            "SELECT substr(g.date, 1, 4), " COUNTS ", count(r.game), total(r.decisions), total(r.loss),"
            " total(r.scaled) FROM seat s JOIN game g ON g.id = s.game"
            " LEFT JOIN review r ON r.game = s.game AND r.seat = s.seat AND r.analyst = ?2"
            " WHERE s.player IN (SELECT id FROM name WHERE player = ?1) AND " OF_RULES(
                "?3") " GROUP BY 1 ORDER BY 1",
            "itt", player, hra_text_string(&by), filter->rules);
        err = each_total(f, s, err, each, to, why);
    }
    if (analyst)
        hra_text_add(analyst, hra_text_string(&by));
    hra_text_release(&by);
    return err;
}

hra_err collection_file_openings(collection_file *f, const collection_filter *filter, collection_each *each,
                                 void *to, hra_error *why) {
    int64_t player;
    hra_err err = find_player(f, filter->player, &player, why);
    if (err)
        return err;
    const char *one = "SELECT o.text, " COUNTS
                      " FROM seat s JOIN game g ON g.id = s.game LEFT JOIN name o ON o.id = g.opening"
                      " WHERE s.player IN (SELECT id FROM name WHERE player = ?1) AND " OF_RULES(
                          "?2") " GROUP BY g.opening ORDER BY 2 DESC, 1 LIMIT ?3";
    const char *all =
        "SELECT o.text, count(*), total(g.winners = 1), total(g.winners = 3), total(g.winners = 2), 0"
        " FROM game g LEFT JOIN name o ON o.id = g.opening WHERE ?1 = 0 AND " OF_RULES(
            "?2") " GROUP BY g.opening ORDER BY 2 DESC, 1 LIMIT ?3";
    sqlite3_stmt *s =
        prepare(f, &err, why, player ? one : all, "iti", player, filter->rules, limit_of(filter));
    return each_total(f, s, err, each, to, why);
}

hra_err collection_file_specs(collection_file *f, collection_each *each, void *to, hra_error *why) {
    hra_err err;
    sqlite3_stmt *s =
        prepare(f, &err, why,
                "SELECT p.text, count(*), total(g.winners = 1), total(g.winners = 3), total(g.winners = 2), 0"
                " FROM game g JOIN spec p ON p.id = g.spec GROUP BY g.spec ORDER BY 2 DESC, 1",
                "");
    return each_total(f, s, err, each, to, why);
}

hra_err collection_file_spec_names(collection_file *f, collection_each *each, void *to, hra_error *why) {
    hra_err err;
    sqlite3_stmt *s = prepare(f, &err, why, "SELECT text FROM spec ORDER BY id", "");
    return each_total(f, s, err, each, to, why);
}

/* ---- games ----------------------------------------------------------------------------------*/

hra_err collection_file_games(collection_file *f, const collection_filter *filter, collection_each_game *each,
                              void *to, hra_error *why) {
    int64_t player;
    hra_err err = find_player(f, filter->player, &player, why);
    if (err)
        return err;
    sqlite3_stmt *s =
        prepare(f, &err, why,
                "SELECT " COLLECTION_GAME_COLUMNS " FROM " COLLECTION_GAME_TABLES
                " WHERE g.id >= ?1 AND (?2 = 0 OR g.id IN (SELECT game FROM seat WHERE player IN"
                " (SELECT id FROM name WHERE player = ?2)))"
                " AND (?3 IS NULL OR substr(o.text, 1, length(?3)) = ?3) AND " OF_RULES(
                    "?4") " AND (?5 IS NULL OR NOT EXISTS (SELECT 1 FROM review r WHERE r.game = g.id AND "
                          "r.analyst = ?5))"
                          " ORDER BY g.id LIMIT ?6",
                "iittti", filter->from, player, filter->opening, filter->rules, filter->unreviewed_by,
                limit_of(filter));
    return each_game(f, s, err, each, to, why);
}

hra_err collection_file_duplicates(collection_file *f, const collection_filter *filter,
                                   collection_each_game *each, void *to, hra_error *why) {
    hra_err err;
    sqlite3_stmt *s = prepare(
        f, &err, why,
        "SELECT " COLLECTION_GAME_COLUMNS " FROM (SELECT moves_key AS same, min(id) AS lowest FROM game"
        " GROUP BY moves_key HAVING count(*) > 1) JOIN " COLLECTION_GAME_TABLES
        " WHERE g.moves_key = same AND " OF_RULES("?1") " ORDER BY lowest, g.id LIMIT ?2",
        "ti", filter->rules, limit_of(filter));
    return each_game(f, s, err, each, to, why);
}

/* ---- reviews --------------------------------------------------------------------------------*/

hra_err collection_file_add_review(collection_file *f, const collection_review *r, hra_error *why) {
    hra_err err = collection_begin(f, why);
    sqlite3_stmt *s = err ? NULL : collection_take(f, ADD_REVIEW, &err, why);
    if (!s)
        return err;
    bool row;
    (void)sqlite3_bind_int64(s, 1, r->game);
    (void)sqlite3_bind_int(s, 2, r->seat);
    (void)sqlite3_bind_text(s, 3, r->analyst, -1, SQLITE_STATIC);
    (void)sqlite3_bind_double(s, 4, r->loss);
    (void)sqlite3_bind_double(s, 5, r->scaled);
    (void)sqlite3_bind_int64(s, 6, r->decisions);
    (void)sqlite3_bind_int64(s, 7, r->mistakes);
    return collection_step(f, s, &row, why);
}
