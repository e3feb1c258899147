/* The story of the search, as data for the script of the picture. */
#include "story.h"
#include "svg_frame.h"

/* What is made of the story. */
typedef struct steps {
    const int32_t *item_of;
    int32_t step;
    hra_text shown; /* windows, each as [step, item, "text"] */
} steps;

/* The window of a node from this step on, to be shown beside it as long as it is open. */
static void show_window(story *s, int32_t node, double alpha, double beta) {
    steps *to = s->self;
    hra_text_addf(&to->shown, "%s[%d,%d,\"α ", to->shown.length ? "," : "", to->step, to->item_of[node]);
    picture_number(alpha, PICTURE_UNICODE, &to->shown);
    hra_text_add(&to->shown, "  β ");
    picture_number(beta, PICTURE_UNICODE, &to->shown);
    hra_text_add(&to->shown, "\"]");
}

/* One list of steps, an entry an item. */
static void add_list(const story *s, const svg_item *items, int32_t count, story_what what, hra_text *out) {
    for (int32_t k = 0; k < count; k++)
        hra_text_addf(out, "%d%s", svg_step_of(s, &items[k], what), k + 1 < count ? "," : "");
}

static void add_steps(story *s, steps *to, hra_text *out) {
    hra_text_add(out, "],\nsteps:[\n");
    for (int32_t k = 0; k < s->count; k++) {
        to->step = k + 1;
        const char *sentence = story_tell(s, k);
        hra_text_addf(out, "[%d,", to->item_of[s->events[k].node]);
        picture_add_js(out, sentence);
        hra_text_add(out, "],\n");
    }
    hra_text_addf(out, "],\nwindows:[%s]", hra_text_string(&to->shown));
}

hra_err svg_steps(const tree_picture *p, const int32_t *item_of, const svg_item *items, int32_t count,
                  hra_text *out) {
    tree_picture signs = *p;
    signs.unicode = true;
    story s;
    steps to = {.item_of = item_of};
    hra_text_init(&to.shown);
    hra_err err = story_open(&s, &signs);
    s.window = show_window;
    s.self = &to;
    if (!err) {
        hra_text_add(out, "appears:[");
        add_list(&s, items, count, STORY_ENTERED, out);
        hra_text_add(out, "],\nknown:[");
        add_list(&s, items, count, STORY_LEFT, out);
        hra_text_add(out, "],\ncut:[");
        add_list(&s, items, count, STORY_CUT, out);
        add_steps(&s, &to, out);
    }
    const hra_err lost = story_close(&s);
    err = err ? err : lost ? lost : to.shown.err;
    hra_text_release(&to.shown);
    return err;
}
