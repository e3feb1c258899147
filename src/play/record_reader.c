/* Reading records. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "play/record_notes.h"
#include "players/player_name.h"
#include "rules/defaults.h"
#include "rules/game_properties.h"

enum { RECORD_VERSION = 4, MAX_LINE = 4096, MAX_STUB = 64 };
enum { MAX_NOTE_LINE = 2 * HRA_MAX_NOTES + MAX_LINE }; /* each byte of a note may be escaped */

/* Where the reader stands. */
typedef struct reader {
    hra_record *record;
    const hra_host *host;
    hra_lines l;
    hra_record_notes notes;
    char text[MAX_LINE]; /* what is left of a line, for a parser that wants a string */
    bool cut_off;        /* it failed only because the text ends within the header */
    bool first_only;     /* no look at what follows the record */
    hra_error *why;
} reader;

static hra_err expected(reader *r, const char *what) {
    return hra_lines_expected(&r->l, what);
}

/* The whole line is wrong. */
static hra_err expected_line(reader *r, const char *what) {
    r->l.at = r->l.start;
    return expected(r, what);
}

/* What is left of the line, which the cursor stays in front of. */
static const char *rest(reader *r) {
    const char *at = r->l.at;
    if (hra_lines_rest(&r->l, r->text, sizeof r->text))
        r->l.at = at;
    return r->text;
}

/* The same for good; NULL: no memory. */
static char *keep_rest(reader *r) {
    size_t n = strlen(rest(r)) + 1;
    char *copy = malloc(n);
    return copy ? memcpy(copy, r->text, n) : NULL;
}

/* ---- the header -----------------------------------------------------------------------------*/

static hra_err newer_version(reader *r, uint64_t version) {
    return hra_lines_fail(&r->l, HRA_EVERSION, "a record of version %llu; this program knows up to %d",
                          (unsigned long long)version, RECORD_VERSION);
}

static hra_err read_version(reader *r) {
    hra_lines *l = &r->l;
    if (!hra_lines_key(l, "hra-record") || hra_lines_peek(l) < '0' || hra_lines_peek(l) > '9')
        return expected_line(r, _("'hra-record 1'"));
    const char *from = l->at;
    uint64_t version = hra_lines_whole(l, 0, UINT64_MAX);
    hra_lines_done(l);
    l->at = from;
    if (!l->err && version > RECORD_VERSION)
        return newer_version(r, version);
    hra_manners_init(&r->record->manners);
    r->record->version = version < 1 ? 1 : (int)version;
    return l->err;
}

static hra_err read_game(reader *r) {
    hra_record *record = r->record;
    hra_error inner = {0};
    if (record->game)
        return expected_line(r, _("one line 'game'"));
    hra_err err = hra_game_open(&record->game, r->host, rest(r), &inner);
    if (err)
        return hra_lines_fail_as(&r->l, err, &inner);
    if (hra_track_init(&record->track, record->game, false))
        return hra_no_memory(r->why);
    hra_game_begin(record->game, record->number, hra_track_start(&record->track));
    return HRA_OK;
}

/* A whole number, and nothing behind it. */
static uint64_t take_whole(reader *r, uint64_t low, uint64_t high) {
    uint64_t n = hra_lines_whole(&r->l, low, high);
    hra_lines_done(&r->l);
    return n;
}

static hra_err read_number(reader *r) {
    hra_record *record = r->record;
    record->number = take_whole(r, 0, UINT64_MAX);
    if (record->game && !record->position)
        hra_game_begin(record->game, record->number, hra_track_start(&record->track));
    return r->l.err;
}

static hra_err read_position(reader *r) {
    hra_record *record = r->record;
    hra_error inner = {0};
    if (record->position)
        return expected_line(r, _("one line 'position'"));
    hra_err err = hra_game_read_position(record->game, rest(r), hra_track_start(&record->track), &inner);
    if (err)
        return hra_lines_fail_as(&r->l, err, &inner);
    record->position = keep_rest(r);
    return record->position ? HRA_OK : hra_no_memory(r->why);
}

