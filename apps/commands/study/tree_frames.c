/* Steps of a search as a file for each, or as pages of one. */
#include "tree_frames.h"

#include <string.h>

typedef struct writing {
    const tree_frames *f;
    int first; /* step of frame 0 */
} writing;

static void add_frame(void *self, int frame, hra_text *out) {
    const writing *w = self;
    w->f->add(w->f->self, w->first + frame, out);
}

/* "tree-007.svg" for the step 7. */
static int write_files(writing *w) {
    const tree_frames *f = w->f;
    const size_t stem = strlen(f->file) - strlen(output_ending(f->file));
    int status = EXIT_DONE;
    for (w->first = 0; w->first < f->count && !status; w->first++) {
        const picture_source one = {
            .self = w, .count = 1, .frame = add_frame, .title = "", .width = f->width};
        hra_text name;
        hra_text_init(&name);
        hra_text_addf(&name, "%.*s-%03d%s", (int)stem, f->file, w->first + 1, output_ending(f->file));
        status = name.err              ? print_no_memory()
                 : print_interrupted() ? EXIT_INTERRUPTED
                                       : output_write_picture(hra_text_string(&name), f->ending, &one);
        hra_text_release(&name);
    }
    return status;
}

int tree_frames_write(const tree_frames *f) {
    writing w = {.f = f};
    const picture_source pages = {
        .self = &w, .count = f->count, .frame = add_frame, .title = "", .width = f->width};
    return output_is(f->file, ".pdf") ? output_write_picture(f->file, f->ending, &pages) : write_files(&w);
}
