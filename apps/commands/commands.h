/* The subcommands, one file each. */
#ifndef HRA_COMMANDS_COMMANDS_H
#define HRA_COMMANDS_COMMANDS_H

#include "args.h"

extern const args_command command_games, command_methods, command_play, command_match, command_analyse,
    command_search, command_compare, command_solve, command_perft, command_review, command_replay,
    command_bench, command_tree, command_rollout, command_tournament, command_tune, command_learn,
    command_show, command_plays, command_rules, command_session, command_serve, command_work, command_engine,
    command_engine_check, command_players, command_index, command_drill, command_exercises, command_worksheet,
    command_grade, command_doctor;

/* 'hra engine NAME', one for each protocol of the library: index 0 and up, NULL past the last. `old`: by its
 * former name, 'hra NAME'. */
const args_command *command_protocol(int index, bool old);
/* 'hra engine NAME', or 'hra engine check'; NULL: there is no such protocol. */
const args_command *command_engine_of(const char *name);

/* All of them: those that are listed, in their order, then those with stands_for, by their old names; NULL past
 * the last. */
const args_command *command_at(int index);
/* Its name, an old name, or the beginning of one name. NULL: there is none, or several begin so. */
const args_command *command_find(const char *name);
/* Whether a game has a player of its own of this name, which stands for the one of every game. */
bool lists_has_own(const hra_rules *rules, const char *name);

#endif
