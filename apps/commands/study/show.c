/* hra show: a board, as text, as a picture, or for programs. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/open_game.h"
#include "commands/output.h"
#include "hra/scene.h"
#include "pictures/film/film.h"
#include "place.h"

static const args_option options[] = {
    {.name = "position", .value = "P", .help = "start from this position"},
    {.name = "moves",
     .value = "MOVE",
     .many = true,
     .help = "play these moves first; the last one is marked"},
    {.name = "ply", .value = "N", .help = "with FILE: draw the position after N plies (default: the last)"},
    {.name = "seat",
     .value = "N",
     .help = "draw as this seat sees it, 0 is the first (default: draw everything)"},
    {.name = "dice", .value = "auto|manual", .help = "manual: with the input for chance moves"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .stream = ARGS_OUTPUT,
     .help = "write to FILE.txt, .svg, .png, .pdf, .gif, .html or .json (default: standard output)",
     .section = N_("Output:")},
    {.name = "svg",
     .value = "[FILE.svg]",
     .ends = PICTURE_ENDINGS,
     .stream = ARGS_OUTPUT,
     .help = "write SVG to FILE.svg; -: standard output"},
    {.name = "json", .help = "print JSON, or write it to FILE: the scene and the input of each move"},
    {.name = "format",
     .letter = 'f',
     .value = "F",
     .help = "text, svg, png, pdf, gif, html or json (default: by the name of FILE)"},
    PICTURE_OPTIONS,
    {.name = "ascii", .help = "use ASCII instead of box characters"},
    {.name = "encoding",
     .value = "NAME",
     .help = "text encoding of FILE, such as cp1250 (default: detected)",
     .section = N_("Files:")},
    STORE_FILES_OPTION,
    RECORDS_OPTIONS,
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

enum { TEXT, SVG, JSON };

typedef struct showing {
    const hra_game *game;
    const args *a;
    hra_scene_view moment;
    unsigned char *state, *before;
    const char *file; /* NULL: standard output */
    int format;
    const char *ending; /* of the picture; NULL: by the name of the file */
    picture_look look;
} showing;

/* Makes the moves that were typed, of chance too. */
static int make_moves(showing *s) {
    const char *const *moves;
    int n = args_values(s->a, "moves", &moves);
    for (int i = 0; i < n; i++) {
        hra_error why = {0};
        hra_move m;
        hra_err err = hra_game_parse_move(s->game, s->state, moves[i], &m, &why);
        if (!err)
            err = hra_game_check_move(s->game, s->state, m);
        if (err && why.code != err)
            hra_fail(&why, err, 0, "%s", err == HRA_EINPUT ? _("illegal move") : hra_err_text(err));
        if (err == HRA_ENOMEM)
            return print_no_memory();
        if (err) {
            print_error(_("show: move %d, '%s': %s"), i + 1, moves[i], why.text);
            return print_exit_status(err);
        }
        memcpy(s->before, s->state, s->game->state_size);
        s->game->rules->apply(s->game, s->state, m);
        s->moment.before = s->before;
        s->moment.last = m;
    }
    return EXIT_DONE;
}

static bool read_looks(showing *s) {
    uint64_t seat;
    s->moment.manual_dice = strcmp(args_text(s->a, "dice", "auto"), "manual") == 0;
    s->moment.seat = -1;
    if (!args_given(s->a, "seat"))
        return true;
    if (!args_number(s->a, "seat", 0, 0, (uint64_t)s->game->seats - 1, &seat))
        return false;
    s->moment.seat = (int)seat;
    return true;
}

/* --svg names a file, as --output does. It was a word about that of --output before, and can be still. */
static bool read_files(showing *s) {
    const char *picture = args_text(s->a, "svg", NULL);
    s->file = args_text(s->a, "output", NULL);
    if (picture && (s->file || args_given(s->a, "json") || args_given(s->a, "format"))) {
        print_error(_("show: --svg and --output both name the file; use one of them"));
        return false;
    }
    s->file = picture ? picture : s->file;
    return true;
}

/* --format. */
static bool read_named_format(showing *s, const char *name) {
    static const char *const names[] = {"text", "svg", "png", "pdf", "gif", "html", "json", NULL},
                             *const endings[] = {".txt", ".svg", ".png", ".pdf", ".gif", ".html", ".json"};
    int i = 0;
    while (names[i] && strcmp(names[i], name) != 0)
        i++;
    if (!names[i]) {
        const char *guess = hra_did_you_mean(name, names);
        if (guess)
            print_error(_("show: --format takes text, svg, png, pdf, gif, html or json, not '%s'; did you "
                          "mean '%s'?"),
                        name, guess);
        else
            print_error(_("show: --format takes text, svg, png, pdf, gif, html or json, not '%s'"), name);
        return false;
    }
    s->format = i == 0 ? TEXT : names[i + 1] ? SVG : JSON;
    s->ending = s->format == SVG ? endings[i] : NULL;
    return !s->file || !output_misleads(s->file, endings[i]) ||
           output_ends("show", "output", s->file, endings[i]);
}

/* What --json or --svg names, else what the file's name ends with; without an ending it is text. */
static bool read_format(showing *s) {
    static const char *const endings[] = {".txt", PICTURE_ENDINGS, ".json"};
    bool named = args_given(s->a, "json") || args_given(s->a, "svg");
    const char *format = args_text(s->a, "format", NULL);
    if (format && args_given(s->a, "json") && strcmp(format, "json") != 0) {
        print_error("%s", _("show: --json and --format both name the format; use one of them"));
        return false;
    }
    if (format)
        return read_named_format(s, format);
    if (named)
        s->format = args_given(s->a, "json") ? JSON : SVG;
    if (s->format == SVG && (!s->file || !output_is(s->file, PICTURE_ENDINGS)))
        s->ending = ".svg";
    if (named && s->file && output_misleads(s->file, endings[s->format]))
        return output_ends("show", "output", s->file, endings[s->format]);
    if (named || !s->file || !*output_ending(s->file))
        return true;
    while (s->format <= JSON && !output_is(s->file, endings[s->format]))
        s->format++;
    return s->format <= JSON ||
           output_ends("show", "output", s->file, ".txt .svg .png .pdf .gif .html .json");
}

