/* Single keys of a terminal, without a line being typed. */
#ifndef HRA_SPEECH_KEYS_H
#define HRA_SPEECH_KEYS_H

#include <stdbool.h>

/* Besides these a key is its character. */
enum { KEY_NONE = 0, KEY_END = -1, KEY_LEFT = 256, KEY_RIGHT, KEY_UP, KEY_DOWN };

/* Takes the terminal over: keys come at once and without echo, on another screen; keys_close restores the
 * first one. False: standard input is not a terminal that can do so. Ctrl-C works as before. */
bool keys_open(void);
void keys_close(void);
/* Waits for the next key, at most `seconds`: KEY_NONE: none came; KEY_END: the input has ended. */
int keys_read(double seconds);
/* Waits until a line can be read from the terminal, or the input has ended; not for other inputs. False: it was interrupted
 * before. */
bool keys_line(void);

#endif
