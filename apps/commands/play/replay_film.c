/* hra replay --output: a game as a picture. */
#include "replay_film.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "commands/output.h"
#include "commands/records.h"
#include "pictures/film/film.h"

typedef struct projector {
    const args *a;
    const char *file, *ending;
    picture_look look;
    double fps;
    uint64_t frame; /* --frame */
    bool one, each; /* it was given; --frames */
    int games;      /* found so far */
    int first;      /* the frame that is number 0 of a source */
    film *film;
} projector;

bool replay_film_asked(const args *a, const char **option) {
    static const char *const options[] = {"title", "no-caption", "width", "fps", "frame", "frames", NULL};
    int i = 0;
    while (options[i] && !args_given(a, options[i]))
        i++;
    *option = options[i];
    return options[i] != NULL;
}

/* ---- what a picture is made of ----------------------------------------------------------------*/

static void add_frame(void *self, int frame, hra_text *out) {
    const projector *p = self;
    film_frame(p->film, p->first + frame, out);
}

static double seconds_of(void *self, int frame) {
    return film_seconds(((const projector *)self)->film, frame);
}

static void add_animation(void *self, hra_text *out) {
    film_animation(((const projector *)self)->film, out);
}

static void add_caption(void *self, int frame, hra_text *out) {
    film_caption(((const projector *)self)->film, frame, out);
}

static int write_frames(projector *p, const char *file, int first, int count, const char *title) {
    p->first = first;
    const picture_source from = {.self = p,
                                 .count = count,
                                 .frame = add_frame,
                                 .seconds = seconds_of,
                                 .animation = add_animation,
                                 .caption = add_caption,
                                 .title = title,
                                 .width = p->look.width};
    return output_write_picture(file, p->ending, &from);
}

/* "game-007.svg": with as many digits as the last number has, three at least. */
static void add_name(const projector *p, int frame, hra_text *out) {
    const size_t stem = strlen(p->file) - strlen(output_ending(p->file));
    int digits = 3;
    for (int n = film_frames(p->film) - 1; n >= 1000; n /= 10)
        digits++;
    hra_text_addf(out, "%.*s-%0*d%s", (int)stem, p->file, digits, frame, p->ending);
}

static int write_each(projector *p, const char *title) {
    const int count = film_frames(p->film);
    int status = EXIT_DONE;
    for (int frame = 0; frame < count && !status; frame++) {
        hra_text name;
        hra_text_init(&name);
        add_name(p, frame, &name);
        print_reached(_("frame %d of %d"), frame + 1, count);
        status = name.err              ? print_no_memory()
                 : print_interrupted() ? EXIT_INTERRUPTED
                                       : write_frames(p, hra_text_string(&name), frame, 1, title);
        hra_text_release(&name);
    }
    return status;
}

static int show_film(projector *p, const char *title) {
    const int count = film_frames(p->film);
    if (p->one && p->frame >= (uint64_t)count) {
        print_error(_n("replay: --frame %llu: the game has %d ply",
                       "replay: --frame %llu: the game has %d plies", (uint64_t)count - 1),
                    (unsigned long long)p->frame, count - 1);
        return EXIT_WRONG;
    }
    return p->each  ? write_each(p, title)
           : p->one ? write_frames(p, p->file, (int)p->frame, 1, title)
                    : write_frames(p, p->file, 0, count, title);
}

static int show(void *self, const record_found *found) {
    projector *p = self;
    const char *title = hra_record_info(found->record)->game->spec;
    const film_look look = {.title = p->look.title     ? p->look.title
                                     : p->look.caption ? NULL
                                                       : "",
                            .caption = p->look.caption,
                            .seconds = 1 / p->fps};
    if (p->games++) {
        print_error("%s", _("replay: a picture shows one game, and there are several; choose one by --game"));
        return EXIT_WRONG;
    }
    if (film_open(&p->film, found->record, &look))
        return print_no_memory();
    const int status = show_film(p, p->look.title ? p->look.title : title);
    film_close(p->film);
    return status;
}

/* ---- options --------------------------------------------------------------------------------*/

static bool read_fps(projector *p) {
    const char *text = args_text(p->a, "fps", NULL), *end;
    p->fps = 1;
    if (!text || (hra_number_read(text, &end, &p->fps) && !*end && p->fps >= 0.01 && p->fps <= 50))
        return true;
    print_error(_("replay: --fps takes a number from 0.01 to 50, not '%s'"), text);
    return false;
}

static bool read_frames(projector *p) {
    const bool still = strcasecmp(p->ending, ".png") == 0;
    p->one = args_given(p->a, "frame");
    p->each = args_given(p->a, "frames");
    if (!args_number(p->a, "frame", 0, 0, INT32_MAX, &p->frame))
        return false;
    if (p->one && p->each)
        print_error("%s", _("replay: --frame and --frames exclude each other"));
    else if (p->each && (!p->file || strcmp(p->file, "-") == 0))
        print_error("%s", _("replay: --frames writes files; name them by --output"));
    else if (args_given(p->a, "fps") && (p->one || p->each || still || strcasecmp(p->ending, ".pdf") == 0))
        print_error("%s", _("replay: --fps is for a game as SVG, GIF or HTML, without --frame and --frames"));
    else if (still && !p->one && !p->each)
        print_error("%s",
                    _("replay: PNG holds one picture; add --frame N or --frames, or name a file that ends "
                      "with .gif"));
    else
        return true;
    return false;
}

int replay_film(const args *a, const char *path, const char *file, const char *ending) {
    projector p = {.a = a, .file = file, .ending = ending};
    if (!picture_look_read(a, true, &p.look) || !read_fps(&p) || !read_frames(&p))
        return EXIT_WRONG;
    return records_each(a, path, show, &p);
}
