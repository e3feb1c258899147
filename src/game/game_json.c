/* Games and kinds of players as JSON. */
#include <math.h>

#include "hra/json.h"
#include "hra/state.h"

static void add_pair(hra_text *out, const char *key, const char *value) {
    hra_text_addf(out, "\"%s\":", key);
    if (value)
        hra_text_add_json(out, value);
    else
        hra_text_add(out, "null");
}

static void add_options(hra_text *out, const hra_option *table) {
    hra_text values;
    hra_text_init(&values);
    hra_text_add(out, "\"options\":[");
    for (const hra_option *o = table; o && o->name; o++) {
        hra_text_clear(&values);
        hra_option_describe(o, &values);
        hra_text_add(out, o == table ? "{" : ",{");
        add_pair(out, "name", o->name);
        hra_text_add(out, ",");
        add_pair(out, "values", hra_text_string(&values));
        hra_text_add(out, ",");
        add_pair(out, "default", o->fallback);
        hra_text_add(out, ",");
        add_pair(out, "help", o->help);
        hra_text_add(out, "}");
    }
    hra_text_add(out, "]");
    hra_text_release(&values);
}

static void add_named(hra_text *out, const char *name, const char *summary, const hra_option *table) {
    hra_text_add(out, "{");
    add_pair(out, "name", name);
    hra_text_add(out, ",");
    add_pair(out, "summary", summary);
    hra_text_add(out, ",");
    add_options(out, table);
}

/* All but the brace at the end. */
static void add_rules(hra_text *out, const hra_rules *rules) {
    hra_option table[HRA_MAX_OPTIONS + 1];
    const hra_rules_catalogue *own = hra_rules_offers(rules);
    bool experts = own->experts && *own->experts;
    hra_rules_options(rules, table);
    add_named(out, rules->name, rules->text->summary, table);
    hra_text_addf(out, ",\"title\":");
    hra_text_add_json(out, rules->text->title);
    hra_text_addf(out, ",\"seats\":{\"min\":%d,\"max\":%d,\"default\":%d},\"players\":[", rules->seats.fewest,
                  rules->seats.most, rules->seats.usual);
    for (const hra_player_kind *const *e = own->experts; e && *e; e++) {
        hra_text_add(out, e == own->experts ? "" : ",");
        add_named(out, (*e)->name, (*e)->summary, (*e)->options);
        hra_text_add(out, "}");
    }
    for (const hra_model *m = own->models; m && m->name; m++) {
        hra_text_add(out, m == own->models && !experts ? "" : ",");
        add_named(out, m->name, m->help, NULL);
        hra_text_add(out, "}");
    }
    hra_text_add(out, "],\"evaluations\":[");
    for (const hra_evaluation *e = own->evaluations; e && e->name; e++) {
        hra_text_add(out, e == own->evaluations ? "" : ",");
        add_named(out, e->name, e->help, e->options);
        hra_text_add(out, "}");
    }
    hra_text_add(out, "]");
}

void hra_json_kind(const hra_player_kind *kind, hra_text *out) {
    add_named(out, kind->name, kind->summary, kind->options);
    hra_text_add(out, "}");
}

void hra_json_rules(const hra_rules *rules, hra_text *out) {
    add_rules(out, rules);
    hra_text_add(out, "}");
}

static void add_number(hra_text *out, const char *key, double value, bool known) {
    hra_text_addf(out, ",\"%s\":", key);
    if (known && isfinite(value))
        hra_text_add_number(out, value);
    else
        hra_text_add(out, "null");
}

static void add_flag(hra_text *out, const char *key, bool value) {
    hra_text_addf(out, ",\"%s\":%s", key, value ? "true" : "false");
}

void hra_json_game(const hra_game *game, hra_text *out) {
    hra_text name;
    hra_text_init(&name);
    add_rules(out, game->rules);
    hra_text_add(out, ",");
    add_pair(out, "game", game->spec);
    hra_text_add(out, ",\"seat_names\":[");
    for (int seat = 0; seat < game->seats; seat++) {
        hra_text_clear(&name);
        hra_game_add_seat(game, seat, &name);
        hra_text_add(out, seat ? "," : "");
        hra_text_add_json(out, hra_text_string(&name));
    }
    hra_text_addf(out, "],\"state_size\":%d,\"max_moves\":%d,\"max_chances\":%d", hra_state_size(game),
                  game->max_moves, game->max_chances);
    add_flag(out, "zero_sum", game->zero_sum);
    add_flag(out, "integral", game->integral);
    add_number(out, "min_return", game->min_return, true);
    add_number(out, "max_return", game->max_return, true);
    add_number(out, "max_sum", game->max_sum, game->sum_bounded);
    hra_text_addf(out, ",\"repetitions\":%d,", game->repetitions);
    add_pair(out, "move_help", game->rules->text->move_help);
    hra_text_add(out, "}");
    if (name.err)
        out->err = name.err;
    hra_text_release(&name);
}
