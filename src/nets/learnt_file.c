/* What was learnt, as a file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "core/array_alloc.h"
#include "core/lines.h"
#include "core/messages.h"
#include "hra/state.h"
#include "nets/learnt.h"
#include "nets/net_integers.h"
#include "rules/rename.h"

enum { FLOATS = 1, INTEGERS = 2 /* versions of the file */, LINE = HRA_SPEC_LENGTH + 64 };

static const char magic[] = "hra-learnt ", sum_word[] = "sum ", memory_word[] = "memory ";

/* ---- writing --------------------------------------------------------------------------------*/

static void put_float(hra_text *out, float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    hra_bytes_put(out, bits, 4);
}

static void put_layers(const hra_net *net, int first, const float *block, hra_text *out) {
    for (int l = first; l < net->shape.layers; l++) {
        const hra_net_layer *layer = &net->layer[l];
        for (int i = 0; i <= layer->inputs; i++) /* the last row are the biases */
            for (int o = 0; o < layer->outputs; o++)
                put_float(out, block[layer->rows + (size_t)i * (size_t)layer->stride + (size_t)o]);
    }
}

void hra_learnt_put_block(const hra_net *net, const float *block, hra_text *out) {
    put_layers(net, 0, block, out);
}

static void put_integers(const hra_net *net, hra_text *out) {
    const hra_net_layer *layer = &net->layer[0];
    for (int i = 0; i < layer->inputs; i++)
        for (int o = 0; o < layer->outputs; o++)
            hra_bytes_put(out, (uint16_t)*hra_net_integers_at(net->integers, i, o), 2);
    for (int o = 0; o < layer->outputs; o++)
        hra_bytes_put(out, (uint32_t)net->integers->biases[o], 4);
    hra_text_add_bytes(out, (const char *)net->integers->shifts, (size_t)layer->outputs);
}

static void put_net(const hra_net *net, hra_text *out) {
    if (net->integers)
        put_integers(net, out);
    put_layers(net, net->integers ? 1 : 0, net->weights, out);
}

typedef struct entry {
    uint64_t key;
    float value;
} entry;

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const entry *)a)->key, y = ((const entry *)b)->key;
    return (x > y) - (x < y);
}

/* In the order of the keys, so that what was learnt alike is the same file. */
static hra_err write_entries(const hra_value_table *table, hra_text *out) {
    entry *list = hra_room(table->count + 1, sizeof *list);
    size_t n = 0;
    if (!list)
        return HRA_ENOMEM;
    for (size_t i = 0; i < table->capacity; i++)
        if (!isnan(table->values[i]))
            list[n++] = (entry){table->keys[i], table->values[i]};
    qsort(list, n, sizeof *list, by_key);
    for (size_t i = 0; i < n; i++) {
        hra_bytes_put(out, list[i].key, 8);
        put_float(out, list[i].value);
    }
    free(list);
    return HRA_OK;
}

static void write_shape(const hra_net *net, hra_text *out) {
    hra_text_addf(out, "layers %d", net->shape.inputs);
    for (int l = 0; l < net->shape.layers; l++)
        hra_text_addf(out, " %d:%s", net->shape.width[l], hra_activation_names[net->shape.activation[l]]);
    hra_text_add_char(out, '\n');
}

hra_err hra_learnt_write(const hra_learnt *l, const hra_text *memory, hra_text *out) {
    size_t begin = out->length;
    hra_text_addf(out, "%s%d\ngame %s\nform %s\n", magic, l->net.integers ? INTEGERS : FLOATS, l->game->spec,
                  hra_learnt_form_names[l->form]);
    if (l->form == HRA_LEARNT_TABLE)
        hra_text_addf(out, "entries %llu\n", (unsigned long long)l->table.count);
    else if (l->form == HRA_LEARNT_OWN)
        hra_text_addf(out, "bytes %llu\n", (unsigned long long)l->own.length);
    else
        write_shape(&l->net, out);
    hra_text_add(out, "range ");
    hra_text_add_number(out, l->offset);
    hra_text_add_char(out, ' ');
    hra_text_add_number(out, l->scale);
    hra_text_addf(out, "\nmethod %s\ngames %llu\nseed %llu\n", l->method, (unsigned long long)l->games,
                  (unsigned long long)l->seed);
    if (memory && memory->length)
        hra_text_addf(out, "%s%llu\n", memory_word, (unsigned long long)memory->length);
    hra_text_add_char(out, '\n');
    hra_err err = HRA_OK;
    if (l->form == HRA_LEARNT_TABLE)
        err = write_entries(&l->table, out);
    else if (l->form == HRA_LEARNT_OWN)
        hra_text_add_bytes(out, hra_text_string(&l->own), l->own.length);
    else
        put_net(&l->net, out);
    if (!err && memory)
        hra_text_add_bytes(out, hra_text_string(memory), memory->length);
    if (!err && !out->err)
        hra_text_addf(out, "\n%s%016llx\n", sum_word,
                      (unsigned long long)XXH64(out->data + begin, out->length - begin, 0));
    return err ? err : out->err;
}

