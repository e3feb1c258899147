/* SVG, PNG, PDF, GIF and HTML. */
#include "picture_file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "convert.h"
#include "pictures/attributes/attributes.h"
#include "pictures/html/html.h"
#include "pictures/raster/gif.h"
#include "pictures/raster/png.h"

typedef enum format { SVG, PNG, PDF, GIF, HTML, FORMATS } format;

static format format_of(const char *ending) {
    static const char *const endings[FORMATS] = {".svg", ".png", ".pdf", ".gif", ".html"};
    format f = SVG;
    while (f < FORMATS && strcasecmp(ending, endings[f]) != 0)
        f++;
    return f < FORMATS ? f : SVG;
}

bool picture_can_make(const char *file, const char *ending) {
    const format f = format_of(ending);
    if ((f == PNG || f == PDF || f == GIF) && !convert_is_there())
        print_error(_("%s: PNG, PDF and GIF are made by rsvg-convert, which is not installed (Debian: "
                      "librsvg2-bin); name a file that ends with .svg"),
                    file);
    else if (f == GIF && !png_can_read())
        print_error(
            _("%s: this hra was built without zlib, which GIF takes; name a file that ends with .svg"), file);
    else
        return true;
    return false;
}

/* ---- sizes ----------------------------------------------------------------------------------*/

/* The value of an attribute of the first element: a number behind `name` and a quote. NULL: it has none. */
static const char *find_number(const char *svg, const char *name, double *value, const char **end) {
    const char *close = strchr(svg, '>'), *at = svg;
    const size_t length = strlen(name);
    while ((at = strstr(at, name)) != NULL && at < close) {
        at += length;
        if (at[0] == '=' && (at[1] == '"' || at[1] == '\'') && hra_number_read(at + 2, end, value))
            return at + 2;
    }
    return NULL;
}

/* Appends a picture that is as wide as was asked for; its height follows. */
static void add_sized(const hra_text *svg, int width, hra_text *out) {
    const char *from = hra_text_string(svg), *wide_end, *high_end;
    double w, h;
    const char *wide = width ? find_number(from, " width", &w, &wide_end) : NULL,
               *high = wide ? find_number(from, " height", &h, &high_end) : NULL;
    if (!high || high < wide || w <= 0) {
        hra_text_add(out, from);
        return;
    }
    hra_text_add_bytes(out, from, (size_t)(wide - from));
    hra_text_addf(out, "%d", width);
    hra_text_add_bytes(out, wide_end, (size_t)(high - wide_end));
    hra_text_addf(out, "%g", round(h * width / w));
    hra_text_add(out, high_end);
}

/* The SVG of a frame, or of all as an animation (-1). */
static void add_picture(const picture_source *from, int frame, hra_text *out) {
    hra_text svg, plain;
    hra_text_init(&svg);
    if (frame < 0)
        from->animation(from->self, &svg);
    else
        from->frame(from->self, frame, &svg);
    if (!svg.err) {
        hra_text_init(&plain);
        attributes_add(hra_text_string(&svg), &plain);
        add_sized(&plain, from->width, out);
        out->err = out->err ? out->err : plain.err;
        hra_text_release(&plain);
    }
    out->err = out->err ? out->err : svg.err;
    hra_text_release(&svg);
}

static bool is_film(const picture_source *from) {
    return from->count > 1;
}

/* ---- pages ----------------------------------------------------------------------------------*/

/* The picture without a script, which the policy of the page forbids. */
static void add_still(const char *svg, hra_text *out) {
    const char *script = strstr(svg, "<script>"), *end = script ? strstr(script, "</script>") : NULL;
    if (!end) {
        hra_text_add(out, svg);
        return;
    }
    hra_text_add_bytes(out, svg, (size_t)(script - svg));
    hra_text_add(out, end + strlen("</script>"));
}

static void make_html(const picture_source *from, hra_text *out) {
    static const char *const style[] = {
        "body{margin:1rem auto;max-width:60rem;padding:0 1rem;background:#fff;color:#111;"
        "font:16px/1.5 Helvetica,Arial,'DejaVu Sans',sans-serif}"
        "svg{display:block;max-width:100%;height:auto;margin:0 auto}ol{columns:16rem}\n"};
    hra_text svg, line;
    hra_text_init(&svg);
    hra_text_init(&line);
    add_picture(from, is_film(from) ? -1 : 0, &svg);
    html_begin(out, from->title, style, 1);
    hra_text_add(out, "<main>\n");
    add_still(hra_text_string(&svg), out);
    if (is_film(from)) {
        hra_text_add(out, "<ol start=\"0\">\n");
        for (int i = 0; i < from->count; i++) {
            hra_text_clear(&line);
            from->caption(from->self, i, &line);
            html_element(out, "li", "", hra_text_string(&line));
            hra_text_add(out, "\n");
        }
        hra_text_add(out, "</ol>\n");
    }
    hra_text_add(out, "</main>\n");
    html_end(out);
    out->err = out->err ? out->err : svg.err ? svg.err : line.err;
    hra_text_release(&svg);
    hra_text_release(&line);
}

/* ---- what rsvg-convert makes -----------------------------------------------------------------*/

static int say_failed(const char *file) {
    if (errno)
        print_error(_("%s: not made by rsvg-convert: %s"), file, hra_system_text(errno));
    else
        print_error(_("%s: not made by rsvg-convert"), file);
    return EXIT_FAILED;
}

