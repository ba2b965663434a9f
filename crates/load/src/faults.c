/*
 * Faults under a database: preloaded into a server, this lets single system calls on files named *.db* fail as a disk does.
 *
 * What fails next is told by a file of 32-bit numbers that both sides share (faults.rs writes it):
 *   0 how many calls go well before the next fault; negative: none fails
 *   1 how many calls fail in a row from there on
 *   2 how: 0 no space, 1 an I/O error, 2 half of what is written and then an I/O error, 3 the same and the process is gone
 *   3 how many have failed
 * What only reads or syncs fails with an I/O error, whatever is asked.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { WAIT, BURST, KIND, FAILED };
enum { NO_SPACE, IO_ERROR, TORN, TORN_AND_GONE };

static _Atomic int32_t *shared;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("CROSSCUT_FAULTS");
    int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (at != MAP_FAILED) shared = at;
}

static int is_database(int file) {
    char link[32], path[4096];
    char *end = link + sizeof link;
    *--end = 0;
    do *--end = '0' + file % 10; while (file /= 10);
    static const char folder[] = "/proc/self/fd/";
    end -= sizeof folder - 1;
    memcpy(end, folder, sizeof folder - 1);
    ssize_t length = readlink(end, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    char *name = strrchr(path, '/');
    return name && strstr(name, ".db") != NULL;
}

/* The kind of fault that this call has, or -1. */
static int fault(int file) {
    if (!shared || shared[WAIT] < 0 || file < 0 || !is_database(file)) return -1;
    if (shared[WAIT] > 0) {
        shared[WAIT]--;
        return -1;
    }
    int kind = shared[KIND];
    if (--shared[BURST] <= 0) shared[WAIT] = -1;
    shared[FAILED]++;
    return kind;
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* What becomes of a call that fails: -1 with errno; and there is no process any more, if that is the kind. */
static int fail(int kind) {
    if (kind == TORN_AND_GONE) kill(getpid(), SIGKILL);
    errno = kind == NO_SPACE ? ENOSPC : EIO;
    return -1;
}

/* The same, of a call that does not write: it may not want for space. */
static int break_off(int kind) {
    return fail(kind == NO_SPACE ? IO_ERROR : kind);
}

/* The same, of a write of which the first half is done where it is torn. */
#define TEAR(kind, half) \
    do { \
        if ((kind) >= TORN && (half) < 0) return -1; \
        return fail(kind); \
    } while (0)

ssize_t write(int file, const void *from, size_t count) {
    REAL(write);
    int kind = fault(file);
    if (kind < 0) return real(file, from, count);
    TEAR(kind, real(file, from, count / 2));
}

ssize_t pwrite(int file, const void *from, size_t count, off_t at) {
    REAL(pwrite);
    int kind = fault(file);
    if (kind < 0) return real(file, from, count, at);
    TEAR(kind, real(file, from, count / 2, at));
}

ssize_t pwrite64(int file, const void *from, size_t count, off64_t at) {
    REAL(pwrite64);
    int kind = fault(file);
    if (kind < 0) return real(file, from, count, at);
    TEAR(kind, real(file, from, count / 2, at));
}

int ftruncate(int file, off_t length) {
    REAL(ftruncate);
    int kind = fault(file);
    if (kind < 0) return real(file, length);
    return fail(kind);
}

int ftruncate64(int file, off64_t length) {
    REAL(ftruncate64);
    int kind = fault(file);
    if (kind < 0) return real(file, length);
    return fail(kind);
}

int fsync(int file) {
    REAL(fsync);
    int kind = fault(file);
    if (kind < 0) return real(file);
    return break_off(kind);
}

int fdatasync(int file) {
    REAL(fdatasync);
    int kind = fault(file);
    if (kind < 0) return real(file);
    return break_off(kind);
}

ssize_t pread64(int file, void *to, size_t count, off64_t at) {
    REAL(pread64);
    int kind = fault(file);
    if (kind < 0) return real(file, to, count, at);
    return break_off(kind);
}

ssize_t pread(int file, void *to, size_t count, off_t at) {
    REAL(pread);
    int kind = fault(file);
    if (kind < 0) return real(file, to, count, at);
    return break_off(kind);
}
