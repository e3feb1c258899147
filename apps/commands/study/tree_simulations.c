/* Simulations of MCTS as text, or a picture for each step. */
#include "tree_simulations.h"

#include <stdlib.h>
#include <string.h>

#include "hra/json.h"
#include "pictures/tree/simulations.h"
#include "tree_frames.h"

typedef struct showing {
    const tree_simulations *t;
    const hra_simulations *all;
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
    if (simulations_step(s->all, frame, &step))
        s->err = simulations_frame(&s->t->picture, s->all, step, out);
}

static int write_frames(const tree_simulations *t, const hra_simulations *all) {
    showing s = {.t = t, .all = all};
    const int status =
        tree_frames_write(&(tree_frames){t->file, t->ending, t->width, count_steps(all), add_frame, &s});
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
