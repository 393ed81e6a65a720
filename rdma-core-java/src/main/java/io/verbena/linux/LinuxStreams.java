package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.StreamOption;
import io.verbena.jni.Memory;
import io.verbena.jni.cm.CmStreams;
import io.verbena.spi.stream.StreamDriver;
import java.lang.ref.Reference;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Streams of librdmacm. */
final class LinuxStreams implements StreamDriver {
    private static final int ADDRESS_BYTES = 28;
    private static final int EPIPE = 32;
    private static final int ENOTCONN = 107;
    private static final int EINPROGRESS = 115;
    private static final int SHUT_WR = 1;
    private static final int SOL_SOCKET = 1;
    private static final int SO_ERROR = 4;

    @Override
    public int open(InetSocketAddress address) {
        return check("rsocket", address, CmStreams.open(SocketAddresses.write(address)));
    }

    @Override
    public void bind(int stream, InetSocketAddress address) {
        check("rbind", address, CmStreams.bind(stream, SocketAddresses.write(address)));
    }

    @Override
    public void listen(int stream, int backlog) {
        int answer = CmStreams.listen(stream, backlog);
        if (answer < 0) {
            throw failure("rlisten", local(stream), -answer);
        }
    }

    @Override
    public int accept(int stream) {
        int accepted = CmStreams.accept(stream);
        return accepted == -Errno.EAGAIN ? NOTHING : check("raccept", "a stream that listens", accepted);
    }

    @Override
    public void connect(int stream, InetSocketAddress address) {
        int answer = CmStreams.connect(stream, SocketAddresses.write(address));
        if (answer != -EINPROGRESS) {
            check("rconnect", address, answer);
        }
    }

    @Override
    public void finishConnect(int stream, InetSocketAddress address) {
        int errno = check("rgetsockopt", address, CmStreams.getOption(stream, SOL_SOCKET, SO_ERROR));
        check("rconnect", address, -errno);
    }

    @Override
    public int send(int stream, ByteBuffer data) {
        int count;
        try {
            count = (int) CmStreams.send(stream, start(data), data.remaining());
        } finally {
            Reference.reachabilityFence(data);
        }
        return count == -Errno.EAGAIN ? 0 : moved("rsend", stream, count);
    }

    @Override
    public int receive(int stream, ByteBuffer into) {
        int count;
        try {
            count = (int) CmStreams.receive(stream, start(into), into.remaining());
        } finally {
            Reference.reachabilityFence(into);
        }
        return count == -Errno.EAGAIN ? NOTHING : moved("rrecv", stream, count);
    }

    private static long start(ByteBuffer buffer) {
        return Memory.address(buffer) + buffer.position();
    }

    private int moved(String call, int stream, int count) {
        if (count < 0) {
            throw failure(call, peer(stream), -count);
        }
        return count;
    }

    @Override
    public void endSending(int stream) {
        moved("rshutdown", stream, CmStreams.shutdown(stream, SHUT_WR));
    }

    @Override
    public void close(int stream) {
        check("rclose", "stream", CmStreams.close(stream));
    }

    @Override
    public void option(int stream, StreamOption option, int value) {
        check("rsetsockopt", option + " " + value, CmStreams.setOption(stream, option.level(), option.code(), value));
    }

    @Override
    public int option(int stream, StreamOption option) {
        return check("rgetsockopt", option, CmStreams.getOption(stream, option.level(), option.code()));
    }

    @Override
    public @Nullable InetSocketAddress local(int stream) {
        return address("rgetsockname", stream, 0);
    }

    @Override
    public @Nullable InetSocketAddress peer(int stream) {
        return address("rgetpeername", stream, 1);
    }

    private static @Nullable InetSocketAddress address(String call, int stream, int peer) {
        byte[] bytes = new byte[ADDRESS_BYTES];
        int answer = CmStreams.address(stream, peer, bytes);
        return answer == -ENOTCONN || check(call, "stream", answer) < 0 ? null : SocketAddresses.read(bytes);
    }

    @Override
    public void map(int stream, ByteBuffer memory, long offset) {
        int answer;
        try {
            answer = CmStreams.map(stream, start(memory), memory.remaining(), offset);
        } finally {
            Reference.reachabilityFence(memory);
        }
        check("riomap", memory.remaining() + " bytes at offset " + offset, answer);
    }

    @Override
    public void unmap(int stream, ByteBuffer memory) {
        int answer;
        try {
            answer = CmStreams.unmap(stream, start(memory), memory.remaining());
        } finally {
            Reference.reachabilityFence(memory);
        }
        check("riounmap", memory.remaining() + " bytes", answer);
    }

    @Override
    public int write(int stream, ByteBuffer data, long offset) {
        int count;
        try {
            count = (int) CmStreams.write(stream, start(data), data.remaining(), offset);
        } finally {
            Reference.reachabilityFence(data);
        }
        return count == -Errno.EAGAIN ? NOTHING : moved("riowrite", stream, count);
    }

    @Override
    public long createWait() {
        long wait = CmStreams.createWait();
        if (wait < 0) {
            throw failure("eventfd", "a wait", (int) -wait);
        }
        return wait;
    }

    @Override
    public void destroyWait(long wait) {
        CmStreams.destroyWait(wait);
    }

    @Override
    public void wake(long wait) {
        check("eventfd_write", "a wait", CmStreams.wake(wait));
    }

    @Override
    public boolean await(long wait, ByteBuffer records, int count, long nanos) {
        try {
            return check("rpoll", count + " streams", CmStreams.await(wait, Memory.address(records), count, nanos)) > 0;
        } finally {
            Reference.reachabilityFence(records);
        }
    }

    private static int check(String call, Object object, int answer) {
        if (answer < 0) {
            throw failure(call, object, -answer);
        }
        return answer;
    }

    private static SysException failure(String call, @Nullable Object object, int errno) {
        String subject = object == null ? "stream without a peer" : object.toString();
        return switch (errno) {
            case Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EPROTONOSUPPORT ->
                new UnsupportedException(
                        call, subject, errno, "the installed librdmacm or the device does not have it");
            default -> new SysException(call, subject, errno, advice(call, errno));
        };
    }

    private static String advice(String call, int errno) {
        return switch (errno) {
            case Errno.ECONNREFUSED -> "no rsocket listens at this address";
            case Errno.EADDRINUSE ->
                "another listens there, or an older connection has not ended; choose another port, or set REUSE_ADDRESS";
            case Errno.ENODEV, Errno.EADDRNOTAVAIL, Errno.ENETUNREACH, Errno.EHOSTUNREACH ->
                "no RDMA device has this address, or reaches it: see rdma link and ip address";
            case Errno.ETIMEDOUT -> "it does not answer; is it up, and on a network of an RDMA device?";
            case Errno.EACCES, Errno.EPERM ->
                "/dev/infiniband/rdma_cm needs the rights, and ports below 1024 need CAP_NET_BIND_SERVICE";
            case EPIPE, Errno.ECONNRESET, ENOTCONN -> "the connection is ended; open another";
            case Errno.ENOMEM ->
                call.equals("riomap")
                        ? "set the option MAPPINGS at both sides before they connect, or unmap something"
                        : "memory that may be locked is used up: see ulimit -l";
            case Errno.EINVAL ->
                call.equals("rsetsockopt") ? "set it before it connects or listens, and to a value that it takes" : "";
            default -> "";
        };
    }
}