/* The number of a seat; r->l.err: it is none. */
static int take_seat(reader *r) {
    return hra_lines_int(&r->l, 0, r->record->game->seats - 1);
}

/* Reads a player's spec, or the name of a player in a file of another format. */
static hra_err read_seat(reader *r) {
    hra_record *record = r->record;
    int seat = take_seat(r);
    if (r->l.err)
        return r->l.err;
    if (record->seats[seat] || !hra_lines_take(&r->l, " ") || hra_lines_peek(&r->l) < 0)
        return expected_line(r, _("'seat', a number of a seat not named yet, and its player"));
    record->seats[seat] = keep_rest(r);
    return record->seats[seat] ? HRA_OK : hra_no_memory(r->why);
}

/* ---- moves ----------------------------------------------------------------------------------*/

static hra_err read_move(reader *r, int mover) {
    hra_record *record = r->record;
    const void *s = hra_track_state(&record->track, record->track.plies);
    hra_error inner = {0};
    hra_move move;
    int due = hra_manners_mover(&record->manners, &record->track);
    if (due == HRA_OVER)
        return expected_line(r, _("nothing more, since the game is over"));
    hra_err err = hra_game_parse_move(record->game, s, rest(r), &move, &inner);
    bool made = !err && mover == hra_maker(record->game, s, move); /* who gives up need not be to move */
    if (!made && mover != due && due == HRA_CHANCE)
        return expected_line(r, _("a move of chance ('* ...')"));
    if (!made && mover != due) {
        (void)hra_snprintf(r->text, sizeof r->text, _("a move of seat %d"), due);
        return expected_line(r, r->text);
    }
    if (err)
        return hra_lines_fail_as(&r->l, err, &inner);
    err = hra_game_check_move(record->game, s, move);
    if (err == HRA_EINPUT)
        return expected(r, _("a legal move"));
    if (!err && record->version < 4 && hra_is_concession(record->game, s, move))
        return hra_lines_fail(&r->l, HRA_EINPUT,
                              "a resignation of one game of a match needs 'version 4' before it");
    record->started = true;
    if (!err)
        err = hra_track_push(&record->track, move);
    if (!err)
        err = hra_record_notes_move(&r->notes, record, move);
    if (!err)
        hra_manners_moved(&record->manners, mover);
    return err ? hra_lines_fail(&r->l, err, "%s", hra_err_text(err)) : HRA_OK;
}

static hra_err read_undo(reader *r) {
    hra_record *record = r->record;
    uint64_t fewest = record->manners.terms.end ? 0 : 1, most = (uint64_t)record->track.plies;
    if (fewest > most)
        return expected_line(r, _("a move: there is none that 'undo' could take back"));
    int plies = (int)take_whole(r, fewest, most);
    if (r->l.err)
        return r->l.err;
    hra_track_cut(&record->track, record->track.plies - plies);
    hra_manners_cut(&record->manners, record->track.plies);
    return hra_record_notes_cut(&r->notes, record, record->track.plies) ? hra_no_memory(r->why) : HRA_OK;
}

static hra_err read_result(reader *r) {
    hra_record *record = r->record;
    double value[HRA_MAX_SEATS];
    if (hra_manners_mover(&record->manners, &record->track) != HRA_OVER)
        return expected_line(r, _("a move, since the game is not over"));
    hra_manners_returns(&record->manners, &record->track, value);
    for (int seat = 0; seat < record->game->seats && !r->l.err; seat++) {
        hra_lines_blanks(&r->l);
        const char *from = r->l.at;
        double x = hra_lines_number(&r->l, -INFINITY, INFINITY);
        if (!r->l.err && !(x >= value[seat] && x <= value[seat])) {
            r->l.at = from;
            (void)hra_snprintf(r->text, sizeof r->text, _("%.10g as the result of seat %d"), value[seat],
                               seat);
            expected(r, r->text);
        }
    }
    hra_lines_done(&r->l);
    record->finished = !r->l.err;
    return r->l.err;
}

/* ---- version 2: people ----------------------------------------------------------------------*/

