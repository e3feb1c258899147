/* Where a system has the data of its users. */
#ifndef HRA_COMMANDS_DATA_HOME_H
#define HRA_COMMANDS_DATA_HOME_H

#include <stddef.h>

/* Writes the name of hra's folder there, as snprintf does; 0: it has none. */
int data_home(char *out, size_t capacity);

#endif
