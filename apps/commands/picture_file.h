/* Files of pictures: what the SVGs of a command become in each format. */
#ifndef HRA_COMMANDS_PICTURE_FILE_H
#define HRA_COMMANDS_PICTURE_FILE_H

#include "args.h"

/* The endings of all formats. PNG, PDF and GIF are made by rsvg-convert. */
#define PICTURE_ENDINGS ".svg .png .pdf .gif .html"

/* One picture, or the frames of a film. */
typedef struct picture_source {
    void *self;
    int count;
    void (*frame)(void *self, int frame, hra_text *out); /* appends it as SVG */
    /* Of several frames: how long one is shown; all as one SVG; what is written about one. */
    double (*seconds)(void *self, int frame);
    void (*animation)(void *self, hra_text *out);
    void (*caption)(void *self, int frame, hra_text *out);
    const char *title; /* of a page */
    int width;         /* in pixels, to which all is drawn larger or smaller; 0: as it is */
} picture_source;

/* Whether a file with this ending, such as ".png", could be made; else prints what is missing. `file` is for the message. */
bool picture_can_make(const char *file, const char *ending);
/* Appends the bytes of a file with this ending. Several frames are an animation as SVG, GIF and HTML, and pages as PDF; PNG
 * takes one. Returns an exit status; prints errors. */
int picture_make(const char *file, const char *ending, const picture_source *from, hra_text *out);

/* ---- options of commands that draw ----------------------------------------------------------*/

#define PICTURE_OPTIONS                                                                                      \
    {.name = "title", .value = "TEXT", .help = N_("title of the picture")},                                  \
        {.name = "no-caption", .help = N_("leave out the lines around the picture, except --title")}, {      \
        .name = "width", .value = "N", .help = N_("width of the picture in pixels")                          \
    }

typedef struct picture_look {
    const char *title; /* NULL: the usual one */
    bool caption;
    int width; /* 0: as it is */
} picture_look;

/* Reads these options. False: an error was printed, also where one is given and `drawn`, whether a picture is written, is
 * false. */
bool picture_look_read(const args *a, bool drawn, picture_look *out);
/* The title of a picture of which only a title that was asked for remains without captions; usual: otherwise. */
const char *picture_title(const picture_look *look, const char *usual);

#endif