static hra_err read_name(reader *r) {
    hra_record *record = r->record;
    hra_error inner = {0};
    int seat = take_seat(r);
    if (!r->l.err && r->l.at < r->l.end && !hra_lines_take(&r->l, " "))
        return expected_line(r, _("'name', the number of a seat, and what somebody there is called"));
    const char *name = rest(r);
    hra_err err = r->l.err ? HRA_OK : hra_name_check(name, &inner);
    if (err)
        return hra_lines_fail_as(&r->l, err, &inner);
    if (!r->l.err)
        hra_snprintf(record->manners.names[seat], sizeof record->manners.names[seat], "%s", name);
    return r->l.err;
}

static hra_err read_time(reader *r) {
    hra_record *record = r->record;
    int ply = record->track.plies - 1;
    double seconds = hra_lines_number(&r->l, 0, 4e6);
    hra_lines_done(&r->l);
    if (!r->l.err && (ply < 0 || hra_track_mover_at(&record->track, ply) < 0 ||
                      hra_manners_seconds(&record->manners, ply) >= 0))
        return expected_line(r, _("'time' once behind each move of a seat"));
    if (r->l.err)
        return r->l.err;
    return hra_manners_time(&record->manners, ply, seconds) ? hra_no_memory(r->why) : HRA_OK;
}

/* What somebody said and the rules do not allow at this moment makes the whole line wrong. */
static hra_err allow(reader *r, hra_err err, const hra_error *inner) {
    r->l.at = r->l.start;
    return err ? hra_lines_fail(&r->l, HRA_EINPUT, "%s", inner->text) : HRA_OK;
}

static hra_err read_terms(reader *r, bool resigns, hra_draw what) {
    hra_record *record = r->record;
    hra_error inner = {0};
    int seat = take_seat(r);
    hra_lines_done(&r->l);
    if (r->l.err)
        return r->l.err;
    hra_err err = resigns ? hra_manners_resign(&record->manners, &record->track, seat, &inner)
                          : hra_manners_draw(&record->manners, &record->track, seat, what, &inner);
    record->started = true;
    return allow(r, err, &inner);
}

static hra_err read_adjudicated(reader *r) {
    hra_record *record = r->record;
    hra_error inner = {0};
    for (int why = HRA_ADJUDICATION_NONE + 1; why < HRA_ADJUDICATIONS; why++) {
        if (!hra_lines_key(&r->l, hra_adjudication_name((hra_adjudication)why)))
            continue;
        double first = hra_lines_number(&r->l, -INFINITY, INFINITY);
        hra_lines_done(&r->l);
        if (r->l.err)
            return r->l.err;
        hra_err err =
            hra_manners_adjudicate(&record->manners, &record->track, (hra_adjudication)why, first, &inner);
        record->started = true;
        return allow(r, err, &inner);
    }
    return expected(r, _("one of tables, draw, resign, length, and what seat 0 gets"));
}

static hra_err read_manner(reader *r, bool *known) {
    hra_lines *l = &r->l;
    *known = true;
    if (hra_lines_key(l, "time"))
        return read_time(r);
    if (hra_lines_key(l, "name"))
        return read_name(r);
    if (hra_lines_key(l, "resign"))
        return read_terms(r, true, HRA_DRAW_OFFER);
    if (hra_lines_key(l, "draw offer"))
        return read_terms(r, false, HRA_DRAW_OFFER);
    if (hra_lines_key(l, "draw accept"))
        return read_terms(r, false, HRA_DRAW_ACCEPT);
    if (hra_lines_key(l, "draw refuse"))
        return read_terms(r, false, HRA_DRAW_REFUSE);
    if (r->record->version > 2 && hra_lines_key(l, "adjudicated"))
        return read_adjudicated(r);
    *known = false;
    return HRA_OK;
}

/* The header said less. */
static hra_err raise_version(reader *r) {
    const char *from = r->l.at;
    uint64_t version = take_whole(r, (uint64_t)r->record->version + 1, UINT64_MAX);
    if (r->l.err)
        return r->l.err;
    r->l.at = from;
    if (version > RECORD_VERSION)
        return newer_version(r, version);
    r->record->version = (int)version;
    return HRA_OK;
}