/* ---- reading --------------------------------------------------------------------------------*/

typedef struct reader {
    const char *name;
    hra_bytes left; /* of what the sum is about */
    hra_lines l;    /* the lines of its head */
    hra_error told; /* by these */
    hra_error *why;
    bool fewer;    /* inputs than the game has will do */
    bool integers; /* the first layer of a net has */
} reader;

static hra_err damaged(const reader *r, const char *what) {
    return hra_fail(r->why, HRA_EDAMAGED, -1, "'%s': %s", r->name, what);
}

static hra_err damaged_head(const reader *r) {
    return hra_fail(r->why, HRA_EDAMAGED, -1, "'%s': header damaged: %s", r->name, r->told.text);
}

/* Goes to the next line, which begins with this word; r->l.err: it is another. */
static void next_line(reader *r, const char *key) {
    (void)hra_lines_next(&r->l);
    hra_lines_expect_key(&r->l, key);
}

/* The only number of a line. */
static uint64_t take_count(reader *r, const char *key, uint64_t most) {
    next_line(r, key);
    uint64_t n = hra_lines_whole(&r->l, 0, most);
    hra_lines_done(&r->l);
    return n;
}

/* The sum at the end is looked at first, so what follows meets damage only where somebody made it up. */
static hra_err check_sum(reader *r, size_t length) {
    const size_t tail = sizeof sum_word - 1 + 16 + 2;
    char line[32];
    if (length < sizeof magic - 1 || memcmp(r->left.at, magic, sizeof magic - 1) != 0)
        return damaged(r, _("not a model file (no \"hra-learnt\" at its start)"));
    const int version =
        length > sizeof magic && r->left.at[sizeof magic] == '\n' ? r->left.at[sizeof magic - 1] - '0' : 0;
    if (version != FLOATS && version != INTEGERS)
        return hra_fail(r->why, HRA_EVERSION, -1, "'%s': written by a newer version of hra", r->name);
    if (length < tail)
        return damaged(r, _("truncated or changed"));
    r->integers = version == INTEGERS;
    r->left.end = r->left.at + length - tail;
    (void)hra_snprintf(line, sizeof line, "\n%s%016llx\n", sum_word,
                       (unsigned long long)XXH64(r->left.at, length - tail, 0));
    return memcmp(line, r->left.end, tail) == 0 ? HRA_OK : damaged(r, _("truncated or changed"));
}

static hra_activation take_activation(hra_lines *l) {
    for (int kind = 0; kind < HRA_NET_ACTIVATIONS; kind++)
        if (hra_lines_key(l, hra_activation_names[kind]))
            return (hra_activation)kind;
    hra_lines_expected(l, _("activation of a layer"));
    return 0;
}

static void take_shape(reader *r, hra_net_shape *shape) {
    hra_lines *l = &r->l;
    *shape = (hra_net_shape){0};
    next_line(r, "layers");
    shape->inputs = hra_lines_int(l, 0, HRA_NET_INPUTS);
    hra_lines_blanks(l);
    do {
        int layer = shape->layers++;
        shape->width[layer] = hra_lines_int(l, 0, HRA_NET_WIDTH);
        if (!hra_lines_take(l, ":"))
            hra_lines_expected(l, "':'");
        shape->activation[layer] = take_activation(l);
    } while (!l->err && hra_lines_peek(l) >= 0 && shape->layers < HRA_NET_LAYERS);
    hra_lines_done(l);
}

