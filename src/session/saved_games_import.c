/* Games as other programs write them (PDN, match files), made into records. */
#include "core/lines.h"
#include "core/messages.h"
#include "hra/game_file.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

enum { PLAYS = 500 }; /* of a text at most, each of which becomes an entry */

bool hra_kept_is_own(const char *text, size_t length) {
    static const char begins[] = "hra-record ";
    return strncmp(text + hra_lines_mark(text, length), begins, sizeof begins - 1) == 0;
}

/* "file, line 3, character 7: ..." */
static hra_err tell_fault(const char *name, const hra_fault *fault, hra_error *told) {
    return fault->remark ? HRA_OK
                         : hra_place_fail(told, HRA_EINPUT, name, fault->line, fault->column, fault->text);
}

hra_err hra_kept_translate(const hra_session *s, const char *name, const hra_text *text, hra_text *out,
                           hra_error *told, hra_error *why) {
    hra_err damaged = HRA_OK;
    hra_host host = s->host; /* the text is not trusted: it may name any program */
    host.run = NULL;
    const hra_game_file_setup setup = {.size = sizeof setup,
                                       .host = &host,
                                       .name = name,
                                       .text = hra_text_string(text),
                                       .length = text->length};
    hra_game_file *file;
    const hra_game_found *found;
    hra_error inner;
    hra_err err = hra_game_file_open(&file, &setup, &inner);
    if (err)
        return hra_fail(why, err, -1, "%.120s: %s", name, inner.text);
    while ((err = hra_game_file_next(file, &found, why)) == 0 && found) {
        for (int i = 0; i < found->fault_count && !damaged; i++)
            damaged = tell_fault(name, &found->faults[i], told);
        bool nothing = found->fault_count && found->record && !hra_record_info(found->record)->plies;
        if (found->record && !nothing)
            err = hra_record_text(found->record, out);
        if (err)
            break;
    }
    hra_game_file_close(file);
    if (!err && !out->length && damaged)
        err = hra_fail_as(why, told);
    return err;
}

/* "plays/mine.pdn" is kept as plays/mine.hra, or of several plays as plays/mine-1.hra and so on. */
static hra_err name_entry(const char *name, int number, char out[HRA_STORE_NAME], hra_error *why) {
    const char *file = strrchr(name, '/') ? strrchr(name, '/') + 1 : name, *dot = strrchr(file, '.');
    int length = (int)(dot && dot > file ? dot - name : (long)strlen(name));
    int n = number ? hra_snprintf(out, HRA_STORE_NAME, "%.*s-%d.hra", length, name, number)
                   : hra_snprintf(out, HRA_STORE_NAME, "%.*s.hra", length, name);
    return n > 0 && n < HRA_STORE_NAME ? HRA_OK
                                       : hra_fail(why, HRA_EINPUT, -1, "%.80s...: name too long", name);
}

/* The seat that a line of a header gives to somebody, and who that is; negative: none. */
static int seat_of(hra_lines *l, char who[HRA_SPEC_LENGTH]) {
    if (!hra_lines_key(l, "seat"))
        return -1;
    int seat = hra_lines_digits(l, 1);
    return seat >= 0 && hra_lines_take(l, " ") && hra_lines_rest(l, who, HRA_SPEC_LENGTH) ? seat : -1;
}

static bool is_player(const hra_game *game, const char *spec) {
    hra_player *check = NULL;
    bool known = hra_player_placeholder(&check, game, spec, NULL) == 0;
    hra_player_close(check);
    return known;
}

/* Appends a record that has only known players in its seats: any other name becomes a person of that name,
 * so that the game can be resumed. `named`: with the names, for which the record must be of version 2. */
static void seat_people(const hra_game *game, const char *text, size_t length, bool named, hra_text *out) {
    hra_text names;
    hra_lines l;
    char who[HRA_SPEC_LENGTH];
    hra_text_init(&names);
    hra_lines_open(&l, text, length, 1, NULL);
    while (hra_lines_next(&l)) {
        bool about_seats = hra_lines_left(&l) >= 4 && strncmp(l.at, "seat", 4) == 0;
        int seat = seat_of(&l, who);
        if (seat < 0 && l.number > 1 && names.length && !about_seats) {
            hra_text_add_bytes(out, names.data, names.length);
            hra_text_clear(&names);
        }
        if (l.number == 1 && named) {
            hra_text_add(out, "hra-record 2\n");
        } else if (seat >= 0 && !is_player(game, who)) {
            hra_text_addf(out, "seat %d human\n", seat);
            if (named && *who)
                hra_text_addf(&names, "name %d %s\n", seat, who);
        } else {
            hra_text_add_bytes(out, l.start, (size_t)(l.next - l.start));
        }
    }
    hra_text_add_bytes(out, hra_text_string(&names), names.length);
    out->err = out->err ? out->err : names.err;
    hra_text_release(&names);
}

/* The first record, to be put into the store; *used: where the next one begins. */
static hra_err take_record(const hra_host *host, const hra_text *records, size_t at, size_t *used,
                           hra_text *out, hra_error *why) {
    hra_record *record, *again = NULL;
    size_t ignored;
    const char *text = records->data + at;
    hra_err err = hra_record_parse(&record, host, text, records->length - at, used, 1, why);
    if (err)
        return err;
    seat_people(hra_record_info(record)->game, text, *used, true, out);
    if (hra_record_parse(&again, host, hra_text_string(out), out->length, &ignored, 1, NULL) != 0) {
        hra_text_clear(out); /* a name that is none here */
        seat_people(hra_record_info(record)->game, text, *used, false, out);
    }
    hra_record_close(again);
    hra_record_close(record);
    return out->err ? hra_no_memory(why) : HRA_OK;
}

/* Each play of another program becomes an entry of its own. */
static hra_err put_all(hra_session *s, const char *name, const hra_text *records, hra_error *why) {
    hra_host host = s->host; /* the text is not trusted: it may name any program */
    host.run = NULL;
    hra_text *play = calloc(PLAYS, sizeof *play);
    hra_err err = play ? HRA_OK : hra_no_memory(why);
    int count = 0;
    for (size_t at = 0, used; at < records->length && !err; at += used)
        if (count == PLAYS) {
            err = hra_fail(why, HRA_ELIMIT, -1, "a file can add at most %d games", PLAYS);
        } else {
            hra_text_init(&play[count]);
            err = take_record(&host, records, at, &used, &play[count++], why);
        }
    if (!err && !count)
        err = hra_fail(why, HRA_EINPUT, -1, "the file contains no game");
    for (int i = 0; i < count && !err; i++) {
        char entry[HRA_STORE_NAME];
        err = name_entry(name, count > 1 ? i + 1 : 0, entry, why);
        if (!err)
            err = hra_kept_put(s, entry, play[i].data, play[i].length, why);
    }
    for (int i = 0; i < count; i++)
        hra_text_release(&play[i]);
    free(play);
    return err;
}

hra_err hra_kept_import(hra_session *s, const char *name, const char *text, hra_error *why) {
    hra_text records, all;
    hra_error told = {0};
    size_t length = strlen(text);
    if (hra_kept_is_own(text, length))
        return hra_kept_put(s, name, text, length, why);
    hra_text_init(&records);
    hra_text_init(&all);
    hra_text_add_bytes(&all, text, length);
    hra_err err = hra_kept_translate(s, name, &all, &records, &told, why);
    if (!err)
        err = put_all(s, name, &records, why);
    if (!err && told.code)
        hra_emit_error(s, NULL, true, &told, NULL);
    hra_text_release(&all);
    hra_text_release(&records);
    return err;
}
