/* What was learnt, as a file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "hra/state.h"
#include "nets/learnt.h"

enum { FORM = 1, LINE = HRA_SPEC_LENGTH + 64 };

static const char magic[] = "hra-learnt ", sum_word[] = "sum ", memory_word[] = "memory ";

/* ---- writing --------------------------------------------------------------------------------*/

static void put_float(hra_text *out, float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    hra_bytes_put(out, bits, 4);
}

void hra_learnt_put_block(const hra_net *net, const float *block, hra_text *out) {
    for (int l = 0; l < net->shape.layers; l++) {
        const hra_net_layer *layer = &net->layer[l];
        for (int i = 0; i <= layer->inputs; i++) /* the last row are the biases */
            for (int o = 0; o < layer->outputs; o++)
                put_float(out, block[layer->rows + (size_t)i * (size_t)layer->stride + (size_t)o]);
    }
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
    hra_text_addf(out, "%s%d\ngame %s\nform %s\n", magic, FORM, l->game->spec,
                  hra_learnt_form_names[l->form]);
    if (l->form == HRA_LEARNT_TABLE)
        hra_text_addf(out, "entries %llu\n", (unsigned long long)l->table.count);
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
    else
        hra_learnt_put_block(&l->net, l->net.weights, out);
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
    hra_error *why;
    bool fewer; /* inputs than the game has will do */
} reader;

static hra_err damaged(const reader *r, const char *what) {
    return hra_fail(r->why, HRA_EDAMAGED, -1, "'%s': %s", r->name, what);
}

/* The text of the next line behind its first word; HRA_EDAMAGED: it is another line, or too long. */
static hra_err take_line(reader *r, const char *word, char *out) {
    const char *end = memchr(r->left.at, '\n', hra_bytes_left(&r->left));
    size_t length = end ? (size_t)(end - r->left.at) : 0, head = strlen(word);
    if (!end || length >= LINE || length <= head || memcmp(r->left.at, word, head) != 0 ||
        r->left.at[head] != ' ' || memchr(r->left.at, '\0', length))
        return damaged(r, _("its head is damaged"));
    memcpy(out, r->left.at + head + 1, length - head - 1);
    out[length - head - 1] = '\0';
    r->left.at = end + 1;
    return HRA_OK;
}

/* One whole number; what follows it is left at *end, which may be NULL: nothing then follows. */
static bool take_count(const char *text, const char **end, uint64_t most, uint64_t *out) {
    uint64_t n = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (n > (most - digit) / 10)
            return false;
        n = 10 * n + digit;
    }
    if (at == text || (!end && *at))
        return false;
    *out = n;
    if (end)
        *end = at;
    return true;
}

/* The sum at the end is looked at first, so what follows meets damage only where somebody made it up. */
static hra_err check_sum(reader *r, size_t length) {
    const size_t tail = sizeof sum_word - 1 + 16 + 2;
    char line[32];
    if (length < sizeof magic - 1 || memcmp(r->left.at, magic, sizeof magic - 1) != 0)
        return damaged(r, _("this is nothing that was learnt (it does not begin with \"hra-learnt\")"));
    if (r->left.at[sizeof magic - 1] != '0' + FORM || r->left.at[sizeof magic] != '\n')
        return hra_fail(r->why, HRA_EVERSION, -1, "'%s': it is of a newer version than this program knows",
                        r->name);
    if (length < tail)
        return damaged(r, _("it is cut off, or was changed"));
    r->left.end = r->left.at + length - tail;
    (void)hra_snprintf(line, sizeof line, "\n%s%016llx\n", sum_word,
                       (unsigned long long)XXH64(r->left.at, length - tail, 0));
    return memcmp(line, r->left.end, tail) == 0 ? HRA_OK : damaged(r, _("it is cut off, or was changed"));
}

