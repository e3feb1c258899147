/* Errors that Windows does not know. */
#ifndef HRA_WINDOWS_ERRNO_H
#define HRA_WINDOWS_ERRNO_H

#include_next <errno.h>

#define EDQUOT 10069

#endif
