/* In which language the program speaks. */
#ifndef HRA_COMMANDS_PROGRAM_LANGUAGE_H
#define HRA_COMMANDS_PROGRAM_LANGUAGE_H

/* Chooses the language of the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), if it has a catalogue,
 * unless the output is for programs: --json. Call once, first. */
void speak_choose(int argc, char **argv);
/* From here on lines are for programs. Call it before there is a second thread. */
void speak_to_programs(void);

#endif
