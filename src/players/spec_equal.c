/* Whether two specs name the same. */
#include "players/spec_equal.h"

#include <math.h>
#include <string.h>

#include "players/player.h"
#include "players/player_name.h"
#include "rules/defaults.h"
#include "rules/rename.h"

enum { DEEPEST = 4 }; /* specs in specs; those below are compared as text */

/* Where a name is looked for. */
typedef struct scope {
    hra_name_kind kind;
    const hra_rules *rules;
    const hra_registry *registry;
    hra_method_finder *method; /* of HRA_NAME_METHOD */
} scope;

/* What a spec names. */
typedef struct owner {
    const char *name; /* of today */
    const hra_option *options;
    const char *text; /* those typed */
    size_t length;
    hra_option own[HRA_MAX_OPTIONS + 1];
} owner;

/* ---- names ----------------------------------------------------------------------------------*/

static bool find_game(const scope *in, const char *name, owner *out) {
    const hra_rules *rules = hra_registry_find_game(in->registry, name);
    if (!rules)
        return false;
    hra_rules_options(rules, out->own);
    out->name = rules->name;
    out->options = out->own;
    return true;
}

static bool find_evaluation(const scope *in, const char *name, owner *out) {
    const hra_evaluation *kind = in->rules ? hra_evaluation_find(in->rules, name) : NULL;
    if (!kind)
        return false;
    out->name = kind->name;
    out->options = kind->options;
    return true;
}

/* In the order in which hra_player_open looks. */
static bool find_player(const scope *in, const char *name, owner *out) {
    const hra_player_kind *kind = in->rules ? hra_expert_find(in->rules, name) : NULL;
    const hra_model *model = in->rules && !kind ? hra_model_find(in->rules, name) : NULL;
    if (!kind && !model)
        kind = hra_registry_find_player(in->registry, name);
    out->name = kind ? kind->name : model ? model->name : NULL;
    hra_kind_options(kind ? kind->options : NULL, out->own);
    out->options = out->own;
    return kind || model;
}

static bool find(const scope *in, const char *name, owner *out) {
    switch (in->kind) {
    case HRA_NAME_GAME:
        return find_game(in, name, out);
    case HRA_NAME_PLAYER:
        return find_player(in, name, out);
    case HRA_NAME_METHOD:
        return in->method && in->method(in->rules, name, &out->name, &out->options);
    case HRA_NAME_EVALUATION:
        return find_evaluation(in, name, out);
    default:
        return false;
    }
}

/* Where the spec in an option is looked for. */
static scope inside(const scope *in, const hra_option *option) {
    scope out = *in;
    const bool judges = in->kind == HRA_NAME_EVALUATION || strcmp(option->name, "eval") == 0 ||
                        strcmp(option->name, "ties") == 0;
    out.kind = judges ? HRA_NAME_EVALUATION : HRA_NAME_PLAYER;
    return out;
}

/* ---- whether they are equal -----------------------------------------------------------------*/

static bool are_equal(const char *a, const char *b, const scope *in, int depth);

static bool same_value(const hra_options *a, const hra_options *b, int i, const scope *in, int depth) {
    if (!a->given[i] || !b->given[i])
        return a->given[i] == b->given[i];
    const char *x = a->pool + a->text[i], *y = b->pool + b->text[i];
    const scope within = inside(in, &a->known[i]);
    switch (a->known[i].type) {
    case HRA_OPTION_TEXT:
    case HRA_OPTION_BARE:
    case HRA_OPTION_FILE:
        return strcmp(x, y) == 0;
    case HRA_OPTION_SPEC:
        return are_equal(x, y, &within, depth + 1);
    default: /* NAN: none that it takes */
        return a->number[i] == b->number[i] ||
               (isnan(a->number[i]) && isnan(b->number[i]) && strcmp(x, y) == 0);
    }
}

/* What a player is called does not make it another one. */
static bool is_name_of_player(const scope *in, const hra_option *option) {
    return in->kind == HRA_NAME_PLAYER && strcmp(option->name, "name") == 0;
}

