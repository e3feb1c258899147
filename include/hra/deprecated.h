/* hra/deprecated.h: names of the interface 2 (0.1, and 0.2.0 before it was released) in terms of those of the interface
 * 3.
 *
 * For a program that was written for interface 2: include this header after the others, compile, and replace old names
 * when there is time. Each old name is a macro; nothing else is declared here. Arguments are evaluated once. Things
 * without a row here changed more than their name; docs/changes.md lists their replacements. Version 0.3 removes this
 * header.
 *
 * Thread-safety: as the new names. */
#ifndef HRA_DEPRECATED_H
#define HRA_DEPRECATED_H

/* ---- types ----------------------------------------------------------------------------------*/

#define hra_account hra_review_summary
#define hra_bound hra_value_kind
#define hra_cost hra_move_loss
#define hra_entering hra_node_enter
#define hra_figure hra_statistic
#define hra_figure_rows hra_statistic_rows
#define hra_kind_account hra_review_type_summary
#define hra_learn_kind hra_learn_method
#define hra_leaving hra_node_leave
#define hra_look hra_board_style
#define hra_moment hra_scene_view
#define hra_others hra_opponent_model
#define hra_press_way hra_input_path
#define hra_presses hra_move_input
#define hra_result hra_analysis
#define hra_reviewed hra_review_move
#define hra_root_move hra_analysis_move
#define hra_rules_manners hra_rules_conduct
#define hra_rules_numbers hra_rules_encoding
#define hra_strength hra_elo_stats
#define hra_worth hra_tie_rating

#define HRA_EXACT HRA_VALUE_EXACT
#define HRA_AT_LEAST HRA_VALUE_AT_LEAST
#define HRA_AT_MOST HRA_VALUE_AT_MOST
#define HRA_AVERAGE HRA_VALUE_MEAN
#define HRA_VALUE_BOUND HRA_VALUE_AT_MOST
#define HRA_VALUE_LEAST HRA_VALUE_AT_LEAST

#define HRA_KINDS HRA_MAX_DECISION_TYPES
#define HRA_LOOK_TABLE HRA_VIEW_TABLE
#define HRA_LOOK_WATCH HRA_VIEW_WATCH
#define HRA_MARGINS HRA_MAX_THRESHOLDS
#define HRA_MAX_FACTS HRA_MAX_STATISTICS
#define HRA_MAY_ALL HRA_PERMIT_ALL
#define HRA_MAY_ASK HRA_PERMIT_ASK
#define HRA_MAY_LOOK HRA_PERMIT_VIEW
#define HRA_MAY_PLAY HRA_PERMIT_PLAY
#define HRA_MAY_READ HRA_PERMIT_READ
#define HRA_MAY_TABLE HRA_PERMIT_TABLE
#define HRA_MAY_UNDO HRA_PERMIT_UNDO
#define HRA_MAY_WRITE HRA_PERMIT_WRITE
#define HRA_LEAST_LOSS HRA_MIN_MISTAKE_LOSS
#define HRA_OUTLOOKS HRA_MAX_STAKE_ACTIONS
#define HRA_ROLLOUT_OUTLOOKS HRA_ROLLOUT_STAKE_ACTIONS
#define HRA_MAX_FIGURES HRA_SOLUTION_STATISTICS
#define HRA_FIGURE_COLUMNS HRA_STATISTIC_COLUMNS
#define HRA_FIGURE_ROWS HRA_STATISTIC_ROWS
#define HRA_TOURNAMENT_ALIKE HRA_TOURNAMENT_DETERMINISTIC
#define HRA_SESSION_KEPT HRA_SESSION_SAVED
#define HRA_SESSION_LOOKERS HRA_SESSION_CLIENTS
#define HRA_SESSION_WORK HRA_SESSION_TASK

/* ---- functions with the same arguments ------------------------------------------------------*/

