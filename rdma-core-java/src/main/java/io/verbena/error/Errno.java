package io.verbena.error;

import java.util.Map;

/** Names of the Linux error numbers that RDMA calls return. */
public final class Errno {
    /** Operation not permitted. */
    public static final int EPERM = 1;
    /** No such file or directory. */
    public static final int ENOENT = 2;
    /** Input/output error. */
    public static final int EIO = 5;
    /** No such device or address. */
    public static final int ENXIO = 6;
    /** Bad file descriptor: it is closed. */
    public static final int EBADF = 9;
    /** Try again; the resource is in use. */
    public static final int EAGAIN = 11;
    /** Cannot allocate memory; a queue is full. */
    public static final int ENOMEM = 12;
    /** Permission denied. */
    public static final int EACCES = 13;
    /** Device or resource busy. */
    public static final int EBUSY = 16;
    /** No such device. */
    public static final int ENODEV = 19;
    /** Invalid argument. */
    public static final int EINVAL = 22;
    /** Too many open files: the process has reached its limit of descriptors. */
    public static final int EMFILE = 24;
    /** No space left; a receive buffer was too small. */
    public static final int ENOSPC = 28;
    /** Broken pipe: the other end was closed. */
    public static final int EPIPE = 32;
    /** Function not implemented. */
    public static final int ENOSYS = 38;
    /** No data available; a table entry is empty. */
    public static final int ENODATA = 61;
    /** Protocol not supported. */
    public static final int EPROTONOSUPPORT = 93;
    /** Operation not supported. */
    public static final int EOPNOTSUPP = 95;
    /** Address in use. */
    public static final int EADDRINUSE = 98;
    /** Cannot assign the address, which this host does not have. */
    public static final int EADDRNOTAVAIL = 99;
    /** Network is unreachable. */
    public static final int ENETUNREACH = 101;
    /** Network dropped the connection because of a reset. */
    public static final int ENETRESET = 102;
    /** Connection reset by peer. */
    public static final int ECONNRESET = 104;
    /** Connection timed out. */
    public static final int ETIMEDOUT = 110;
    /** Connection refused: no listener at this address. */
    public static final int ECONNREFUSED = 111;
    /** No route to the host. */
    public static final int EHOSTUNREACH = 113;
    /** The device refused a command. */
    public static final int EREMOTEIO = 121;

    private static final Map<Integer, String> TEXTS = Map.ofEntries(
            Map.entry(EPERM, "operation not permitted (EPERM)"),
            Map.entry(ENOENT, "no such file or directory (ENOENT)"),
            Map.entry(EIO, "input/output error (EIO)"),
            Map.entry(EACCES, "permission denied (EACCES)"),
            Map.entry(EBUSY, "device or resource busy (EBUSY)"),
            Map.entry(ENODEV, "no such device (ENODEV)"),
            Map.entry(EINVAL, "invalid argument (EINVAL)"),
            Map.entry(EMFILE, "too many open files (EMFILE)"),
            Map.entry(ENOSPC, "no space left (ENOSPC)"),
            Map.entry(EOPNOTSUPP, "operation not supported (EOPNOTSUPP)"),
            Map.entry(ETIMEDOUT, "timed out (ETIMEDOUT)"),
            Map.entry(ENXIO, "no such device or address (ENXIO)"),
            Map.entry(EAGAIN, "try again (EAGAIN)"),
            Map.entry(ENOMEM, "cannot allocate memory (ENOMEM)"),
            Map.entry(EADDRINUSE, "address in use (EADDRINUSE)"),
            Map.entry(EADDRNOTAVAIL, "cannot assign requested address (EADDRNOTAVAIL)"),
            Map.entry(ENETUNREACH, "network is unreachable (ENETUNREACH)"),
            Map.entry(ENETRESET, "network dropped connection on reset (ENETRESET)"),
            Map.entry(EHOSTUNREACH, "no route to host (EHOSTUNREACH)"),
            Map.entry(EBADF, "bad file descriptor (EBADF)"),
            Map.entry(EPIPE, "broken pipe (EPIPE)"),
            Map.entry(71, "protocol error (EPROTO)"),
            Map.entry(ENOSYS, "function not implemented (ENOSYS)"),
            Map.entry(ENODATA, "no data available (ENODATA)"),
            Map.entry(EPROTONOSUPPORT, "protocol not supported (EPROTONOSUPPORT)"),
            Map.entry(ECONNRESET, "connection reset by peer (ECONNRESET)"),
            Map.entry(107, "not connected (ENOTCONN)"),
            Map.entry(ECONNREFUSED, "connection refused (ECONNREFUSED)"),
            Map.entry(EREMOTEIO, "the device refused a command (EREMOTEIO)"));

    private Errno() {}

    /** Returns the meaning and the name of a positive error number. */
    public static String text(int errno) {
        return TEXTS.getOrDefault(errno, "error " + errno);
    }
}