static float take_float(hra_bytes *b) {
    uint32_t bits = (uint32_t)hra_bytes_take(b, 4);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static bool take_layers(const hra_net *net, int first, float *block, hra_bytes *from) {
    uint64_t count = 0;
    for (int l = first; l < net->shape.layers; l++)
        count += ((uint64_t)net->layer[l].inputs + 1) * (uint64_t)net->layer[l].outputs;
    if (hra_bytes_left(from) < 4 * count)
        return false;
    for (int l = first; l < net->shape.layers; l++) {
        const hra_net_layer *layer = &net->layer[l];
        for (int i = 0; i <= layer->inputs; i++)
            for (int o = 0; o < layer->outputs; o++)
                block[layer->rows + (size_t)i * (size_t)layer->stride + (size_t)o] = take_float(from);
    }
    return true;
}

bool hra_learnt_take_block(const hra_net *net, float *block, hra_bytes *from) {
    return take_layers(net, 0, block, from);
}

static hra_err take_integers(reader *r, hra_net *net, int group) {
    const hra_net_layer *layer = &net->layer[0];
    const uint64_t outputs = (uint64_t)layer->outputs;
    if (hra_bytes_left(&r->left) < (2 * (uint64_t)layer->inputs + 5) * outputs)
        return damaged(r, _("the numbers do not fit the header"));
    hra_net_integers *l = hra_net_integers_new(layer);
    if (!l)
        return hra_no_memory(r->why);
    for (int i = 0; i < layer->inputs; i++)
        for (int o = 0; o < layer->outputs; o++)
            *hra_net_integers_at(l, i, o) = (int16_t)(uint16_t)hra_bytes_take(&r->left, 2);
    for (int o = 0; o < layer->outputs; o++)
        l->biases[o] = (int32_t)(uint32_t)hra_bytes_take(&r->left, 4);
    for (int o = 0; o < layer->outputs; o++)
        l->shifts[o] = (uint8_t)hra_bytes_take(&r->left, 1);
    if (!hra_net_integers_fit(net, l, group)) {
        hra_net_integers_free(l);
        return damaged(r, _("a number is too large for sums of 32 bits"));
    }
    hra_net_take_integers(net, l);
    return HRA_OK;
}

static hra_err take_weights(reader *r, hra_net *net, int group) {
    hra_err err = r->integers ? take_integers(r, net, group) : HRA_OK;
    if (err)
        return err;
    if (!take_layers(net, r->integers ? 1 : 0, net->weights, &r->left) || hra_bytes_left(&r->left))
        return damaged(r, _("the numbers do not fit the header"));
    return hra_net_finite(net) ? HRA_OK : damaged(r, _("a number is not finite"));
}

static hra_err take_entries(reader *r, hra_value_table *table, uint64_t count) {
    if (hra_bytes_left(&r->left) != 12 * count)
        return damaged(r, _("the numbers do not fit the header"));
    for (uint64_t i = 0; i < count; i++) {
        uint64_t key = hra_bytes_take(&r->left, 8);
        float value = take_float(&r->left);
        if (!isfinite(value))
            return damaged(r, _("a number is not finite"));
        if (!hra_value_table_put(table, key, value))
            return hra_no_memory(r->why);
    }
    return HRA_OK;
}

static hra_err take_own(reader *r, hra_text *own, uint64_t length) {
    if (hra_bytes_left(&r->left) != length)
        return damaged(r, _("the numbers do not fit the header"));
    hra_text_add_bytes(own, r->left.at, (size_t)length);
    return own->err ? hra_no_memory(r->why) : HRA_OK;
}

static hra_err take_game(reader *r, const hra_learnt *l, char spec[HRA_SPEC_LENGTH]) {
    char name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    next_line(r, "game");
    if (!hra_lines_rest(&r->l, spec, HRA_SPEC_LENGTH))
        return damaged_head(r);
    if (hra_spec_split(spec, name, &options, &length, &r->told) != 0)
        return damaged_head(r);
    if (!hra_spec_equal(name, l->game->rules->name, HRA_NAME_GAME, NULL,
                        l->game->host ? l->game->host->registry : NULL))
        return hra_fail(r->why, HRA_EFIT, -1, "'%s': trained for the game %s, not %s", r->name, name,
                        l->game->rules->name);
    return HRA_OK;
}

/* Whether a net of this shape may stand where one of shape `own` is expected: hidden layers are free. */
static bool same_ends(const hra_net_shape *shape, const hra_net_shape *own) {
    int last = shape->layers - 1, own_last = own->layers - 1;
    return shape->width[last] == own->width[own_last] &&
           (own->width[own_last] == 1 || shape->activation[last] == own->activation[own_last]);
}

/* The last line, which may be missing, and the empty one; *memory is how many bytes the method has. */
static hra_err take_memory(reader *r, uint64_t *memory) {
    hra_lines *l = &r->l;
    *memory = 0;
    (void)hra_lines_next(l);
    if (hra_lines_key(l, "memory")) {
        *memory = hra_lines_whole(l, 0, (uint64_t)(l->last - l->next));
        hra_lines_done(l);
        (void)hra_lines_next(l);
    }
    hra_lines_done(l);
    r->left.at = l->next;
    if (!l->err && (!l->whole || hra_bytes_left(&r->left) < *memory))
        hra_lines_fail(l, HRA_EDAMAGED, "the header is incomplete");
    return l->err ? damaged_head(r) : HRA_OK;
}

/* The shape of a net, which may stand where one is expected. */
static hra_err take_net(reader *r, hra_learnt *l, const char *spec) {
    hra_net_shape shape = {0};
    take_shape(r, &shape);
    if (r->l.err)
        return damaged_head(r);
    if (shape.inputs != l->net.shape.inputs &&
        !(r->fewer && shape.inputs < l->net.shape.inputs && hra_same_game(l->game, spec)))
        return hra_fail(r->why, HRA_EFIT, -1, "'%s': trained with %d features per position, but %s has %d",
                        r->name, shape.inputs, l->game->spec, l->net.shape.inputs);
    if (!same_ends(&shape, &l->net.shape))
        return hra_fail(r->why, HRA_EFIT, -1, "'%s': has %d outputs, but %s needs %d", r->name,
                        shape.width[shape.layers - 1], l->game->spec, hra_net_outputs(&l->net));
    hra_net_release(&l->net);
    return hra_net_init(&l->net, &shape, r->why);
}

/* Lines behind the form: the shape or the number of entries or bytes, range, method, games, seed. */
static hra_err take_head(reader *r, hra_learnt *l, const char *spec, uint64_t *entries) {
    char method[LINE];
    hra_err err = HRA_OK;
    if (l->form == HRA_LEARNT_TABLE || l->form == HRA_LEARNT_OWN)
        *entries = take_count(r, l->form == HRA_LEARNT_OWN ? "bytes" : "entries", UINT64_MAX / 16);
    else
        err = take_net(r, l, spec);
    if (err)
        return err;
    next_line(r, "range");
    l->offset = hra_lines_number(&r->l, -INFINITY, INFINITY);
    l->scale = hra_lines_number(&r->l, -INFINITY, INFINITY);
    hra_lines_done(&r->l);
    next_line(r, "method");
    (void)hra_lines_rest(&r->l, method, sizeof method);
    (void)hra_snprintf(l->method, sizeof l->method, "%s", method);
    l->games = take_count(r, "games", UINT64_MAX);
    l->seed = take_count(r, "seed", UINT64_MAX);
    return r->l.err ? damaged_head(r) : HRA_OK;
}

static int take_form(reader *r) {
    int form = 0;
    next_line(r, "form");
    while (form < HRA_LEARNT_FORMS && !hra_lines_key(&r->l, hra_learnt_form_names[form]))
        form++;
    if (form == HRA_LEARNT_FORMS || (r->integers && (form == HRA_LEARNT_TABLE || form == HRA_LEARNT_OWN)))
        hra_lines_expected(&r->l, _("kind of model"));
    hra_lines_done(&r->l);
    return form;
}

static void open_head(reader *r) {
    hra_lines_open(&r->l, r->left.at, hra_bytes_left(&r->left), 1, &r->told);
    r->l.whole_only = true;
    next_line(r, "hra-learnt");
}

static hra_err read_all(reader *r, hra_learnt *l, hra_text *memory) {
    char spec[HRA_SPEC_LENGTH];
    uint64_t entries = 0, bytes = 0;
    open_head(r);
    hra_err err = take_game(r, l, spec);
    if (err)
        return err;
    int form = take_form(r);
    if (r->l.err)
        return damaged_head(r);
    if (form == HRA_LEARNT_TABLE && !hra_same_game(l->game, spec)) /* its positions are others */
        return hra_fail(r->why, HRA_EFIT, -1, "'%s': trained for %s, not %s", r->name, spec, l->game->spec);
    err = hra_learnt_init(l, l->game, (hra_learnt_form)form, NULL, 0, 1, r->why);
    if (!err)
        err = take_head(r, l, spec, &entries);
    if (!err)
        err = take_memory(r, &bytes);
    if (err)
        return err;
    r->left.end -= bytes;
    if (memory)
        hra_text_add_bytes(memory, r->left.end, (size_t)bytes);
    if (memory && memory->err)
        return hra_no_memory(r->why);
    return l->form == HRA_LEARNT_TABLE ? take_entries(r, &l->table, entries)
           : l->form == HRA_LEARNT_OWN ? take_own(r, &l->own, entries)
                                       : take_weights(r, &l->net, hra_learnt_group(l));
}

static hra_err read_bytes(hra_learnt *l, const hra_game *game, const char *name, const hra_bytes *from,
                          bool fewer, hra_text *memory, hra_error *why) {
    reader r = {.name = name, .left = *from, .why = why, .fewer = fewer};
    size_t length = hra_bytes_left(&r.left);
    *l = (hra_learnt){.game = game};
    hra_err err = check_sum(&r, length);
    if (!err)
        err = read_all(&r, l, memory);
    if (err)
        hra_learnt_release(l);
    return err;
}

hra_err hra_learnt_read(hra_learnt *l, const hra_game *game, const char *name, const char *bytes,
                        size_t length, hra_text *memory, hra_error *why) {
    const hra_bytes from = {bytes, bytes + length};
    return read_bytes(l, game, name, &from, false, memory, why);
}

hra_err hra_learnt_find_own(const char *name, const char *bytes, size_t length, hra_bytes *out,
                            hra_error *why) {
    static const char *const words[] = {"range", "method", "games", "seed"};
    reader r = {.name = name, .left = {bytes, bytes + length}, .why = why};
    uint64_t memory = 0;
    hra_err err = check_sum(&r, length);
    if (err)
        return err;
    open_head(&r);
    next_line(&r, "game");
    if (take_form(&r) != HRA_LEARNT_OWN && !r.l.err)
        return hra_fail(why, HRA_EFIT, -1, "'%s': no player of the game reads models of this method", name);
    const uint64_t own = take_count(&r, "bytes", length);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        next_line(&r, words[i]);
    err = r.l.err ? damaged_head(&r) : take_memory(&r, &memory);
    if (!err && hra_bytes_left(&r.left) != own + memory)
        err = damaged(&r, _("the numbers do not fit the header"));
    if (!err)
        *out = (hra_bytes){r.left.at, r.left.at + own};
    return err;
}

static hra_err open_compiled(hra_learnt *l, const hra_game *game, const char *who, hra_error *why) {
    const hra_rules_catalogue *offers = hra_rules_offers(game->rules);
    hra_error missing = {0};
    const hra_learnt_bytes known = offers->learnt ? offers->learnt(game, &missing) : (hra_learnt_bytes){0};
    if (missing.code)
        return hra_fail_as(why, &missing);
    if (known.bytes)
        return hra_learnt_read(l, game, game->spec, (const char *)known.bytes, known.length, NULL, why);
    return hra_fail(why, HRA_EINPUT, -1, "%s needs a model for %s, written by hra learn: file=FILE", _(who),
                    game->spec);
}

hra_err hra_learnt_open(hra_learnt *l, const hra_game *game, const char *name, const char *who,
                        hra_error *why) {
    hra_text bytes;
    *l = (hra_learnt){0};
    if (!name)
        return open_compiled(l, game, who, why);
    hra_text_init(&bytes);
    hra_err err = hra_game_read_file(game, name, N_("model"), HRA_LEARNT_BYTES, &bytes, why);
    if (!err)
        err = hra_learnt_read(l, game, name, hra_text_string(&bytes), bytes.length, NULL, why);
    hra_text_release(&bytes);
    if (!err && l->form == HRA_LEARNT_OWN) {
        err = hra_fail(why, HRA_EFIT, -1, "'%s': a model for a player of %s, not for %s", name,
                       game->rules->name, _(who));
        hra_learnt_release(l);
    }
    return err;
}

/* Gives the net of l this number of inputs; the weights of new inputs are 0. */
static hra_err widen(hra_learnt *l, int inputs, hra_error *why) {
    hra_net wide, *net = &l->net;
    hra_net_shape shape = net->shape;
    shape.inputs = inputs;
    hra_err err = hra_net_init(&wide, &shape, why);
    if (err)
        return err;
    for (int i = 0; i < shape.layers; i++) {
        const hra_net_layer *from = &net->layer[i], *to = &wide.layer[i];
        size_t stride = (size_t)from->stride;
        memcpy(wide.weights + to->rows, net->weights + from->rows,
               (size_t)from->inputs * stride * sizeof(float));
        memcpy(wide.weights + to->biases, net->weights + from->biases, stride * sizeof(float));
    }
    hra_net_release(net);
    *net = wide;
    return HRA_OK;
}

hra_err hra_learnt_begin(hra_learnt *l, const hra_game *game, const char *name, const char *bytes,
                         size_t length, hra_error *why) {
    const hra_bytes from = {bytes, bytes + length};
    hra_err err = read_bytes(l, game, name, &from, true, NULL, why);
    if (!err && l->form != HRA_LEARNT_NET)
        err = hra_fail(why, HRA_EFIT, -1, "'%s': no net to start from", name);
    if (!err)
        err = widen(l, hra_encoding_of(game).features, why);
    if (err)
        hra_learnt_release(l);
    l->games = 0;
    return err;
}
