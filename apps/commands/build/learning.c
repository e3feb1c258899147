/* What hra learn tells of a run. */
#include "learning.h"
#include "commands/output.h"

bool learning_is_contest(const hra_game *game) {
    return game->seats == 2 && game->zero_sum && game->max_return == 1;
}

static const char *what_is_measured(const hra_game *game) {
    return learning_is_contest(game) ? _("score rate") : _("mean score");
}

int learning_tell_head(const learning *l) {
    hra_text shape;
    hra_text_init(&shape);
    hra_learner_describe(l->learner, &shape);
    if (shape.err) {
        hra_text_release(&shape);
        return print_no_memory();
    }
    print(_("training %s by %s: %s, seed %llu\n"), l->s->game->spec, l->method, hra_text_string(&shape),
          (unsigned long long)l->s->seed);
    hra_text_release(&shape);
    print_cell(12, _("games"));
    print_cell(10, _("seconds"));
    print_cell(13, _("games/s"));
    for (int i = 0; l->measure && i < l->opponents; i++)
        print(l->s->game->seats > 1 ? _("   against %s") : "   %s",
              l->s->game->seats > 1 ? l->against[i] : _("mean score"));
    if (hra_learner_wants_records(l->learner))
        print(_("   held-out moves predicted, result ± error"));
    print("\n");
    return EXIT_DONE;
}

/* What a sum of terms has come to: a line a term that takes part, then those that do not. */
static void tell_terms(const learning *l) {
    hra_learn_term terms[HRA_MAX_TERMS];
    int count = hra_learner_terms(l->learner, terms), kept = 0;
    while (kept < count && terms[kept].weight != 0)
        kept++;
    if (kept)
        print("\n%s\n", _("Weights:"));
    for (int i = 0; i < kept; i++)
        print("%12.4F  %s\n", terms[i].weight, terms[i].name);
    for (int i = kept; i < count; i++)
        print("%s%s%s", i > kept ? ", " : _("      unused: "), terms[i].name, i == count - 1 ? "\n" : "");
}

/* The number of seats for `named` players; 0: the game cannot have that number. */
static hra_err seats_for(const learning *l, int named, int *seats) {
    hra_game *game = NULL;
    hra_err err = hra_game_open_at(&game, &cli_host, l->s->game->spec, named, NULL, NULL);
    *seats = err ? 0 : game->seats;
    hra_game_close(game);
    return err == HRA_ENOMEM ? err : HRA_OK;
}

/* The words after 'hra play GAME', for the game with the seats that it was learnt with: a person and the
 * player, named as often as it takes, or the player alone if it has learnt a seat that has no equal. */
static void add_seats(const learning *l, const char *player, hra_text *out) {
    const hra_game *game = l->s->game;
    const bool alone = game->seats == 1 || game->one_against_all || game->rules->catalogue->opponent;
    int two = 0;
    hra_err err = alone ? HRA_OK : seats_for(l, 2, &two);
    const int count = alone || two == game->seats ? 1 : game->seats - 1;
    hra_text_add(out, alone ? "" : "human");
    for (int i = 0; i < count; i++) {
        hra_text_add(out, i || !alone ? " " : "");
        store_add_shell_path(out, "", player);
    }
    if (err)
        out->err = err;
}

int learning_tell_end(const learning *l, bool done) {
    curve_live_leave();
    hra_text player, file, who; /* the last two as words of a shell */
    hra_text_init(&player);
    hra_text_init(&file);
    hra_text_init(&who);
    hra_learner_best(l->learner, l->file, &player);
    store_add_shell_path(&file, "", l->file);
    add_seats(l, hra_text_string(&player), &who);
    const bool whole = !player.err && !file.err && !who.err;
    tell_terms(l);
    print_reached(_("trained on %llu games"), (unsigned long long)hra_learner_games(l->learner));
    if (whole && !done)
        print(_("\nStopped after %llu games, which are saved. To continue:\n  hra learn %s --resume --output "
                "%s\n"),
              (unsigned long long)hra_learner_games(l->learner), l->s->game->spec, hra_text_string(&file));
    else if (whole)
        print(_("\nSaved to %s\nPlay it: hra play %s %s\n"), hra_text_string(&file), l->s->game->spec,
              hra_text_string(&who));
    hra_text_release(&player);
    hra_text_release(&file);
    hra_text_release(&who);
    return whole ? EXIT_DONE : print_no_memory();
}

