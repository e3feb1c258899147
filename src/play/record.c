/* Reading records. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "play/play_metadata.h"

enum { RECORD_VERSION = 3, MAX_LINE = 4096, MAX_STUB = 64 };

struct hra_record {
    hra_game *game;
    hra_track track;
    hra_manners manners;
    int version;
    uint64_t seed, number;
    bool manual, finished, started; /* started: a move was read, so the header is over */
    char *position;
    char *seats[HRA_MAX_SEATS];
    char date[sizeof "2026.11.22"]; /* "": nobody said */
    size_t whole;
};

/* Where the reader stands. */
typedef struct reader {
    hra_record *record;
    const hra_host *host;
    char line[MAX_LINE];
    int number;      /* of the line, from 1 */
    bool cut_off;    /* it failed only because the text ends within the header */
    bool first_only; /* no look at what follows the record */
    hra_error *why;
} reader;

static hra_err fail(const reader *r, hra_err code, const char *expected) {
    return hra_fail(r->why, code, -1, "line %d: expected %s, found '%.60s'", r->number, expected, r->line);
}

static bool whole_number(const char *text, uint64_t *out) {
    char *end;
    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0';
}

static char *copy_text(const char *text) {
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    return copy ? memcpy(copy, text, n) : NULL;
}

/* Puts the line in front of an error that a parser below gave. */
static hra_err with_line(const reader *r, hra_err err, const hra_error *inner) {
    return hra_fail(r->why, err, -1, "line %d: %.280s", r->number,
                    err == inner->code ? inner->text : hra_err_text(err));
}

/* ---- the header -----------------------------------------------------------------------------*/

static hra_err newer_version(const reader *r, const char *text) {
    return hra_fail(r->why, HRA_EVERSION, -1,
                    "line %d: a record of version %.20s; this program knows up to %d", r->number, text,
                    RECORD_VERSION);
}

static hra_err read_version(const reader *r) {
    uint64_t version;
    if (strncmp(r->line, "hra-record ", 11) != 0 || !whole_number(r->line + 11, &version))
        return fail(r, HRA_EINPUT, _("'hra-record 1'"));
    if (version > RECORD_VERSION)
        return newer_version(r, r->line + 11);
    hra_manners_init(&r->record->manners);
    r->record->version = version < 1 ? 1 : (int)version;
    return HRA_OK;
}

static hra_err read_game(reader *r, const char *spec) {
    hra_record *record = r->record;
    hra_error inner = {0};
    if (record->game)
        return fail(r, HRA_EINPUT, _("one line 'game'"));
    hra_err err = hra_game_open(&record->game, r->host, spec, &inner);
    if (err)
        return with_line(r, err, &inner);
    if (hra_track_init(&record->track, record->game, false))
        return hra_no_memory(r->why);
    hra_game_begin(record->game, record->number, hra_track_start(&record->track));
    return HRA_OK;
}

static hra_err read_number(reader *r, const char *text) {
    hra_record *record = r->record;
    if (!whole_number(text, &record->number))
        return fail(r, HRA_EINPUT, _("'number' and a whole number"));
    if (record->game && !record->position)
        hra_game_begin(record->game, record->number, hra_track_start(&record->track));
    return HRA_OK;
}

static hra_err read_position(reader *r, const char *text) {
    hra_record *record = r->record;
    hra_error inner = {0};
    if (record->position)
        return fail(r, HRA_EINPUT, _("one line 'position'"));
    hra_err err = hra_game_read_position(record->game, text, hra_track_start(&record->track), &inner);
    if (err)
        return with_line(r, err, &inner);
    record->position = copy_text(text);
    return record->position ? HRA_OK : hra_no_memory(r->why);
}

/* A player's spec, or whoever a file of another format names. */
static hra_err read_seat(reader *r, const char *text) {
    hra_record *record = r->record;
    int seat = text[0] - '0';
    if (seat < 0 || seat >= record->game->seats || text[1] != ' ' || !text[2] || record->seats[seat])
        return fail(r, HRA_EINPUT, _("'seat', a number of a seat not named yet, and its player"));
    record->seats[seat] = copy_text(text + 2);
    return record->seats[seat] ? HRA_OK : hra_no_memory(r->why);
}

/* ---- moves ----------------------------------------------------------------------------------*/

