/* One step of a search as a picture: what the script of the picture shows at that step, without the script. */
#include "svg_frame.h"

#include <math.h>
#include <stdlib.h>

#include "story.h"

struct svg_frame {
    tree_picture signs; /* of the sentences */
    story s;
    const int32_t *item_of;
    int32_t step; /* from 1 */
    bool *window; /* of a node: it was entered with one */
};

static void note_window(story *s, int32_t node, double alpha, double beta) {
    svg_frame *f = s->self;
    (void)alpha, (void)beta;
    f->window[node] = true;
}

/* *sentence: of that step, until the frame is closed. */
static hra_err open_at(svg_frame *f, const tree_picture *p, int32_t step, const char **sentence) {
    f->signs = *p;
    f->signs.unicode = true;
    f->window = calloc(p->tree->count, sizeof *f->window);
    hra_err err = story_open(&f->s, &f->signs);
    if (err || !f->window)
        return HRA_ENOMEM;
    f->s.window = note_window;
    f->s.self = f;
    f->step = step < f->s.count ? step : f->s.count;
    for (int32_t k = 0; k < f->step; k++)
        *sentence = story_tell(&f->s, k);
    return HRA_OK;
}

hra_err svg_frame_open(svg_frame **out, const tree_picture *p, const int32_t *item_of) {
    const char *sentence;
    svg_frame *f = calloc(1, sizeof *f);
    if (!f)
        return HRA_ENOMEM;
    hra_err err = open_at(f, p, p->step, &sentence);
    f->item_of = item_of;
    if (err)
        svg_frame_close(f);
    else
        *out = f;
    return err;
}

void svg_frame_close(svg_frame *f) {
    if (!f)
        return;
    (void)story_close(&f->s);
    free(f->window);
    free(f);
}

bool svg_frame_is_last(const svg_frame *f) {
    return f->step == f->s.count;
}

int32_t svg_step_of(const story *s, const svg_item *item, story_what what) {
    const hra_trace_node *node = &s->p->tree->nodes[item->node];
    uint64_t moment = what == STORY_ENTERED ? node->entered : what == STORY_LEFT ? node->left : node->cut_at;
    if (item->rest)
        moment = what == STORY_CUT ? 0 : node->left; /* it appears once all of it has been searched */
    else if (node->kind == HRA_TRACE_PRUNED)
        moment = node->entered;
    return moment ? story_step_of(s, moment) : s->count;
}

static bool is_later(const svg_frame *f, const svg_item *item) {
    return !svg_frame_is_last(f) && svg_step_of(&f->s, item, STORY_ENTERED) > f->step;
}

static bool is_open(const svg_frame *f, const svg_item *item) {
    return !svg_frame_is_last(f) && !is_later(f, item) && svg_step_of(&f->s, item, STORY_LEFT) > f->step;
}

void svg_frame_edge(const svg_frame *f, const svg_item *item, hra_text *out) {
    hra_text_add(out, is_later(f, item) ? " later" : "");
}

void svg_frame_node(const svg_frame *f, const svg_item *item, int32_t k, hra_text *out) {
    if (svg_frame_is_last(f))
        return;
    hra_text_add(out, is_later(f, item) ? " later" : is_open(f, item) ? " open" : "");
    if (svg_step_of(&f->s, item, STORY_CUT) > f->step)
        hra_text_add(out, " uncut");
    if (f->item_of[f->s.events[f->step - 1].node] == k)
        hra_text_add(out, " now");
}

void svg_frame_window(const svg_frame *f, const svg_item *item, double x, double y, hra_text *out) {
    if (item->rest || !is_open(f, item) || !f->window[item->node])
        return;
    hra_text_add(out, "<text class=\"w\" x=\"");
    svg_number(x, out);
    hra_text_add(out, "\" y=\"");
    svg_number(y, out);
    hra_text_add(out, "\">α ");
    picture_number(f->s.alpha[item->node], PICTURE_UNICODE, out);
    hra_text_add(out, "  β ");
    picture_number(f->s.beta[item->node], PICTURE_UNICODE, out);
    hra_text_add(out, "</text>\n");
}

/* ---- the frames -----------------------------------------------------------------------------*/

static void add_title(int step, int count, const char *sentence, hra_text *out) {
    hra_text_addf(out, "%d/%d  %s", step, count, sentence);
}

hra_err picture_count_steps(const tree_picture *p, int *count, double *width) {
    tree_picture signs = *p;
    story s;
    hra_text title;
    hra_text_init(&title);
    signs.unicode = true;
    hra_err err = story_open(&s, &signs);
    *count = (int)s.count;
    *width = 0;
    for (int k = 0; k < *count && !err; k++) {
        add_title(k + 1, *count, story_tell(&s, k), &title);
        *width = fmax(*width, svg_text_width(hra_text_string(&title), 15) + 2 * SVG_MARGIN);
        picture_next_line(&title);
    }
    const hra_err lost = story_close(&s);
    err = err ? err : lost ? lost : title.err;
    hra_text_release(&title);
    return err;
}

hra_err picture_frame(const tree_picture *p, int step, hra_text *out) {
    svg_frame f = {.step = 0};
    const char *sentence = "";
    hra_text title;
    tree_picture one = *p;
    hra_text_init(&title);
    hra_err err = open_at(&f, p, step, &sentence);
    if (!err)
        add_title(step, (int)f.s.count, sentence, &title);
    const hra_err lost = story_close(&f.s);
    free(f.window);
    err = err ? err : lost ? lost : title.err;
    one.title = hra_text_string(&title);
    one.bare = true;
    one.step = step;
    if (!err)
        err = picture_svg(&one, out);
    hra_text_release(&title);
    return err;
}