static void json_terms(const learning *l, hra_json *json) {
    hra_learn_term terms[HRA_MAX_TERMS];
    int count = hra_learner_terms(l->learner, terms);
    hra_json_list(json, "terms");
    for (int i = 0; i < count; i++) {
        hra_json_object(json, NULL);
        hra_json_text(json, "name", terms[i].name);
        hra_json_number(json, "weight", terms[i].weight);
        hra_json_end(json);
    }
    hra_json_end(json);
}

static void json_accuracy(const learning *l, hra_json *json) {
    hra_learn_accuracy a;
    if (!hra_learner_wants_records(l->learner))
        return;
    hra_learner_measure(l->learner, &a);
    hra_json_object(json, "records");
    hra_json_count(json, "learnt", a.learnt);
    hra_json_count(json, "held_out", a.held_out);
    hra_json_count(json, "decisions", a.decisions);
    hra_json_number(json, "hits", a.hits);
    hra_json_number(json, "random_hits", a.random_hits);
    hra_json_number(json, "value_error", a.value_error);
    hra_json_number(json, "mean_error", a.mean_error);
    hra_json_end(json);
}

int learning_tell_json(const learning *l) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_object(&json, NULL);
    hra_json_text(&json, "game", l->s->game->spec);
    hra_json_text(&json, "method", l->method);
    hra_json_count(&json, "seed", l->s->seed);
    hra_json_text(&json, "file", l->file);
    hra_json_count(&json, "games", hra_learner_games(l->learner));
    hra_json_seconds(&json, "seconds", l->spent);
    json_terms(l, &json);
    json_accuracy(l, &json);
    hra_json_list(&json, "curve");
    for (size_t i = 0; i < l->curve.count; i++) {
        const curve_point *p = &l->curve.points[i];
        hra_json_object(&json, NULL);
        hra_json_count(&json, "seed", p->seed);
        hra_json_count(&json, "games", p->games);
        hra_json_seconds(&json, "seconds", p->seconds);
        hra_json_text(&json, "against", l->s->game->seats > 1 ? l->against[p->line] : NULL);
        hra_json_number(&json, "score", p->score);
        hra_json_number(&json, "stderr", p->error);
        hra_json_count(&json, "played", p->played);
        hra_json_end(&json);
    }
    hra_json_end(&json);
    hra_json_end(&json);
    return print_json(&out);
}

static curve_axes axes_of(const learning *l) {
    return (curve_axes){_("training games"), what_is_measured(l->s->game)};
}

void learning_draw_live(const learning *l) {
    const char *alone[] = {_("one seat")};
    const curve_axes axes = axes_of(l);
    curve_live_draw(&l->curve, l->s->game->seats > 1 ? l->against : alone, l->opponents, &axes);
}

/* The curve as files. */
int learning_write_curve(const learning *l) {
    hra_text out;
    int status = EXIT_DONE;
    const char *alone[] = {_("one seat")};
    const char *const *titles = l->s->game->seats > 1 ? l->against : alone;
    hra_text_init(&out);
    if (args_given(l->a, "csv")) {
        curve_csv(&l->curve, titles, &out);
        status = output_write(args_text(l->a, "csv", NULL), &out);
        hra_text_clear(&out);
    }
    if (!status && args_given(l->a, "svg")) {
        hra_text title;
        hra_text_init(&title);
        hra_text_addf(&title, "%s, %s", l->s->game->spec, l->method);
        const curve_axes axes = axes_of(l);
        curve_svg(&l->curve, titles, l->opponents, hra_text_string(&title), &axes, &out);
        status = output_write_svg(args_text(l->a, "svg", NULL), NULL, &out, NULL, hra_text_string(&title));
        hra_text_release(&title);
    }
    hra_text_release(&out);
    return status;
}