static hra_err read_move(reader *r, int mover, const char *text) {
    hra_record *record = r->record;
    const void *s = hra_track_state(&record->track, record->track.plies);
    hra_error inner = {0};
    hra_move move;
    int due = hra_manners_mover(&record->manners, &record->track);
    if (due == HRA_OVER)
        return fail(r, HRA_EINPUT, _("nothing more, since the game is over"));
    if (mover != due && due == HRA_CHANCE)
        return fail(r, HRA_EINPUT, _("a move of chance ('* ...')"));
    if (mover != due)
        return hra_fail(r->why, HRA_EINPUT, -1, "line %d: expected a move of seat %d, found '%.60s'",
                        r->number, due, r->line);
    hra_err err = hra_game_parse_move(record->game, s, text, &move, &inner);
    if (err)
        return with_line(r, err, &inner);
    err = hra_game_check_move(record->game, s, move);
    if (err == HRA_EINPUT)
        return fail(r, HRA_EINPUT, _("a legal move"));
    record->started = true;
    if (!err)
        err = hra_track_push(&record->track, move);
    if (!err)
        hra_manners_moved(&record->manners, mover);
    return err ? hra_fail(r->why, err, -1, "line %d: %s", r->number, hra_err_text(err)) : HRA_OK;
}

static hra_err read_undo(reader *r, const char *text) {
    hra_record *record = r->record;
    uint64_t plies, fewest = record->manners.terms.end ? 0 : 1;
    if (!whole_number(text, &plies) || plies < fewest || plies > (uint64_t)record->track.plies)
        return fail(r, HRA_EINPUT, _("'undo' and how many moves, at most those made"));
    hra_track_cut(&record->track, record->track.plies - (int)plies);
    hra_manners_cut(&record->manners, record->track.plies);
    return HRA_OK;
}

static hra_err read_result(reader *r, const char *text) {
    hra_record *record = r->record;
    const hra_game *game = record->game;
    double value[HRA_MAX_SEATS];
    if (hra_manners_mover(&record->manners, &record->track) != HRA_OVER)
        return fail(r, HRA_EINPUT, _("a move, since the game is not over"));
    hra_record_returns(record, value);
    for (int seat = 0; seat < game->seats; seat++) {
        double x;
        text += strspn(text, " ");
        if (!hra_number_read(text, &text, &x) || !(x >= value[seat] && x <= value[seat]))
            return hra_fail(r->why, HRA_EINPUT, -1, "line %d: the result of seat %d is %.10g, found '%.60s'",
                            r->number, seat, value[seat], r->line);
    }
    if (text[strspn(text, " ")])
        return fail(r, HRA_EINPUT, _("one result a seat"));
    record->finished = true;
    return HRA_OK;
}

