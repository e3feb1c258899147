/* Where hra is not found by other programs: in Windows, for now. */
#include <hra/hra.h>

#include "listen_socket.h"
#include "speech/print.h"

int listening_open(const char *at) {
    print_error("%s", _("this build of hra cannot listen for other programs; use standard input and output"));
    return -1;
}

int listening_accept(int door) {
    return -1;
}

bool listening_send(int file, const char *text, size_t length) {
    return false;
}

void listening_close(int door, const char *at) {}
