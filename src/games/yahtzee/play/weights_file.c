/* The parameters of the heuristic as a file. */
#include "weights_file.h"

#include <string.h>

#include "core/messages.h"
#include "nets/learnt.h"

hra_err yz_heuristic_parse(struct yz_heuristic *h, const hra_game *game, const char *spec, hra_error *why) {
    hra_options options;
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_err err = hra_spec_split(spec, name, &text, &length, why);
    const bool greedy = !err && strcmp(name, "greedy") == 0;
    if (!err && !greedy && strcmp(name, "heuristic") != 0)
        err = hra_fail(why, HRA_EINPUT, 0, "expected heuristic or greedy, not '%s'", name);
    if (!err)
        err = hra_options_read(&options, yz_heuristic_options, NULL, "heuristic", text, length,
                               (int)(text - spec), why);
    if (!err && game)
        err = yz_heuristic_open(h, game, &options, why);
    else if (!err)
        yz_heuristic_init(h, &options);
    if (!err && greedy)
        yz_heuristic_greedy(h);
    return err;
}

static hra_err read_file(struct yz_heuristic *h, const hra_game *game, const char *file, hra_error *why) {
    hra_text text, spec;
    hra_bytes own;
    hra_text_init(&text);
    hra_text_init(&spec);
    hra_err err = hra_game_read_file(game, file, N_("model"), HRA_LEARNT_BYTES, &text, why);
    if (!err)
        err = hra_learnt_find_own(file, hra_text_string(&text), text.length, &own, why);
    if (!err)
        hra_text_add_bytes(&spec, own.at, hra_bytes_left(&own));
    if (!err && yz_heuristic_parse(h, NULL, hra_text_string(&spec), NULL) != 0)
        err = hra_fail(why, HRA_EDAMAGED, -1, "'%s': no parameters of heuristic in this file", file);
    if (!err && spec.err)
        err = hra_no_memory(why);
    hra_text_release(&text);
    hra_text_release(&spec);
    return err;
}

hra_err yz_heuristic_open(struct yz_heuristic *h, const hra_game *game, const hra_options *options,
                          hra_error *why) {
    struct yz_heuristic kept;
    const char *file = hra_options_text(options, "file");
    yz_heuristic_init(h, options);
    hra_err err = file ? read_file(&kept, game, file, why) : HRA_OK;
    if (err || !file)
        return err;
    for (int i = 0; i < YZ_PARAMETERS; i++)
        if (!hra_options_given(options, yz_heuristic_options[i].name))
            h->p[i] = kept.p[i];
    if (!hra_options_given(options, "bonus-model"))
        h->shape = kept.shape;
    return HRA_OK;
}