/* What follows `word` and one space, NULL where the line is another. */
static const char *after(const char *line, const char *word) {
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

/* ---- version 2: people ----------------------------------------------------------------------*/

/* A seat, and nothing behind it. */
static bool is_seat(const reader *r, const char *text, int *seat) {
    *seat = text[0] - '0';
    return *seat >= 0 && *seat < r->record->game->seats && !text[1];
}

static hra_err read_name(reader *r, const char *text) {
    hra_record *record = r->record;
    hra_error inner = {0};
    int seat = text[0] - '0';
    if (seat < 0 || seat >= record->game->seats || (text[1] && text[1] != ' '))
        return fail(r, HRA_EINPUT, _("'name', the number of a seat, and what somebody there is called"));
    const char *name = text[1] ? text + 2 : "";
    hra_err err = hra_manners_check_name(name, &inner);
    if (err)
        return with_line(r, err, &inner);
    hra_snprintf(record->manners.names[seat], sizeof record->manners.names[seat], "%s", name);
    return HRA_OK;
}

static hra_err read_time(reader *r, const char *text) {
    hra_record *record = r->record;
    double seconds;
    int ply = record->track.plies - 1;
    if (!hra_number_read(text, NULL, &seconds) || !(seconds >= 0 && seconds <= 4e6))
        return fail(r, HRA_EINPUT, _("'time' and seconds from 0 to 4000000"));
    if (ply < 0 || hra_record_mover(record, ply) < 0 || hra_record_seconds(record, ply) >= 0)
        return fail(r, HRA_EINPUT, _("'time' once behind each move of a seat"));
    return hra_manners_time(&record->manners, ply, seconds) ? hra_no_memory(r->why) : HRA_OK;
}

static hra_err read_terms(reader *r, bool resigns, hra_draw what, const char *text) {
    hra_record *record = r->record;
    hra_error inner = {0};
    int seat;
    if (!is_seat(r, text, &seat))
        return fail(r, HRA_EINPUT, _("the number of a seat at the end of the line"));
    hra_err err = resigns ? hra_manners_resign(&record->manners, &record->track, seat, &inner)
                          : hra_manners_draw(&record->manners, &record->track, seat, what, &inner);
    if (err)
        return hra_fail(r->why, HRA_EINPUT, -1, "line %d: %.280s", r->number, inner.text);
    record->started = true;
    return HRA_OK;
}

static hra_err read_adjudicated(reader *r, const char *text) {
    hra_record *record = r->record;
    hra_error inner = {0};
    double first;
    for (int why = HRA_ADJUDICATION_NONE + 1; why < HRA_ADJUDICATIONS; why++) {
        const char *number = after(text, hra_adjudication_name((hra_adjudication)why));
        if (!number || !hra_number_read(number, NULL, &first))
            continue;
        hra_err err =
            hra_manners_adjudicate(&record->manners, &record->track, (hra_adjudication)why, first, &inner);
        record->started = true;
        return err ? hra_fail(r->why, HRA_EINPUT, -1, "line %d: %.280s", r->number, inner.text) : HRA_OK;
    }
    return fail(r, HRA_EINPUT, _("'adjudicated', one of tables, draw, resign, length, and what seat 0 gets"));
}

static hra_err read_manner(reader *r, bool *known) {
    const char *text;
    *known = true;
    if ((text = after(r->line, "name")) != NULL)
        return read_name(r, text);
    if ((text = after(r->line, "time")) != NULL)
        return read_time(r, text);
    if ((text = after(r->line, "resign")) != NULL)
        return read_terms(r, true, HRA_DRAW_OFFER, text);
    if ((text = after(r->line, "draw offer")) != NULL)
        return read_terms(r, false, HRA_DRAW_OFFER, text);
    if ((text = after(r->line, "draw accept")) != NULL)
        return read_terms(r, false, HRA_DRAW_ACCEPT, text);
    if ((text = after(r->line, "draw refuse")) != NULL)
        return read_terms(r, false, HRA_DRAW_REFUSE, text);
    if (r->record->version > 2 && (text = after(r->line, "adjudicated")) != NULL)
        return read_adjudicated(r, text);
    *known = false;
    return HRA_OK;
}

/* The header said less. */
static hra_err raise_version(reader *r, const char *text) {
    uint64_t version;
    if (!whole_number(text, &version) || version <= (uint64_t)r->record->version)
        return fail(r, HRA_EINPUT, _("'version' and a number above that of the header"));
    if (version > RECORD_VERSION)
        return newer_version(r, text);
    r->record->version = (int)version;
    return HRA_OK;
}

/* ---- lines ----------------------------------------------------------------------------------*/

static hra_err read_header_line(reader *r, bool *known) {
    hra_record *record = r->record;
    const char *text;
    *known = true;
    if ((text = after(r->line, "game")) != NULL)
        return read_game(r, text);
    if ((text = after(r->line, "seed")) != NULL)
        return whole_number(text, &record->seed) ? HRA_OK
                                                 : fail(r, HRA_EINPUT, _("'seed' and a whole number"));
    if ((text = after(r->line, "number")) != NULL)
        return read_number(r, text);
    if (!record->game)
        return fail(r, HRA_EINPUT, _("'game' and its spec first"));
    if ((text = after(r->line, "position")) != NULL)
        return read_position(r, text);
    if (strcmp(r->line, "dice manual") == 0) {
        record->manual = true;
        return HRA_OK;
    }
    if ((text = after(r->line, "seat")) != NULL)
        return read_seat(r, text);
    *known = false;
    return HRA_OK;
}

/* The day is a comment, so that readers who know nothing of it read the record: digits, or ? where it is not
 * known. */
static void read_comment(reader *r, const char *line) {
    static const char head[] = "# Date: ", form[] = "dddd.dd.dd";
    const char *day = line + sizeof head - 1;
    if (strncmp(line, head, sizeof head - 1) != 0)
        return;
    for (int i = 0; form[i]; i++)
        if (form[i] == '.' ? day[i] != '.' : !isdigit((unsigned char)day[i]) && day[i] != '?')
            return;
    if (!day[sizeof form - 1])
        memcpy(r->record->date, day, sizeof form - 1);
}

static hra_err read_line(reader *r) {
    const char *line = r->line, *text;
    bool known = false;
    if (!*line || *line == '#') {
        read_comment(r, line);
        return HRA_OK;
    }
    if (r->record->finished)
        return fail(r, HRA_EINPUT, _("nothing after 'result' but another 'hra-record'"));
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
    if ((text = after(line, "version")) != NULL)
        return raise_version(r, text);
    if ((text = after(line, "undo")) != NULL)
        return read_undo(r, text);
    if ((text = after(line, "result")) != NULL)
        return read_result(r, text);
    if (line[0] == '*' && line[1] == ' ')
        return read_move(r, HRA_CHANCE, line + 2);
    if (isdigit((unsigned char)line[0]) && line[1] == ' ')
        return read_move(r, line[0] - '0', line + 2);
    return fail(r, HRA_EINPUT, _("a move ('* ...' or '0 ...'), 'undo' or 'result'"));
}

/* Copies the line at text[at] without its end. False at the end of the text, where a line without
 * a newline does not count. */
static hra_err next_line(reader *r, const char *text, size_t length, size_t *at, bool *found) {
    const char *end = *at < length ? memchr(text + *at, '\n', length - *at) : NULL;
    *found = end != NULL;
    if (!end)
        return HRA_OK;
    size_t n = (size_t)(end - text) - *at;
    if (n >= MAX_LINE || memchr(text + *at, '\0', n))
        return hra_fail(r->why, HRA_EINPUT, -1, "line %d: no line of text of under %d characters", r->number,
                        MAX_LINE);
    memcpy(r->line, text + *at, n);
    if (n && r->line[n - 1] == '\r')
        n--;
    r->line[n] = '\0';
    *at = (size_t)(end - text) + 1;
    return HRA_OK;
}

/* ---- headers that were cut off --------------------------------------------------------------*/

/* The last seat is named last. Until then, and without a move, there is no record yet. */
static bool is_cut_off(const hra_record *record) {
    return !record->game ||
           (!record->started && !record->finished && !record->seats[record->game->seats - 1]);
}

static void clear(hra_record *record) {
    hra_track_release(&record->track);
    hra_manners_release(&record->manners);
    hra_game_close(record->game);
    free(record->position);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        free(record->seats[seat]);
    *record = (hra_record){0};
}

/* Does text[at..] hold nothing but a few lines of headers? Looks no further than the first move. */
static bool only_headers(const char *text, size_t length, size_t at) {
    static const char *const words[] = {"hra-record ", "game ", "seed ", "number ", "position ", "dice ",
                                        "seat ",       "name ", "#",     "\n",      "\r"};
    int lines = 0;
    for (const char *end; at < length && (end = memchr(text + at, '\n', length - at)) != NULL;
         at = (size_t)(end - text) + 1) {
        bool known = false;
        if (++lines > MAX_STUB)
            return false;
        for (size_t i = 0; i < sizeof words / sizeof *words && !known; i++)
            known = length - at >= strlen(words[i]) && memcmp(text + at, words[i], strlen(words[i])) == 0;
        if (!known)
            return false;
    }
    return true;
}

static hra_err read_all(reader *r, const char *text, size_t length, size_t *used);

/* Is text[at..] a header that was cut off? */
static bool is_stub(const hra_host *host, const char *text, size_t length, size_t at) {
    hra_record rest = {0};
    reader r = {.record = &rest, .host = host, .number = 1, .first_only = true};
    size_t used;
    bool stub =
        only_headers(text, length, at) && read_all(&r, text + at, length - at, &used) != 0 && r.cut_off;
    clear(&rest);
    return stub;
}

/* ---- a record -------------------------------------------------------------------------------*/

static hra_err end_early(reader *r, bool first) {
    r->cut_off = !first;
    const char *what = first             ? _("this is no record: the first line is not 'hra-record 1'")
                       : r->record->game ? _("the record ends before its last 'seat'")
                                         : _("the record ends before its 'game'");
    return hra_fail(r->why, HRA_EINPUT, -1, "line %d: %s", r->number, what);
}

static hra_err read_all(reader *r, const char *text, size_t length, size_t *used) {
    bool found, first = true;
    size_t at = 0;
    for (;; r->number++) {
        size_t before = at;
        hra_err err = next_line(r, text, length, &at, &found);
        if (err)
            return err;
        if (!found)
            break;
        if (!first && strncmp(r->line, "hra-record ", 11) == 0) {
            if (!is_cut_off(r->record)) {
                *used = !r->first_only && is_stub(r->host, text, length, before) ? length : before;
                break;
            }
            first = true; /* another play was written behind it */
            clear(r->record);
        }
        if (first && (!*r->line || *r->line == '#'))
            continue;
        err = first ? read_version(r) : read_line(r);
        if (err)
            return err;
        first = false;
        r->record->whole = at;
    }
    if (is_cut_off(r->record))
        return end_early(r, first);
    if (!found)
        *used = length;
    return HRA_OK;
}

hra_err hra_record_parse(hra_record **out, const hra_host *host, const char *text, size_t length,
                         size_t *used, int line, hra_error *why) {
    hra_record *record = calloc(1, sizeof *record);
    if (!record)
        return hra_no_memory(why);
    reader r = {.record = record, .host = host, .number = line, .why = why};
    hra_err err = read_all(&r, text, length, used);
    if (err)
        hra_record_close(record);
    else
        *out = record;
    return err;
}

void hra_record_close(hra_record *record) {
    if (!record)
        return;
    clear(record);
    free(record);
}

/* ---- looking --------------------------------------------------------------------------------*/

const hra_game *hra_record_game(const hra_record *record) {
    return record->game;
}

uint64_t hra_record_seed(const hra_record *record) {
    return record->seed;
}

uint64_t hra_record_number(const hra_record *record) {
    return record->number;
}

bool hra_record_manual(const hra_record *record) {
    return record->manual;
}

const char *hra_record_date(const hra_record *record) {
    return record->date;
}

int hra_record_version(const hra_record *record) {
    return record->version;
}

const hra_manners *hra_record_manners(const hra_record *record) {
    return &record->manners;
}

const char *hra_record_name(const hra_record *record, int seat) {
    return record->manners.names[seat];
}

hra_outcome hra_record_outcome(const hra_record *record, int *seat) {
    return hra_manners_outcome(&record->manners, &record->track, seat);
}

hra_adjudication hra_record_adjudication(const hra_record *record) {
    return record->manners.terms.why;
}

double hra_record_seconds(const hra_record *record, int ply) {
    return hra_manners_seconds(&record->manners, ply);
}

bool hra_record_finished(const hra_record *record) {
    return record->finished;
}

const char *hra_record_position(const hra_record *record) {
    return record->position;
}

const char *hra_record_player(const hra_record *record, int seat) {
    return record->seats[seat] ? record->seats[seat] : "";
}

int hra_record_plies(const hra_record *record) {
    return record->track.plies;
}

hra_move hra_record_move(const hra_record *record, int ply) {
    return record->track.moves[ply];
}

int hra_record_mover(const hra_record *record, int ply) {
    return hra_manners_mover_at(&record->manners, &record->track, ply);
}

void hra_record_returns(const hra_record *record, double *out) {
    hra_manners_returns(&record->manners, &record->track, out);
}

const void *hra_record_state(const hra_record *record, int ply) {
    return hra_track_state(&record->track, ply);
}

size_t hra_record_whole(const hra_record *record) {
    return record->whole;
}

hra_err hra_record_write(const hra_record *record, const hra_format *format, hra_text *out) {
    const hra_format *own = record->game->rules->catalogue->formats;
    while (own && own->name && own != format)
        own++;
    if (!own || !own->name)
        return HRA_EFIT; /* it would read the states as those of its own game */
    hra_transcript play = {.game = record->game,
                           .start = hra_record_state(record, 0),
                           .moves = record->track.moves,
                           .plies = record->track.plies,
                           .number = record->number,
                           .date = record->date,
                           .over = hra_record_mover(record, record->track.plies) == HRA_OVER};
    for (int seat = 0; seat < record->game->seats; seat++)
        play.players[seat] =
            *hra_record_name(record, seat) ? hra_record_name(record, seat) : hra_record_player(record, seat);
    if (play.over)
        hra_record_returns(record, play.result);
    format->write(&play, out);
    return out->err;
}