static bool take_shape(const char *text, hra_net_shape *shape) {
    uint64_t n;
    *shape = (hra_net_shape){0};
    if (!take_count(text, &text, HRA_NET_INPUTS, &n))
        return false;
    shape->inputs = (int)n;
    while (*text == ' ') {
        int l = shape->layers, kind = 0;
        if (l == HRA_NET_LAYERS || !take_count(text + 1, &text, HRA_NET_WIDTH, &n) || *text++ != ':')
            return false;
        size_t length = strcspn(text, " ");
        while (kind < HRA_NET_ACTIVATIONS && (strlen(hra_activation_names[kind]) != length ||
                                              strncmp(hra_activation_names[kind], text, length) != 0))
            kind++;
        if (kind == HRA_NET_ACTIVATIONS)
            return false;
        shape->width[l] = (int)n;
        shape->activation[l] = (hra_activation)kind;
        shape->layers++;
        text += length;
    }
    return *text == '\0' && shape->layers > 0;
}

static float take_float(hra_bytes *b) {
    uint32_t bits = (uint32_t)hra_bytes_take(b, 4);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

bool hra_learnt_take_block(const hra_net *net, float *block, hra_bytes *from) {
    uint64_t count = 0;
    for (int l = 0; l < net->shape.layers; l++)
        count += ((uint64_t)net->layer[l].inputs + 1) * (uint64_t)net->layer[l].outputs;
    if (hra_bytes_left(from) < 4 * count)
        return false;
    for (int l = 0; l < net->shape.layers; l++) {
        const hra_net_layer *layer = &net->layer[l];
        for (int i = 0; i <= layer->inputs; i++)
            for (int o = 0; o < layer->outputs; o++)
                block[layer->rows + (size_t)i * (size_t)layer->stride + (size_t)o] = take_float(from);
    }
    return true;
}

static hra_err take_weights(reader *r, hra_net *net) {
    if (!hra_learnt_take_block(net, net->weights, &r->left) || hra_bytes_left(&r->left))
        return damaged(r, _("it has other numbers than its head says"));
    return hra_net_finite(net) ? HRA_OK : damaged(r, _("it has numbers that are none"));
}

static hra_err take_entries(reader *r, hra_value_table *table, uint64_t count) {
    if (hra_bytes_left(&r->left) != 12 * count)
        return damaged(r, _("it has other numbers than its head says"));
    for (uint64_t i = 0; i < count; i++) {
        uint64_t key = hra_bytes_take(&r->left, 8);
        float value = take_float(&r->left);
        if (!isfinite(value))
            return damaged(r, _("it has numbers that are none"));
        if (!hra_value_table_put(table, key, value))
            return hra_no_memory(r->why);
    }
    return HRA_OK;
}

static hra_err take_game(reader *r, const hra_learnt *l, char spec[HRA_SPEC_LENGTH]) {
    char line[LINE], name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    hra_err err = take_line(r, "game", line);
    if (err)
        return err;
    if (hra_spec_split(line, name, &options, &length, NULL) != 0)
        return damaged(r, _("its head is damaged"));
    (void)hra_snprintf(spec, HRA_SPEC_LENGTH, "%s", line);
    if (strcmp(name, l->game->rules->name) != 0)
        return hra_fail(r->why, HRA_EFIT, -1, "'%s': it was learnt of the game %s, not of %s", r->name, name,
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
    char line[LINE];
    size_t left = hra_bytes_left(&r->left), word = sizeof memory_word - 1;
    *memory = 0;
    if (left > word && memcmp(r->left.at, memory_word, word) == 0) {
        hra_err err = take_line(r, "memory", line);
        if (err)
            return err;
        left = hra_bytes_left(&r->left);
        if (!take_count(line, NULL, left, memory))
            return damaged(r, _("its head is damaged"));
    }
    if (left < 1 + *memory || *r->left.at++ != '\n')
        return damaged(r, _("its head is damaged"));
    return HRA_OK;
}

/* Lines behind the form: the shape or the number of entries, range, method, games, seed. */
static hra_err take_head(reader *r, hra_learnt *l, const char *spec, uint64_t *entries) {
    char line[LINE];
    const char *rest;
    bool table = l->form == HRA_LEARNT_TABLE;
    hra_err err = take_line(r, table ? "entries" : "layers", line);
    if (err)
        return err;
    hra_net_shape shape = {0};
    if (table ? !take_count(line, NULL, UINT64_MAX / 16, entries) : !take_shape(line, &shape))
        return damaged(r, _("its head is damaged"));
    if (!table && shape.inputs != l->net.shape.inputs &&
        !(r->fewer && shape.inputs < l->net.shape.inputs && strcmp(spec, l->game->spec) == 0))
        return hra_fail(r->why, HRA_EFIT, -1, "'%s': it was learnt of %d numbers a position, and %s tells %d",
                        r->name, shape.inputs, l->game->spec, l->net.shape.inputs);
    if (!table && !same_ends(&shape, &l->net.shape))
        return hra_fail(r->why, HRA_EFIT, -1, "'%s': it has %d outputs, and %s takes %d", r->name,
                        shape.width[shape.layers - 1], l->game->spec, hra_net_outputs(&l->net));
    if (!table) {
        hra_net_release(&l->net);
        if ((err = hra_net_init(&l->net, &shape, r->why)) != 0)
            return err;
    }
    if ((err = take_line(r, "range", line)) != 0)
        return err;
    if (!hra_number_read(line, &rest, &l->offset) || *rest != ' ' ||
        !hra_number_read(rest + 1, NULL, &l->scale))
        return damaged(r, _("its head is damaged"));
    if ((err = take_line(r, "method", line)) != 0)
        return err;
    (void)hra_snprintf(l->method, sizeof l->method, "%s", line);
    if ((err = take_line(r, "games", line)) != 0 || !take_count(line, NULL, UINT64_MAX, &l->games))
        return err ? err : damaged(r, _("its head is damaged"));
    if ((err = take_line(r, "seed", line)) != 0 || !take_count(line, NULL, UINT64_MAX, &l->seed))
        return err ? err : damaged(r, _("its head is damaged"));
    return HRA_OK;
}

static hra_err read_all(reader *r, hra_learnt *l, hra_text *memory) {
    char line[LINE], spec[HRA_SPEC_LENGTH];
    uint64_t entries = 0, bytes = 0;
    hra_err err = take_line(r, "hra-learnt", line);
    if (!err)
        err = take_game(r, l, spec);
    if (!err)
        err = take_line(r, "form", line);
    if (err)
        return err;
    int form = 0;
    while (form < HRA_LEARNT_FORMS && strcmp(line, hra_learnt_form_names[form]) != 0)
        form++;
    if (form == HRA_LEARNT_FORMS)
        return damaged(r, _("its head is damaged"));
    if (form == HRA_LEARNT_TABLE && strcmp(spec, l->game->spec) != 0) /* its positions are others */
        return hra_fail(r->why, HRA_EFIT, -1, "'%s': it was learnt of %s, not of %s", r->name, spec,
                        l->game->spec);
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
    return l->form == HRA_LEARNT_TABLE ? take_entries(r, &l->table, entries) : take_weights(r, &l->net);
}

static hra_err read_bytes(hra_learnt *l, const hra_game *game, const char *name, const hra_bytes *from,
                          bool fewer, hra_text *memory, hra_error *why) {
    reader r = {name, *from, why, fewer};
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

static hra_err open_compiled(hra_learnt *l, const hra_game *game, const char *who, hra_error *why) {
    const hra_rules_catalogue *offers = hra_rules_offers(game->rules);
    const hra_learnt_bytes known = offers->learnt ? offers->learnt(game) : (hra_learnt_bytes){0};
    if (known.bytes)
        return hra_learnt_read(l, game, game->spec, (const char *)known.bytes, known.length, NULL, why);
    return hra_fail(why, HRA_EINPUT, -1,
                    "%s needs the file of what was learnt of %s by hra learn, as in file=F", _(who),
                    game->spec);
}

hra_err hra_learnt_open(hra_learnt *l, const hra_game *game, const char *name, const char *who,
                        hra_error *why) {
    hra_text bytes;
    *l = (hra_learnt){0};
    if (!name)
        return open_compiled(l, game, who, why);
    hra_text_init(&bytes);
    hra_err err = hra_game_read_file(game, name, game->rules->name, HRA_LEARNT_BYTES, &bytes, why);
    if (!err)
        err = hra_learnt_read(l, game, name, hra_text_string(&bytes), bytes.length, NULL, why);
    hra_text_release(&bytes);
    return err;
}

/* The net of l gets so many inputs; those that come anew weigh nothing. */
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
        err = hra_fail(why, HRA_EFIT, -1, "'%s': it holds no net to begin with", name);
    if (!err)
        err = widen(l, hra_state_feature_count(game), why);
    if (err)
        hra_learnt_release(l);
    l->games = 0;
    return err;
}
