/* Games, kinds of players and states as JSON. */
#include <math.h>
#include <string.h>

#include "core/messages.h"
#include "hra/json.h"
#include "hra/state.h"
#include "hra/term.h"
#include "players/json.h"

/* ---- games and players ----------------------------------------------------------------------*/

/* What a table says to people, or NULL. */
static void add_sentence(hra_json *json, const char *key, const char *english) {
    hra_json_text(json, key, english ? _(english) : NULL);
}

static void add_options(hra_json *json, const hra_option *table) {
    hra_text values;
    hra_text_init(&values);
    hra_json_list(json, "options");
    for (const hra_option *o = table; o && o->name; o++) {
        hra_text_clear(&values);
        hra_option_describe(o, &values);
        hra_json_object(json, NULL);
        hra_json_text(json, "name", o->name);
        hra_json_text(json, "values", hra_text_string(&values));
        if (values.err)
            json->out->err = values.err;
        hra_json_text(json, "default", o->fallback);
        add_sentence(json, "help", o->help);
        hra_json_option_words(json, o);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_text_release(&values);
}

/* All but the end: more members may follow. */
static void open_named(hra_json *json, const char *key, const char *name, const char *summary,
                       const hra_option *table) {
    hra_json_object(json, key);
    hra_json_text(json, "name", name);
    add_sentence(json, "summary", summary);
    add_options(json, table);
}

static void add_named(hra_json *json, const char *key, const char *name, const char *summary,
                      const hra_option *table) {
    open_named(json, key, name, summary, table);
    hra_json_end(json);
}

static void add_levels(hra_json *json, const hra_levels *levels) {
    static const char *const measures[] = {[HRA_LEVELS_BY_SCORE] = "score",
                                           [HRA_LEVELS_BY_RESULT] = "result",
                                           [HRA_LEVELS_BY_OWN_RESULT] = "own-result",
                                           [HRA_LEVELS_BY_OPPONENT] = "opponent"};
    if (!levels)
        return;
    hra_json_object(json, "levels");
    hra_json_text(json, "match", levels->match);
    hra_json_text(json, "measure", measures[levels->measure]);
    hra_json_integer(json, "seed", (int64_t)levels->seed);
    hra_json_integer(json, "default", levels->default_);
    hra_json_list(json, "of");
    for (const hra_level *level = levels->of; level->player; level++) {
        hra_json_object(json, NULL);
        hra_json_text(json, "player", level->player);
        add_sentence(json, "play", level->play);
        hra_json_integer(json, "games", level->games);
        hra_json_number(json, "figure", level->games ? level->figure : (double)NAN);
        hra_json_number(json, "error", level->games ? level->error : (double)NAN);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_json_end(json);
}

static void add_variants(hra_json *json, const hra_variant *variants) {
    if (!variants)
        return;
    hra_json_list(json, "variants");
    for (; variants->name; variants++) {
        hra_json_object(json, NULL);
        add_sentence(json, "name", variants->name);
        hra_json_text(json, "options", variants->options);
        hra_json_end(json);
    }
    hra_json_end(json);
}

/* All but the end. */
static void open_rules(hra_json *json, const char *key, const hra_rules *rules) {
    hra_option table[HRA_MAX_OPTIONS + 1];
    const hra_rules_catalogue *own = hra_rules_offers(rules);
    hra_rules_options(rules, table);
    open_named(json, key, rules->name, rules->text->summary, table);
    add_sentence(json, "title", rules->text->title);
    hra_json_object(json, "seats");
    hra_json_integer(json, "min", rules->seats.min);
    hra_json_integer(json, "max", rules->seats.max);
    hra_json_integer(json, "default", rules->seats.default_);
    hra_json_end(json);
    hra_json_bool(json, "hidden_information", rules->conduct && rules->conduct->observation);
    hra_json_bool(json, "live", rules->conduct && rules->conduct->arrow);
    hra_json_bool(json, "threats", rules->hints && rules->hints->pass);
    hra_json_list(json, "players");
    for (const hra_player_kind *const *e = own->experts; e && *e; e++)
        hra_json_kind(json, NULL, *e);
    for (const hra_model *m = own->models; m && m->name; m++)
        add_named(json, NULL, m->name, m->help, NULL);
    hra_json_end(json);
    hra_json_list(json, "evaluations");
    for (const hra_evaluation *e = own->evaluations; e && e->name; e++)
        add_named(json, NULL, e->name, e->help, e->options);
    hra_json_end(json);
    hra_json_list(json, "protocols");
    for (const hra_protocol_offer *o = own->protocols; o && o->name; o++)
        hra_json_text(json, NULL, o->name);
    hra_json_end(json);
    add_levels(json, own->levels);
    add_variants(json, own->variants);
}

void hra_json_kind(hra_json *json, const char *key, const hra_player_kind *kind) {
    add_named(json, key, kind->name, kind->summary, kind->options);
}

/* Of what formulas are made (hra/term.h). */
static void add_formula_terms(hra_json *json, const hra_term *term) {
    hra_json_list(json, "formula_terms");
    for (; term && term->name; term++) {
        hra_json_object(json, NULL);
        hra_json_text(json, "name", term->name);
        add_sentence(json, "help", term->help);
        hra_json_number(json, "least", term->least);
        hra_json_number(json, "most", term->most);
        hra_json_bool(json, "shared", term->shared);
        hra_json_end(json);
    }
    hra_json_end(json);
}

/* A game that need not be open, as hra_json_games lists it; more of one that is asked for alone. */
static void write_rules(hra_json *json, const char *key, const hra_rules *rules, bool alone) {
    open_rules(json, key, rules);
    if (alone)
        add_formula_terms(json, hra_rules_offers(rules)->terms);
    hra_json_end(json);
}

void hra_json_games(hra_json *json, const char *key, const hra_registry *registry, const hra_rules *only) {
    hra_json_object(json, key);
    hra_json_list(json, "games");
    for (int i = 0; hra_registry_game(registry, i); i++)
        if (!only || hra_registry_game(registry, i) == only)
            write_rules(json, NULL, hra_registry_game(registry, i), only != NULL);
    hra_json_end(json);
    hra_json_end(json);
}

static void add_seat_names(hra_json *json, const hra_game *game) {
    hra_text name;
    hra_text_init(&name);
    hra_json_list(json, "seat_names");
    for (int seat = 0; seat < game->seats; seat++) {
        hra_text_clear(&name);
        hra_text_add(&name, hra_game_seat_name(game, seat));
        hra_json_text(json, NULL, hra_text_string(&name));
        if (name.err)
            json->out->err = name.err;
    }
    hra_json_end(json);
    hra_text_release(&name);
}

static void add_numbers(hra_json *json, const hra_game *game) {
    const hra_encoding encoding = hra_encoding_of(game);
    hra_json_integer(json, "features", encoding.features);
    hra_json_integer(json, "actions", encoding.actions);
    hra_json_list(json, "terms");
    for (int i = 0; i < encoding.terms; i++)
        hra_json_text(json, NULL, game->rules->encoding->terms[i]);
    hra_json_end(json);
}

void hra_json_game(hra_json *json, const char *key, const hra_game *game) {
    open_rules(json, key, game->rules);
    hra_json_text(json, "game", game->spec);
    add_seat_names(json, game);
    hra_json_integer(json, "state_size", hra_encoding_of(game).state_size);
    hra_json_integer(json, "max_moves", game->max_moves);
    hra_json_integer(json, "max_chances", game->max_chances);
    hra_json_bool(json, "zero_sum", game->zero_sum);
    hra_json_bool(json, "integral", game->integer_returns);
    hra_json_number(json, "min_return", game->min_return);
    hra_json_number(json, "max_return", game->max_return);
    hra_json_number(json, "max_sum", game->sum_bounded ? game->max_sum : (double)NAN);
    hra_json_integer(json, "repetitions", game->repetition_limit);
    add_sentence(json, "move_help", game->rules->text->move_help);
    add_numbers(json, game);
    hra_json_end(json);
}

/* ---- states ---------------------------------------------------------------------------------*/

static void add_words(hra_json *json, const char *key, hra_text *words) {
    hra_json_text(json, key, hra_text_string(words));
    if (words->err)
        json->out->err = words->err;
    hra_text_release(words);
}

void hra_json_move(hra_json *json, const char *key, const hra_game *game, const void *state, hra_move move) {
    hra_text words;
    hra_text_init(&words);
    game->rules->text->show_move(game, state, move, &words);
    add_words(json, key, &words);
    if (key)
        hra_json_said(json, key, game, state, move);
}

void hra_json_said(hra_json *json, const char *key, const hra_game *game, const void *state, hra_move move) {
    if (json->keys != HRA_JSON_NEW_KEYS || !game->rules->text->say_move)
        return;
    char name[32];
    hra_text shown, said;
    hra_text_init(&shown);
    hra_text_init(&said);
    game->rules->text->show_move(game, state, move, &shown);
    game->rules->text->say_move(game, state, move, &said);
    (void)hra_snprintf(name, sizeof name, "%s_said", key);
    if (shown.err)
        json->out->err = shown.err;
    if (said.err || strcmp(hra_text_string(&shown), hra_text_string(&said)) != 0)
        add_words(json, name, &said);
    else
        hra_text_release(&said);
    hra_text_release(&shown);
}

void hra_json_position(hra_json *json, const char *key, const hra_game *game, const void *state) {
    hra_text words;
    hra_text_init(&words);
    game->rules->text->write_position(game, state, &words);
    add_words(json, key, &words);
}
