/* Windows calls a struct LINGER; hra gives the name to something else. */
#define LINGER WINSOCK_LINGER
#include_next <winsock2.h>
#undef LINGER