#define hra_agent_analyse hra_agent_ask
#define hra_agent_observe hra_agent_set_observer
#define hra_agent_of hra_agent_open_spec
#define hra_game_room hra_game_move_capacity
#define hra_json_cost hra_json_move_loss
#define hra_json_result hra_json_analysis
#define hra_json_reviewed hra_json_review_move
#define hra_json_scene_presses hra_json_scene_input
#define hra_lacks hra_fail_code
#define hra_learn_kind_at hra_learn_method_at
#define hra_learner_kind hra_learner_method
#define hra_learner_write_bare hra_learner_export
#define hra_play_forfeit hra_play_resign
#define hra_play_restart_from hra_play_restart
#define hra_player_try hra_player_check_limits
#define hra_player_stand_in hra_player_placeholder
#define hra_player_usual hra_player_default
#define hra_tournament_look hra_tournament_snapshot
#define hra_press hra_input_press
#define hra_press_or hra_input_or
#define hra_press_set hra_input_set
#define hra_press_step hra_input_step
#define hra_result_agrees hra_analysis_agrees
#define hra_result_best hra_analysis_best
#define hra_result_init hra_analysis_init
#define hra_result_release hra_analysis_release
#define hra_result_room hra_analysis_reserve
#define hra_review_cost hra_review_loss
#define hra_rng_unit hra_rng_uniform
#define hra_scene_way hra_scene_path
#define hra_state_gained hra_state_rewards
#define hra_stay_on hra_pin_thread
#define hra_strength_of hra_elo_stats_of
#define hra_worker_do hra_worker_run
#define hra_worker_listen hra_worker_on_progress

/* ---- functions that others answer -----------------------------------------------------------*/

#define hra_game_add_seat(game, seat, out) hra_text_add(out, hra_game_seat_name(game, seat))
#define hra_game_open_for(out, host, spec, named, why) hra_game_open_at(out, host, spec, named, NULL, why)
#define hra_job_done(job) hra_job_wait(job, 0)
#define hra_json_scene_board(json, key, scene) hra_json_scene(json, key, scene, HRA_SCENE_BOARD)
#define hra_json_scene_now(json, key, scene) hra_json_scene(json, key, scene, HRA_SCENE_NOW)
#define hra_text_cut_columns(text, columns) hra_text_cut(text, SIZE_MAX, columns)

#define hra_play_state(play, ply) (hra_play_at(play, ply).state)
#define hra_play_move(play, ply) (hra_play_at(play, ply).move)
#define hra_play_mover(play, ply) (hra_play_at(play, ply).mover)
#define hra_play_seconds(play, ply) (hra_play_at(play, ply).seconds)
#define hra_play_game(play) (hra_play_snapshot(play)->game)
#define hra_play_seed(play) (hra_play_snapshot(play)->seed)
#define hra_play_number(play) (hra_play_snapshot(play)->number)
#define hra_play_offer(play) (hra_play_snapshot(play)->offer)
#define hra_play_adjudication(play) (hra_play_snapshot(play)->adjudication)
#define hra_play_player(play, seat) (hra_play_snapshot(play)->players[seat])
#define hra_play_name_of(play, seat) (hra_play_snapshot(play)->names[seat])

#define hra_record_state(record, ply) (hra_record_at(record, ply).state)
#define hra_record_move(record, ply) (hra_record_at(record, ply).move)
#define hra_record_mover(record, ply) (hra_record_at(record, ply).mover)
#define hra_record_seconds(record, ply) (hra_record_at(record, ply).seconds)
#define hra_record_game(record) (hra_record_info(record)->game)
#define hra_record_seed(record) (hra_record_info(record)->seed)
#define hra_record_number(record) (hra_record_info(record)->number)
#define hra_record_manual(record) (hra_record_info(record)->manual_chance)
#define hra_record_finished(record) (hra_record_info(record)->finished)
#define hra_record_version(record) (hra_record_info(record)->version)
#define hra_record_date(record) (hra_record_info(record)->date)
#define hra_record_adjudication(record) (hra_record_info(record)->adjudication)
#define hra_record_position(record) (hra_record_info(record)->position)
#define hra_record_plies(record) (hra_record_info(record)->plies)
#define hra_record_whole(record) (hra_record_info(record)->whole)
#define hra_record_player(record, seat) (hra_record_info(record)->specs[seat])
#define hra_record_name(record, seat) (hra_record_info(record)->names[seat])

#define hra_player_best(game) (hra_player_suggest(game).best)
#define hra_player_drawn(game) (hra_player_suggest(game).drawn)
#define hra_player_game(player) (hra_player_info_of(player)->game)
#define hra_player_kind_of(player) (hra_player_info_of(player)->kind)
#define hra_player_spec(player) (hra_player_info_of(player)->spec)
#define hra_player_human(player) (hra_player_info_of(player)->human)
#define hra_player_exact(player) (hra_player_info_of(player)->exact)
#define hra_player_limited(player) (hra_player_info_of(player)->limited)
#define hra_player_needs_limit(player) (hra_player_info_of(player)->needs_limit)
#define hra_player_clock(player) (hra_player_info_of(player)->clock)