static bool same_options(const owner *a, const owner *b, const scope *in, int depth) {
    hra_options x, y;
    if (a->length == b->length && memcmp(a->text, b->text, a->length) == 0)
        return true;
    if (hra_options_listen(&x, a->options, a->name, a->text, a->length, NULL) != 0 ||
        hra_options_listen(&y, a->options, a->name, b->text, b->length, NULL) != 0)
        return false;
    for (int i = 0; i < x.count; i++)
        if (!is_name_of_player(in, &x.known[i]) && !same_value(&x, &y, i, in, depth))
            return false;
    return true;
}

static bool are_equal(const char *a, const char *b, const scope *in, int depth) {
    char name[2][HRA_NAME_LENGTH];
    owner of[2];
    if (strcmp(a, b) == 0)
        return true;
    if (depth > DEEPEST || hra_spec_split(a, name[0], &of[0].text, &of[0].length, NULL) != 0 ||
        hra_spec_split(b, name[1], &of[1].text, &of[1].length, NULL) != 0)
        return false;
    bool known = find(in, name[0], &of[0]);
    if (known && find(in, name[1], &of[1]))
        return strcmp(of[0].name, of[1].name) == 0 && same_options(&of[0], &of[1], in, depth);
    return !known && strcmp(name[0], name[1]) == 0 && of[0].length == of[1].length &&
           memcmp(of[0].text, of[1].text, of[0].length) == 0;
}

bool hra_spec_equal(const char *a, const char *b, hra_name_kind kind, const hra_rules *rules,
                    const hra_registry *registry) {
    return are_equal(a, b, &(scope){kind, rules, registry, NULL}, 0);
}

bool hra_spec_equal_by(hra_method_finder *find_method, const char *a, const char *b, const hra_rules *rules,
                       const hra_registry *registry) {
    return are_equal(a, b, &(scope){HRA_NAME_METHOD, rules, registry, find_method}, 0);
}

/* ---- old names in one -----------------------------------------------------------------------*/

/* The row that leads to this name, NULL: it was typed as it is today. */
static const hra_rename *row_of(const scope *in, const char *typed, const char *now) {
    static const hra_name_kind kinds[] = {HRA_NAME_GAME, HRA_NAME_PLAYER, HRA_NAME_METHOD,
                                          HRA_NAME_EVALUATION};
    if (strcmp(typed, now) == 0)
        return NULL;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (const hra_rename *row = NULL;
             (row = hra_rename_find(kinds[k], in->rules ? in->rules->name : "", typed, row)) != NULL;)
            if (strcmp(row->now, now) == 0)
                return row;
    return NULL;
}

static void tell_renames(const char *spec, const scope *in, const hra_rename_listener *listener, int depth) {
    char name[HRA_NAME_LENGTH];
    owner of;
    hra_options options;
    if (depth > DEEPEST || hra_spec_split(spec, name, &of.text, &of.length, NULL) != 0 ||
        !find(in, name, &of))
        return;
    const hra_rename *row = row_of(in, name, of.name);
    if (row)
        listener->tell(listener->self, row);
    if (hra_options_listen(&options, of.options, of.name, of.text, of.length, listener) != 0)
        return;
    for (int i = 0; i < options.count; i++)
        if (options.given[i] && options.known[i].type == HRA_OPTION_SPEC) {
            const scope within = inside(in, &options.known[i]);
            tell_renames(options.pool + options.text[i], &within, listener, depth + 1);
        }
}

void hra_spec_renames(const char *spec, hra_name_kind kind, const hra_rules *rules,
                      const hra_registry *registry, void (*tell)(void *self, const hra_rename *row),
                      void *self) {
    tell_renames(spec, &(scope){kind, rules, registry, NULL}, &(hra_rename_listener){tell, self}, 0);
}

void hra_spec_renames_by(hra_method_finder *find_method, const char *spec, const hra_rules *rules,
                         const hra_registry *registry, void (*tell)(void *self, const hra_rename *row),
                         void *self) {
    tell_renames(spec, &(scope){HRA_NAME_METHOD, rules, registry, find_method},
                 &(hra_rename_listener){tell, self}, 0);
}