static int convert(const char *file, const hra_text *svg, int count, const char *to, hra_text *out) {
    if (svg->err)
        return print_no_memory();
    errno = 0;
    return convert_pictures(svg, count, to, out) ? EXIT_DONE : say_failed(file);
}

static void release_all(hra_text *texts, int count) {
    for (int i = 0; i < count; i++)
        hra_text_release(&texts[i]);
    free(texts);
}

static hra_text *open_all(int count) {
    hra_text *texts = calloc((size_t)count, sizeof *texts);
    for (int i = 0; texts && i < count; i++)
        hra_text_init(&texts[i]);
    return texts;
}

static int make_pdf(const char *file, const picture_source *from, hra_text *out) {
    hra_text *pages = open_all(from->count);
    hra_err err = pages ? HRA_OK : HRA_ENOMEM;
    for (int i = 0; i < from->count && !err; i++) {
        add_picture(from, i, &pages[i]);
        err = pages[i].err;
    }
    const int status = err ? print_no_memory() : convert(file, pages, from->count, "pdf", out);
    if (pages)
        release_all(pages, from->count);
    return status;
}

static int make_png(const char *file, const picture_source *from, int frame, hra_text *out) {
    hra_text svg;
    hra_text_init(&svg);
    add_picture(from, frame, &svg);
    const int status = convert(file, &svg, 1, "png", out);
    hra_text_release(&svg);
    return status;
}

/* ---- GIF ------------------------------------------------------------------------------------*/

/* Reads a frame again, which takes less memory than to keep the pixels of all. */
static int read_frame(const char *file, const hra_text *png, const png_picture *first, png_picture *out) {
    const hra_err err = png_read(png, out);
    if (err == HRA_ENOMEM)
        return print_no_memory();
    const bool fits = !err && (!first || (out->width == first->width && out->height == first->height));
    if (!fits) {
        free(out->pixels);
        print_error(_("%s: rsvg-convert made a picture that cannot be read"), file);
    }
    return fits ? EXIT_DONE : EXIT_FAILED;
}

static size_t pixels_of(const png_picture *picture) {
    return (size_t)picture->width * (size_t)picture->height;
}

/* All frames as PNG, and their colours. */
static int draw_frames(const char *file, const picture_source *from, hra_text *png, palette *colours,
                       png_picture *first) {
    for (int i = 0; i < from->count; i++) {
        png_picture picture;
        print_reached(_("frame %d of %d"), i + 1, from->count);
        if (print_interrupted())
            return EXIT_INTERRUPTED;
        int status = make_png(file, from, i, &png[i]);
        status = status ? status : read_frame(file, &png[i], i ? first : NULL, &picture);
        if (status)
            return status;
        palette_count(colours, picture.pixels, pixels_of(&picture));
        free(picture.pixels);
        *first = (png_picture){.width = picture.width, .height = picture.height};
    }
    return palette_choose(colours) ? print_no_memory() : EXIT_DONE;
}

static int write_frames(const char *file, const picture_source *from, const hra_text *png,
                        const palette *colours, const png_picture *size, hra_text *out) {
    gif *g;
    int status = EXIT_DONE;
    if (gif_open(&g, colours, size->width, size->height, out))
        return print_no_memory();
    for (int i = 0; i < from->count && !status; i++) {
        png_picture picture;
        status = read_frame(file, &png[i], size, &picture);
        if (status)
            break;
        gif_frame(g, picture.pixels, is_film(from) ? (int)lround(100 * from->seconds(from->self, i)) : 0);
        free(picture.pixels);
    }
    gif_close(g);
    return status;
}

static int make_gif(const char *file, const picture_source *from, hra_text *out) {
    png_picture size = {0};
    hra_text *png = open_all(from->count);
    palette *colours = palette_open();
    int status = png && colours ? draw_frames(file, from, png, colours, &size) : print_no_memory();
    if (!status)
        status = write_frames(file, from, png, colours, &size, out);
    if (png)
        release_all(png, from->count);
    palette_close(colours);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------*/

int picture_make(const char *file, const char *ending, const picture_source *from, hra_text *out) {
    const format f = format_of(ending);
    int status = EXIT_DONE;
    if (!picture_can_make(file, ending))
        return EXIT_FAILED;
    if (f == SVG)
        add_picture(from, is_film(from) ? -1 : 0, out);
    else if (f == HTML)
        make_html(from, out);
    else
        status = f == PDF   ? make_pdf(file, from, out)
                 : f == GIF ? make_gif(file, from, out)
                            : make_png(file, from, 0, out);
    return !status && out->err ? print_no_memory() : status;
}

bool picture_look_read(const args *a, bool drawn, picture_look *out) {
    enum { LEAST = 16, MOST = 8192 };
    uint64_t width;
    *out = (picture_look){.title = args_text(a, "title", NULL), .caption = !args_given(a, "no-caption")};
    const bool given = out->title || !out->caption || args_given(a, "width");
    if (given && !drawn) {
        print_error(
            _("%s: --title, --no-caption and --width are for pictures; name a file that ends with .svg"),
            a->command->name);
        return false;
    }
    if (!args_number(a, "width", 0, LEAST, MOST, &width))
        return false;
    out->width = (int)width;
    return true;
}

const char *picture_title(const picture_look *look, const char *usual) {
    return look->title ? look->title : look->caption ? usual : "";
}