#define hra_review_game(review) (hra_review_snapshot(review)->game)
#define hra_review_judge(review) (hra_review_snapshot(review)->analyst)
#define hra_review_player(review, seat) (hra_review_snapshot(review)->players[seat])
#define hra_review_plies(review) (hra_review_snapshot(review)->plies)
#define hra_review_done(review) (hra_review_snapshot(review)->done)
#define hra_review_over(review) (hra_review_snapshot(review)->over)
#define hra_review_unit(review) (hra_review_snapshot(review)->unit)
#define hra_review_decimals(review) (hra_review_snapshot(review)->decimals)
#define hra_review_span(review) (hra_review_snapshot(review)->span)
#define hra_review_measure(review) (hra_review_snapshot(review)->measure)
#define hra_review_thousandths(review) (hra_review_snapshot(review)->thousandths)
#define hra_review_curves(review) (hra_review_snapshot(review)->curves)
#define hra_review_grade(review, ply) (hra_review_ply(review, ply)->grade)
#define hra_review_grade_from(review, grade) (hra_review_snapshot(review)->grade_from[grade])

#define hra_solution_states(solution) (hra_solution_info_of(solution)->states)
#define hra_slices_name(slices, slice) (hra_slices_at(slices, slice)->name)
#define hra_slices_positions(slices, slice) (hra_slices_at(slices, slice)->positions)
#define hra_slices_file(slices, slice, i) (hra_slices_at(slices, slice)->files[i])

#define hra_scene_seat_color(scene, seat) (hra_scene_snapshot(scene)->colors[seat])
#define hra_scene_svg_style(out)                                                                             \
    hra_scene_svg(NULL, &(hra_svg_options){HRA_SVG_STYLE, HRA_SCENE_BOARD, 0}, out)
#define hra_scene_svg_part(scene, part, cell, out)                                                           \
    hra_scene_svg(scene, &(hra_svg_options){HRA_SVG_PART, part, cell}, out)

#define hra_state_size(game) (hra_encoding_of(game).state_size)
#define hra_state_seats(game) (hra_encoding_of(game).seats)
#define hra_state_feature_count(game) (hra_encoding_of(game).features)
#define hra_state_action_count(game) (hra_encoding_of(game).actions)
#define hra_state_term_count(game) (hra_encoding_of(game).terms)
#define hra_state_feature_name(game, i, out, why) hra_state_number_name(game, HRA_NUMBER_FEATURE, i, out, why)

#define hra_protocol_over(dialogue) (hra_protocol_status(dialogue).over)
#define hra_protocol_due(dialogue) (hra_protocol_status(dialogue).due)
#define hra_protocol_working(dialogue) (hra_protocol_status(dialogue).working)
#define hra_protocol_end(dialogue) hra_protocol_line(dialogue, NULL, 0)

#define hra_session_kept(session) (hra_session_snapshot(session)->saved)
#define hra_session_advises(session) (hra_session_snapshot(session)->advises)

#define hra_stats_mean(stats) (hra_stats_summary(stats).mean)
#define hra_stats_stddev(stats) (hra_stats_summary(stats).stddev)
#define hra_stats_stderr(stats) (hra_stats_summary(stats).error)
#define hra_stats_min(stats) (hra_stats_summary(stats).min)
#define hra_stats_max(stats) (hra_stats_summary(stats).max)
#define hra_stats_most(stats) (hra_stats_summary(stats).tail)

#define hra_rollout_trials(rollout) (hra_rollout_snapshot(rollout).trials)
#define hra_rollout_count(rollout) (hra_rollout_snapshot(rollout).count)
#define hra_rollout_best(rollout) (hra_rollout_snapshot(rollout).best)
#define hra_rollout_outlooks(rollout) (hra_rollout_snapshot(rollout).stake_actions)

#define hra_sequential_llr(test, sample) (hra_sequential_judge(test, sample).llr)
#define hra_sequential_verdict(test, sample) (hra_sequential_judge(test, sample).verdict)

#endif
