/* A deck as a text file for Anki's import (https://docs.ankiweb.net/importing/text-files.html): a line a card, fields
 * between tabs. An import again updates the notes with the same guid, and leaves what Anki knows of their learning. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "deck_object.h"
#include "hra/scene.h"

static const char head[] = "#separator:tab\n#html:true\n#guid column:1\n#tags column:4\n";

/* ---- fields: no tab, no end of a line -------------------------------------------------------*/

/* Appends text whose lines stay lines of equal letters. */
static void add_lines(char *text, hra_text *out) {
    for (char *tab = strchr(text, '\t'); tab; tab = strchr(tab, '\t'))
        *tab = ' ';
    hra_text_add(out, "<pre style=\"display:inline-block;text-align:left\">");
    for (char *line = text; *line;) {
        char *end = line + strcspn(line, "\n");
        const bool more = *end && end[1];
        char *next = *end ? end + 1 : end;
        *end = '\0';
        hra_text_add_xml(out, line);
        hra_text_add(out, more ? "<br>" : "");
        line = next;
    }
    hra_text_add(out, "</pre>");
}

/* Appends what one of the functions of exercises writes. */
static hra_err add_written(const hra_exercise *x, bool question, hra_text *out) {
    hra_text text;
    hra_text_init(&text);
    hra_err err = question ? hra_exercise_question(x, true, &text) : hra_exercise_answer(x, NULL, &text);
    if (!err && text.length)
        add_lines(text.data, out);
    hra_text_release(&text);
    return err;
}

/* Appends the board as its seat to move sees it. */
static hra_err add_board(const hra_game *game, const void *state, hra_text *out) {
    hra_scene *scene = NULL;
    const hra_scene_view view = {.state = state, .seat = game->rules->to_move(game, state)};
    hra_err err = hra_scene_open(&scene, game, NULL);
    if (!err)
        err = hra_scene_set(scene, &view);
    const size_t from = out->length;
    if (!err)
        hra_scene_svg(scene, NULL, out);
    for (size_t i = from; i < out->length; i++) /* they are between elements only */
        if (out->data[i] == '\n')
            out->data[i] = ' ';
    hra_scene_close(scene);
    return err ? err : out->err;
}

/* Appends the names of all that is asked of a tree. */
static void add_items(const hra_exercise *x, hra_text *out) {
    char name[HRA_EXERCISE_ITEM];
    hra_text_add(out, "<div>");
    hra_text_add_xml(out, _("Fill in:"));
    for (int i = 0; hra_exercise_item(x, i, name); i++) {
        hra_text_add_char(out, ' ');
        hra_text_add_xml(out, name);
    }
    hra_text_add(out, "</div>");
}

static hra_err add_front(const hra_exercise *x, hra_text *out) {
    const char *title = hra_exercise_info_of(x)->title;
    const void *state;
    const hra_game *game = hra_exercise_game(x, &state);
    if (*title) {
        hra_text_add(out, "<div>");
        hra_text_add_xml(out, title);
        hra_text_add(out, "</div>");
    }
    hra_err err = game ? add_board(game, state, out) : add_written(x, true, out);
    if (strcmp(hra_exercise_info_of(x)->kind, "fill") == 0)
        add_items(x, out);
    if (!game)
        return err;
    char text[200];
    (void)hra_snprintf(text, sizeof text, _("%s to move: find the best move."),
                       hra_game_seat_name(game, game->rules->to_move(game, state)));
    hra_text_add(out, "<div>");
    hra_text_add_xml(out, text);
    hra_text_add(out, "</div>");
    return err;
}

/* Appends the game without its options, and the kind: tags are words without blanks. */
static void add_tags(const hra_exercise_info *info, hra_text *out) {
    char game[HRA_NAME_LENGTH];
    (void)hra_snprintf(game, sizeof game, "%.*s", (int)strcspn(info->game, ": \t"), info->game);
    hra_text_add_xml(out, game);
    hra_text_addf(out, " %s", info->kind);
}

/* ---- the file -------------------------------------------------------------------------------*/

static hra_err add_card(const deck_card *card, const hra_host *host, hra_text *out, hra_error *why) {
    hra_exercise *x = NULL;
    hra_error wrong;
    hra_err err = hra_exercise_open(&x, host, card->text, card->length, &wrong);
    if (err)
        return hra_is_lack(err) ? hra_fail_as(why, &wrong)
                                : hra_fail(why, err, -1, "card %s: %s", card->name, wrong.text);
    hra_text_addf(out, "%s\t", card->name);
    err = add_front(x, out);
    hra_text_add_char(out, '\t');
    if (!err)
        err = add_written(x, false, out);
    hra_text_add_char(out, '\t');
    add_tags(hra_exercise_info_of(x), out);
    hra_text_add_char(out, '\n');
    hra_exercise_close(x);
    err = err ? err : out->err;
    return err ? hra_fail_code(why, err) : HRA_OK;
}

hra_err hra_deck_anki(const hra_deck *deck, const hra_host *host, hra_text *out, hra_error *why) {
    hra_err err = HRA_OK;
    hra_text_add(out, head);
    for (int i = 0; !err && i < deck->card_count; i++)
        err = add_card(&deck->cards[i], host, out, why);
    if (!err && out->err)
        err = hra_no_memory(why);
    return err;
}

hra_err hra_deck_add(hra_deck *deck, const hra_exercise *exercise, bool *added, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_exercise_write(exercise, &text) ? hra_no_memory(why) : HRA_OK;
    if (!err)
        err = hra_deck_add_text(deck, text.data, text.length, added, why);
    hra_text_release(&text);
    return err;
}
