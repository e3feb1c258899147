/* hra/deprecated.h: names of the interface 2 (0.1, and 0.2.0 before it was released) in terms of those of the interface 3.
 *
 * For a program that was written for the interface 2: include it after the other headers, compile the program, and
 * replace the old names when there is time. Each is a macro; nothing else is declared here. Arguments are evaluated once. What has no row
 * here has changed more than its name: docs/changes.md says of each what does it now. This header goes with 0.3.
 *
 * Thread-safety: as of what the names stand for. */
#ifndef HRA_DEPRECATED_H
#define HRA_DEPRECATED_H

/* ---- types ----------------------------------------------------------------------------------*/

#define hra_bound hra_value_kind
#define hra_scene_view hra_scene_view
#define hra_input_path hra_input_path
#define hra_move_input hra_move_input
#define hra_result hra_analysis
#define hra_root_move hra_analysis_move
#define hra_rules_manners hra_rules_conduct
#define hra_rules_numbers hra_rules_encoding

#define HRA_EXACT HRA_VALUE_EXACT
#define HRA_AT_LEAST HRA_VALUE_AT_LEAST
#define HRA_AT_MOST HRA_VALUE_AT_MOST
#define HRA_AVERAGE HRA_VALUE_MEAN
#define HRA_VALUE_BOUND HRA_VALUE_AT_MOST
#define HRA_VALUE_LEAST HRA_VALUE_AT_LEAST

/* ---- functions with the same arguments ------------------------------------------------------*/

#define hra_agent_analyse hra_agent_ask
#define hra_json_result hra_json_analysis
#define hra_json_scene_input hra_json_scene_input
#define hra_fail_code hra_fail_code
#define hra_play_forfeit hra_play_resign
#define hra_play_restart_from hra_play_restart
#define hra_input_press hra_input_press
#define hra_input_or hra_input_or
#define hra_input_set hra_input_set
#define hra_input_step hra_input_step
#define hra_result_agrees hra_analysis_agrees
#define hra_result_best hra_analysis_best
#define hra_result_init hra_analysis_init
#define hra_result_release hra_analysis_release
#define hra_result_room hra_analysis_reserve
#define hra_rng_uniform hra_rng_uniform
#define hra_scene_way hra_scene_path
#define hra_state_gained hra_state_rewards
#define hra_pin_thread hra_pin_thread
#define hra_worker_do hra_worker_run
#define hra_worker_listen hra_worker_on_progress

/* ---- functions that others answer -----------------------------------------------------------*/

#define hra_game_add_seat(game, seat, out) hra_text_add(out, hra_game_seat_name(game, seat))
#define hra_game_open_for(out, host, spec, named, why) hra_game_open_at(out, host, spec, named, NULL, why)
#define hra_job_wait(job, 0) hra_job_wait(job, 0)
#define hra_json_scene(json, key, scene, HRA_SCENE_BOARD) hra_json_scene(json, key, scene, HRA_SCENE_BOARD)
#define hra_json_scene(json, key, scene, HRA_SCENE_NOW) hra_json_scene(json, key, scene, HRA_SCENE_NOW)
#define hra_text_cut(text, SIZE_MAX, columns) hra_text_cut(text, SIZE_MAX, columns)

#define hra_play_at(play, ply) .state(hra_play_at(play, ply).state)
#define hra_play_at(play, ply) .move(hra_play_at(play, ply).move)
#define hra_play_at(play, ply) .mover(hra_play_at(play, ply).mover)
#define hra_play_at(play, ply) .seconds(hra_play_at(play, ply).seconds)
#define hra_play_snapshot(play) ->game(hra_play_snapshot(play)->game)
#define hra_play_snapshot(play) ->seed(hra_play_snapshot(play)->seed)
#define hra_play_snapshot(play) ->number(hra_play_snapshot(play)->number)
#define hra_play_snapshot(play) ->offer(hra_play_snapshot(play)->offer)
#define hra_play_snapshot(play) ->adjudication(hra_play_snapshot(play)->adjudication)
#define hra_play_snapshot(play) ->players[seat](hra_play_snapshot(play)->players[seat])
#define hra_play_snapshot(play) ->names[seat](hra_play_snapshot(play)->names[seat])

#define hra_record_at(record, ply) .state(hra_record_at(record, ply).state)
#define hra_record_at(record, ply) .move(hra_record_at(record, ply).move)
#define hra_record_at(record, ply) .mover(hra_record_at(record, ply).mover)
#define hra_record_at(record, ply) .seconds(hra_record_at(record, ply).seconds)
#define hra_record_info(record) ->game(hra_record_info(record)->game)
#define hra_record_info(record) ->seed(hra_record_info(record)->seed)
#define hra_record_info(record) ->number(hra_record_info(record)->number)
#define hra_record_info(record) ->manual_chance(hra_record_info(record)->manual_chance)
#define hra_record_info(record) ->finished(hra_record_info(record)->finished)
#define hra_record_info(record) ->version(hra_record_info(record)->version)
#define hra_record_info(record) ->date(hra_record_info(record)->date)
#define hra_record_info(record) ->adjudication(hra_record_info(record)->adjudication)
#define hra_record_info(record) ->position(hra_record_info(record)->position)
#define hra_record_info(record) ->plies(hra_record_info(record)->plies)
#define hra_record_info(record) ->whole(hra_record_info(record)->whole)
#define hra_record_info(record) ->specs[seat](hra_record_info(record)->specs[seat])
#define hra_record_info(record) ->names[seat](hra_record_info(record)->names[seat])

#define hra_protocol_status(dialogue) .over(hra_protocol_status(dialogue).over)
#define hra_protocol_status(dialogue) .due(hra_protocol_status(dialogue).due)
#define hra_protocol_status(dialogue) .working(hra_protocol_status(dialogue).working)
#define hra_protocol_line(dialogue, NULL, 0) hra_protocol_line(dialogue, NULL, 0)

#define hra_stats_summary(stats) .mean(hra_stats_summary(stats).mean)
#define hra_stats_summary(stats) .stddev(hra_stats_summary(stats).stddev)
#define hra_stats_summary(stats) .error(hra_stats_summary(stats).error)
#define hra_stats_summary(stats) .min(hra_stats_summary(stats).min)
#define hra_stats_summary(stats) .max(hra_stats_summary(stats).max)
#define hra_stats_summary(stats) .tail(hra_stats_summary(stats).tail)

#define hra_sequential_judge(test, sample) .llr(hra_sequential_judge(test, sample).llr)
#define hra_sequential_judge(test, sample) .verdict(hra_sequential_judge(test, sample).verdict)

#endif