/* ---- lines ----------------------------------------------------------------------------------*/

static hra_err read_header_line(reader *r, bool *known) {
    hra_record *record = r->record;
    hra_lines *l = &r->l;
    *known = true;
    if (hra_lines_key(l, "game"))
        return read_game(r);
    if (hra_lines_key(l, "seed"))
        return record->seed = take_whole(r, 0, UINT64_MAX), l->err;
    if (hra_lines_key(l, "number"))
        return read_number(r);
    if (!record->game)
        return expected(r, _("'game' and its spec first"));
    if (hra_lines_key(l, "position"))
        return read_position(r);
    if (hra_lines_take(l, "dice manual")) {
        hra_lines_done(l);
        record->manual = true;
        return l->err;
    }
    if (hra_lines_key(l, "seat"))
        return read_seat(r);
    *known = false;
    return HRA_OK;
}

bool hra_record_is_date(const char *text, size_t length) {
    static const char form[] = "dddd.dd.dd";
    if (length != sizeof form - 1)
        return false;
    for (int i = 0; form[i]; i++)
        if (form[i] == '.' ? text[i] != '.' : !isdigit((unsigned char)text[i]) && text[i] != '?')
            return false;
    return true;
}

/* The day is a comment, so that readers who know nothing of it read the record. */
static hra_err read_comment(reader *r) {
    if (hra_lines_take(&r->l, "#:"))
        return hra_record_notes_read(&r->notes, r->record, &r->l) ? hra_no_memory(r->why) : HRA_OK;
    if (!hra_lines_take(&r->l, "# Date: ") || !hra_record_is_date(r->l.at, hra_lines_left(&r->l)))
        return HRA_OK;
    memcpy(r->record->date, r->l.at, sizeof r->record->date - 1);
    r->record->date[sizeof r->record->date - 1] = '\0';
    return HRA_OK;
}

/* Whether the line is a move, as most are: "* 3-1", "0 a1". */
static bool take_mover(reader *r, int *mover) {
    const char *at = r->l.at;
    if (!r->record->game || hra_lines_left(&r->l) < 2 || at[1] != ' ' ||
        !(*at == '*' || isdigit((unsigned char)*at)))
        return false;
    *mover = *at == '*' ? HRA_CHANCE : *at - '0';
    r->l.at += 2;
    return true;
}

static hra_err read_line(reader *r) {
    hra_lines *l = &r->l;
    bool known = false;
    int mover;
    if (hra_lines_peek(l) < 0 || *l->at == '#')
        return read_comment(r);
    if (r->record->finished)
        return expected(r, _("nothing after 'result' but another 'hra-record'"));
    if (take_mover(r, &mover))
        return read_move(r, mover);
    if (!r->record->started) {
        hra_err err = read_header_line(r, &known);
        if (err || known)
            return err;
    }
    if (r->record->version > 1) {
        hra_err err = read_manner(r, &known);
        if (err || known)
            return err;
    }
    if (hra_lines_key(l, "version"))
        return raise_version(r);
    if (hra_lines_key(l, "undo"))
        return read_undo(r);
    if (hra_lines_key(l, "result"))
        return read_result(r);
    return expected(r, _("a move ('* ...' or '0 ...'), 'undo' or 'result'"));
}

/* ---- headers that were cut off --------------------------------------------------------------*/

/* The last seat is named last. Until then, and without a move, there is no record yet. */
static bool is_cut_off(const hra_record *record) {
    return !record->game ||
           (!record->started && !record->finished && !record->seats[record->game->seats - 1]);
}

/* Does a text hold nothing but a few lines of headers? Looks no further than the first move. */
static bool only_headers(const char *text, size_t length) {
    static const char *const words[] = {"hra-record", "game", "seed", "number",
                                        "position",   "dice", "seat", "name"};
    hra_lines l;
    hra_lines_open(&l, text, length, 1, NULL);
    hra_lines_limit(&l, 0, MAX_STUB, 0);
    l.whole_only = true;
    bool known = true;
    while (known && hra_lines_next(&l)) {
        known = hra_lines_peek(&l) < 0 || *l.at == '#';
        for (size_t i = 0; i < sizeof words / sizeof *words && !known; i++)
            known = hra_lines_key(&l, words[i]);
    }
    return known && !l.err;
}

