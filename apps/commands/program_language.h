/* In which language the program speaks. */
#ifndef HRA_COMMANDS_PROGRAM_LANGUAGE_H
#define HRA_COMMANDS_PROGRAM_LANGUAGE_H

/* Speaks that of the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), where there is a catalogue, unless what is said
 * is for programs: --json. Call once, first. */
void speak_choose(int argc, char **argv);
/* From here on lines are for programs. Call it before there is a second thread. */
void speak_to_programs(void);

#endif
