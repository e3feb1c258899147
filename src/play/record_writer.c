/* Writing the record of a play. */
#include "core/utf8.h"
#include "play/play_object.h"
#include "rules/game_properties.h"

static hra_err write_line(hra_play *play) {
    if (play->line.err)
        return play->line.err;
    hra_err err = play->setup.sink(play->setup.sink_self, play->line.data, play->line.length);
    if (err)
        hra_fail(&play->why, err, -1, "the record could not be written: %s", hra_err_text(err));
    return err;
}

/* The header names version 2 if it is known by then that the record needs it. */
static void add_names(hra_play *play, hra_text *out) {
    for (int seat = 0; seat < play->setup.game->seats; seat++)
        if (play->manners.names[seat][0])
            hra_text_addf(out, "name %d %s\n", seat, play->manners.names[seat]);
}

static bool has_names(const hra_play *play) {
    bool found = false;
    for (int seat = 0; seat < play->setup.game->seats; seat++)
        found = found || play->manners.names[seat][0];
    return found;
}

static hra_err write_header(hra_play *play) {
    hra_text *line = &play->line;
    const hra_game *game = play->setup.game;
    int version = play->version < 2 && (play->setup.times || has_names(play)) ? 2 : play->version;
    hra_text_clear(line);
    hra_text_addf(line, "hra-record %d\ngame %s\nseed %llu\nnumber %llu\n", version, game->spec,
                  (unsigned long long)play->setup.seed, (unsigned long long)play->number);
    if (play->setup.position || play->start) {
        hra_text_add(line, "position ");
        game->rules->text->write_position(game, hra_track_state(&play->track, 0), line);
        hra_text_add_char(line, '\n');
    }
    if (play->setup.manual_chance)
        hra_text_add(line, "dice manual\n");
    for (int seat = 0; seat < game->seats; seat++)
        hra_text_addf(line, "seat %d %s\n", seat, hra_player_info_of(hra_play_seated(play, seat))->spec);
    add_names(play, line);
    hra_err err = write_line(play);
    if (!err) {
        play->header_written = true;
        play->version = version;
    }
    return err;
}

/* Begins a line that needs this version, with what has to stand before it. */
static hra_err begin_line(hra_play *play, int version) {
    if (!play->header_written) {
        int before = play->version;
        play->version = version > before ? version : before;
        hra_err err = write_header(play);
        if (err) {
            play->version = before;
            return err;
        }
    }
    hra_text_clear(&play->line);
    if (play->version < version)
        hra_text_addf(&play->line, "version %d\n", version);
    return HRA_OK;
}

static hra_err end_line(hra_play *play, int version) {
    hra_text_add_char(&play->line, '\n');
    hra_err err = write_line(play);
    if (!err && play->version < version)
        play->version = version;
    return err;
}

hra_err hra_play_write_move(hra_play *play, int ply) {
    if (!play->setup.sink)
        return HRA_OK;
    const hra_game *game = play->setup.game;
    const void *s = hra_track_state(&play->track, ply);
    int mover = play->track.movers[ply], version = hra_is_concession(game, s, play->track.moves[ply]) ? 4 : 1;
    hra_err err = begin_line(play, version);
    if (err)
        return err;
    if (mover == HRA_CHANCE)
        hra_text_add(&play->line, "* ");
    else
        hra_text_addf(&play->line, "%d ", mover);
    game->rules->text->show_move(game, s, play->track.moves[ply], &play->line);
    hra_text_add_char(&play->line, '\n');
    bool timed = play->setup.times && hra_manners_seconds(&play->manners, ply) >= 0;
    if (timed) {
        if (play->version < 2) /* a record of version 1 is gone on with */
            hra_text_add(&play->line, "version 2\n");
        version = version > 2 ? version : 2;
        hra_text_addf(&play->line, "time %.3f\n", hra_manners_seconds(&play->manners, ply));
    }
    err = write_line(play);
    if (!err && play->version < version)
        play->version = version;
    return err;
}

hra_err hra_play_write_manner(hra_play *play, const char *word, int number, const char *text) {
    hra_err err = play->setup.sink ? begin_line(play, 2) : HRA_OK;
    if (err || !play->setup.sink)
        return err;
    hra_text_addf(&play->line, "%s %d%s%s", word, number, text && *text ? " " : "", text ? text : "");
    return end_line(play, 2);
}

hra_err hra_play_write_adjudicated(hra_play *play, hra_adjudication why, double first) {
    hra_err err = play->setup.sink ? begin_line(play, 3) : HRA_OK;
    if (err || !play->setup.sink)
        return err;
    hra_text_addf(&play->line, "adjudicated %s %.17g", hra_adjudication_name(why), first + 0.0);
    return end_line(play, 3);
}

hra_err hra_play_write_note(hra_play *play, int seat, const char *text) {
    if (!play->setup.sink)
        return HRA_OK;
    hra_text_clear(&play->line);
    hra_text_addf(&play->line, "# seat %d: ", seat);
    for (; *text; text++)
        hra_text_add_char(&play->line, *text == '\n' || *text == '\r' ? ' ' : *text);
    hra_text_add_char(&play->line, '\n');
    return write_line(play);
}

/* A backslash stands before n for a new line, and before another one, as in record_text.c. */
hra_err hra_play_write_comment(hra_play *play, const char *text) {
    hra_err err = play->setup.sink ? begin_line(play, 1) : HRA_OK;
    if (err || !play->setup.sink)
        return err;
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
        length--;
    hra_text_add(&play->line, "#: comment ");
    for (size_t at = 0, size; at < length; at += size) {
        uint32_t code;
        size = hra_utf8_decode(text + at, length - at, &code);
        if (text[at] == '\n' || text[at] == '\\')
            hra_text_add(&play->line, text[at] == '\n' ? "\\n" : "\\\\");
        else if (size == 0 || hra_is_steering(code))
            hra_text_add(&play->line, text[at] == '\r' ? "" : text[at] == '\t' ? "    " : "?");
        else
            hra_text_add_bytes(&play->line, text + at, size);
        size = size ? size : 1;
    }
    return end_line(play, 1);
}

hra_err hra_play_write_undo(hra_play *play, int plies) {
    if (!play->setup.sink || !play->header_written)
        return HRA_OK;
    hra_text_clear(&play->line);
    hra_text_addf(&play->line, "undo %d\n", plies);
    return write_line(play);
}

hra_err hra_play_write_result(hra_play *play) {
    if (!play->setup.sink || play->result_written)
        return HRA_OK;
    const hra_game *game = play->setup.game;
    double value[HRA_MAX_SEATS];
    hra_manners_returns(&play->manners, &play->track, value);
    hra_text_clear(&play->line);
    hra_text_add(&play->line, "result");
    for (int seat = 0; seat < game->seats; seat++)
        hra_text_addf(&play->line, " %.17g", value[seat] + 0.0); /* a draw may be worth -0 */
    hra_text_add_char(&play->line, '\n');
    hra_err err = write_line(play);
    play->result_written = !err;
    return err;
}