static hra_err read_all(reader *r, const char *text, size_t length, size_t *used);

static void open_lines(reader *r, const char *text, size_t length, int number) {
    hra_lines_open(&r->l, text, length, number, r->why);
    hra_lines_limit(&r->l, MAX_NOTE_LINE, 0, 0);
    r->l.whole_only = true;
}

bool hra_record_is_stub(const hra_host *host, const char *text, size_t length) {
    hra_record record = {0};
    reader r = {.record = &record, .host = host, .first_only = true};
    size_t used;
    if (!only_headers(text, length))
        return false;
    open_lines(&r, text, length, 1);
    bool stub = read_all(&r, text, length, &used) != 0 && r.cut_off;
    hra_record_clear(&record);
    return stub;
}

/* ---- a record -------------------------------------------------------------------------------*/

static hra_err end_early(reader *r, bool first) {
    r->cut_off = !first;
    const char *what = first             ? _("not a record: the first line must be 'hra-record 1'")
                       : r->record->game ? _("the record ends before its last 'seat'")
                                         : _("the record ends before its 'game'");
    return hra_lines_fail(&r->l, HRA_EINPUT, "%s", what);
}

/* Lines of notes alone may be long. */
static bool is_too_long(hra_lines *l) {
    if (l->end - l->start < MAX_LINE || (l->end - l->at >= 2 && memcmp(l->at, "#:", 2) == 0))
        return false;
    l->at = l->start + MAX_LINE - 1;
    (void)hra_lines_fail(l, HRA_EINPUT, "expected a line of at most %llu bytes",
                         (unsigned long long)MAX_LINE - 1);
    return true;
}

static hra_err read_all(reader *r, const char *text, size_t length, size_t *used) {
    bool first = true;
    hra_lines *l = &r->l;
    while (hra_lines_next(l) && !is_too_long(l)) {
        if (!first && hra_lines_peek(l) == 'h' && hra_lines_key(l, "hra-record")) {
            size_t left = (size_t)(l->last - l->start);
            l->at = l->start;
            if (!is_cut_off(r->record)) {
                *used = !r->first_only && hra_record_is_stub(r->host, l->start, left)
                            ? length
                            : (size_t)(l->start - text);
                return HRA_OK;
            }
            first = true; /* another play was written behind it */
            hra_record_clear(r->record);
            r->notes = (hra_record_notes){0};
        }
        if (first && (hra_lines_peek(l) < 0 || *l->at == '#'))
            continue;
        hra_err err = first ? read_version(r) : read_line(r);
        if (err)
            return err;
        first = false;
        r->record->whole = (size_t)(l->next - text);
    }
    if (l->err)
        return l->err;
    if (is_cut_off(r->record))
        return end_early(r, first);
    *used = length;
    return HRA_OK;
}

hra_err hra_record_read(hra_record **out, const hra_host *host, const hra_record_source *from, size_t *used,
                        hra_place *place, hra_error *why) {
    hra_record *record = calloc(1, sizeof *record);
    *out = NULL;
    if (!record)
        return hra_no_memory(why);
    reader r = {.record = record, .host = host, .why = why};
    open_lines(&r, from->text, from->length, from->line);
    r.l.place = place;
    hra_err err = read_all(&r, from->text, from->length, used);
    bool readable = !err || (place && !is_cut_off(record) && !hra_is_lack(err));
    if (!readable) {
        hra_record_close(record);
        return err;
    }
    hra_record_fill_info(record);
    if (hra_record_state_facts(record)) {
        hra_record_close(record);
        return hra_no_memory(why);
    }
    *out = record;
    return err;
}

hra_err hra_record_parse(hra_record **out, const hra_host *host, const char *text, size_t length,
                         size_t *used, int line, hra_error *why) {
    const hra_record_source from = {.text = text, .length = length, .line = line};
    return hra_record_read(out, host, &from, used, NULL, why);
}
