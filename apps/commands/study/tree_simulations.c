/* Simulations of MCTS as text, or a picture for each step. */
#include "tree_simulations.h"

#include <stdlib.h>
#include <string.h>

#include "hra/json.h"
#include "pictures/tree/simulations.h"

typedef struct showing {
    const tree_simulations *t;
    const hra_simulations *all;
    int first; /* step of frame 0 */
    hra_err err;
} showing;

bool tree_simulations_fit(const hra_agent *agent) {
    const hra_player_kind *kind = hra_player_info_of(hra_agent_player(agent))->kind;
    return kind && strcmp(kind->name, "mcts") == 0;
}

static int count_steps(const hra_simulations *all) {
    simulation_step step;
    int count = 0;
    while (simulations_step(all, count, &step))
        count++;
    return count;
}

static void add_frame(void *self, int frame, hra_text *out) {
    showing *s = self;
    simulation_step step;
    if (simulations_step(s->all, s->first + frame, &step))
        s->err = simulations_frame(&s->t->picture, s->all, step, out);
}

/* "tree-007.svg" for the step 7. */
static int write_files(showing *s, int count) {
    const char *file = s->t->file;
    const size_t stem = strlen(file) - strlen(output_ending(file));
    int status = EXIT_DONE;
    for (s->first = 0; s->first < count && !status; s->first++) {
        const picture_source one = {
            .self = s, .count = 1, .frame = add_frame, .title = "", .width = s->t->width};
        hra_text name;
        hra_text_init(&name);
        hra_text_addf(&name, "%.*s-%03d%s", (int)stem, file, s->first + 1, output_ending(file));
        status = name.err              ? print_no_memory()
                 : print_interrupted() ? EXIT_INTERRUPTED
                                       : output_write_picture(hra_text_string(&name), s->t->ending, &one);
        hra_text_release(&name);
    }
    return status;
}

static int write_frames(const tree_simulations *t, const hra_simulations *all) {
    showing s = {.t = t, .all = all};
    const int count = count_steps(all);
    const picture_source pages = {
        .self = &s, .count = count, .frame = add_frame, .title = "", .width = t->width};
    const int status = output_is(t->file, ".pdf") ? output_write_picture(t->file, t->ending, &pages)
                                                  : write_files(&s, count);
    return status || !s.err ? status : print_no_memory();
}

static void add_json(const tree_simulations *t, const hra_simulations *all, hra_text *out) {
    hra_json json = hra_json_begin(out);
    const hra_walked walked = {.game = t->picture.game,
                               .state = t->question->state,
                               .method = t->picture.method,
                               .result = t->picture.result};
    hra_json_simulations(&json, NULL, &walked, all, t->boards);
    hra_text_add_char(out, '\n');
}

static int write_text(const tree_simulations *t, const hra_simulations *all) {
    hra_text out;
    hra_text_init(&out);
    if (t->json)
        add_json(t, all, &out);
    else
        simulations_text(&t->picture, all, &out);
    const int status = output_write(t->file, &out);
    hra_text_release(&out);
    return status;
}

int tree_simulations_write(tree_simulations *t, bool *none) {
    hra_analysis result;
    hra_simulations *all = NULL;
    hra_error why;
    hra_analysis_init(&result);
    t->picture.result = &result;
    const hra_err err = hra_simulations_walk(&all, t->agent, t->question, t->most, &result, &why);
    *none = err == HRA_EFIT && !t->frames && !t->json;
    int status = *none       ? EXIT_DONE
                 : err       ? print_failure(&why, t->picture.method)
                 : t->frames ? write_frames(t, all)
                             : write_text(t, all);
    hra_simulations_close(all);
    hra_analysis_release(&result);
    return status;
}
