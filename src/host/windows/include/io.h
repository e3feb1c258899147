/* The C library of Windows has a function tell; hra gives the name to others. */
#define tell windows_tell
#include_next <io.h>
#undef tell