/* ---- ways to show it ------------------------------------------------------------------------*/

/* The state as the seat may see it; NULL: no memory. */
static unsigned char *look_at(const showing *s) {
    unsigned char *seen = malloc(s->game->state_size);
    if (seen)
        memcpy(seen, s->state, s->game->state_size);
    if (seen && s->moment.seat >= 0)
        hra_game_view(s->game, s->state, s->moment.seat, seen);
    return seen;
}

static hra_err show_text(const showing *s, hra_text *out) {
    hra_board_style look = print_style(s->moment.seat);
    look.unicode = look.unicode && !args_given(s->a, "ascii");
    look.color = look.color && !s->file;
    unsigned char *seen = look_at(s);
    if (!seen)
        return HRA_ENOMEM;
    s->game->rules->text->show(s->game, seen, &look, out);
    free(seen);
    return HRA_OK;
}

static hra_err add_json(const showing *s, const hra_scene *scene, hra_text *out) {
    hra_json json = hra_json_begin(out);
    unsigned char *seen = look_at(s);
    hra_text position;
    if (!seen)
        return HRA_ENOMEM;
    hra_text_init(&position);
    s->game->rules->text->write_position(s->game, seen, &position);
    hra_json_object(&json, NULL);
    hra_json_text(&json, "game", s->game->spec);
    hra_json_text(&json, "position", hra_text_string(&position));
    hra_json_scene(&json, "board", scene, HRA_SCENE_BOARD);
    hra_json_scene(&json, "now", scene, HRA_SCENE_NOW);
    hra_json_scene_input(&json, "presses", scene);
    hra_json_end(&json);
    hra_text_add_char(out, '\n');
    hra_err err = position.err;
    hra_text_release(&position);
    free(seen);
    return err;
}

static hra_err show_scene(const showing *s, bool json, hra_text *out) {
    hra_scene *scene = NULL;
    hra_err err = hra_scene_open(&scene, s->game, NULL);
    if (!err)
        err = hra_scene_set(scene, &s->moment);
    if (!err && json)
        err = add_json(s, scene, out);
    else if (!err && (s->look.title || !s->look.caption))
        err = film_still(s->game, &s->moment,
                         &(film_look){.title = picture_title(&s->look, ""), .caption = s->look.caption}, out);
    else if (!err)
        hra_scene_svg(scene, NULL, out);
    hra_scene_close(scene);
    return err;
}

static int show(const showing *s) {
    hra_text out;
    hra_text_init(&out);
    hra_err err = s->format == TEXT ? show_text(s, &out) : show_scene(s, s->format == JSON, &out);
    int status = EXIT_FAILED;
    if (err)
        print_error("%s", hra_err_text(err));
    else if (s->format == SVG)
        status = output_write_svg(s->file, s->ending, &out, &s->look,
                                  s->look.title ? s->look.title : s->game->spec);
    else
        status = output_write(s->file, &out);
    hra_text_release(&out);
    return status;
}

/* Takes what was found: the last move that led there is marked. */
static int take_place(showing *s, const place *found) {
    s->game = found->setup->game;
    s->state = found->state;
    s->before = found->before;
    if (s->before) {
        s->moment.before = s->before;
        s->moment.last = found->last;
    } else if (s->game) {
        s->before = malloc(s->game->state_size);
    }
    s->moment.state = s->state;
    return s->before || !s->game ? EXIT_DONE : print_no_memory();
}

static int run(const args *a) {
    setup opened = {0};
    uint64_t seat; /* of the game's seats, when it is open */
    showing s = {.a = a};
    if (!read_files(&s) || !read_format(&s) || !picture_look_read(a, s.format == SVG, &s.look) ||
        !args_number(a, "seat", 0, 0, HRA_MAX_SEATS - 1, &seat))
        return EXIT_WRONG;
    if (args_given(a, "svg") && !args_text(a, "svg", NULL))
        print_error(_(
            "show: --svg without a file is deprecated; use --svg FILE.svg, or --svg - for standard output"));
    place found = {.args = a, .setup = &opened};
    int status = place_find(&found), taken = take_place(&s, &found);
    status = status ? status : taken;
    if (!status)
        status = read_looks(&s) ? make_moves(&s) : EXIT_WRONG;
    if (!status && found.head && s.format == TEXT && !s.file)
        print(_("%s\n%s, ply %d of %d\n"), found.head, s.game->spec, found.ply, found.plies);
    if (!status)
        status = show(&s);
    free(s.state);
    free(s.before);
    free(found.head);
    setup_release(&opened);
    return status;
}

const args_command command_show = {
    .name = "show",
    .synopsis = "GAME|POSITION|FILE",
    .summary = "draw a position",
    .group = ARGS_STUDY,
    .details = "Draws the board as text, or as a picture if FILE ends with .svg. The side to\n"
               "move and the last move are marked.\n"
               "\n"
               "  hra show checkers\n"
               "  hra show tictactoe --moves b2 a1 c3 -o board.svg\n"
               "  hra show game.pdn --ply 12\n",
    .notes = "A POSITION is a text that only one game can read, such as an XGID. FILE contains\n"
             "positions, one per line, or games (records, PDN, PGN, match files), of which the last\n"
             "one counts; - is standard input.\n"
             "\n"
             "docs/scene.md describes the scene that --json prints.\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
