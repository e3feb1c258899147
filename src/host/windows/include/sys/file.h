/* Locks of whole files: files.c. */
#ifndef HRA_WINDOWS_SYS_FILE_H
#define HRA_WINDOWS_SYS_FILE_H

#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
int flock(int file, int how);

#endif
