/* Where no other program can be run, nor spoken to through a socket: in a browser, and in Windows for now. */
#include "process.h"
#include "socket_client.h"

static hra_err refuse(hra_error *why) {
    return hra_fail(why, HRA_EFIT, -1, "this build of hra cannot run other programs");
}

hra_err hra_process_open(hra_channel **out, const char *command, const char *log, hra_error *why) {
    return refuse(why);
}

hra_err hra_connect_open(hra_channel **out, const char *at, const char *log, hra_error *why) {
    return refuse(why);
}
