package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.spi.cm.CmBinding;
import java.nio.ByteBuffer;

/** Turns error results of librdmacm into exceptions. */
abstract class CmOutcome {
    /** RAI_DNS: the services of the subnet resolve a name. */
    static final int DNS = 0x20;

    /** The result of a function that the installed library does not have, negated. */
    private static final int NOT_IN_LIBRARY = 0x10000;

    /** The release of rdma-core that brought rdma_resolve_addrinfo, rdma_query_addrinfo and rdma_write_cm_event. */
    private static final int NEWER_RELEASE = 60;

    /** Returns the device, the port and the addresses of an identifier. */
    public abstract CmBinding endpoint(long id);

    static byte[] bytes(ByteBuffer privateData) {
        byte[] data = new byte[privateData.remaining()];
        privateData.duplicate().get(data);
        return data;
    }

    /** Checks the result of a call on an identifier, which a message describes by its addresses. */
    int check(String call, long id, int answer) {
        return answer < 0 ? check(call, name(endpoint(id)), answer) : answer;
    }

    private static String name(CmBinding endpoint) {
        String device = endpoint.device().isEmpty() ? "no device" : endpoint.device() + "/" + endpoint.port();
        return device + ", " + endpoint.local() + " to " + endpoint.peer();
    }

    static int check(String call, Object object, int answer) {
        if (answer < 0) {
            throw failure(call, object.toString(), -answer);
        }
        return answer;
    }

    static SysException failure(String call, String object, int errno) {
        if (errno == NOT_IN_LIBRARY) {
            return new UnsupportedException(
                    call,
                    object,
                    Errno.ENOSYS,
                    "the installed librdmacm does not have it; it came with rdma-core " + NEWER_RELEASE);
        }
        return switch (errno) {
            case Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EPROTONOSUPPORT ->
                new UnsupportedException(call, object, errno, "this device, its driver or the kernel does not have it");
            default -> new SysException(call, object, errno, advice(call, errno));
        };
    }

    private static String advice(String call, int errno) {
        return switch (errno) {
            case Errno.EINVAL ->
                switch (call) {
                    case "rdma_connect", "rdma_accept", "rdma_reject" ->
                        "the private data may be too long, the reads more than the device supports, or the state wrong";
                    default -> "the identifier is not in the required state, or the argument is invalid";
                };
            case Errno.ENODEV -> "no RDMA device has or reaches this address: see rdma link and ip address";
            case Errno.EACCES, Errno.EPERM -> "ports below 1024 and raw addresses need CAP_NET_BIND_SERVICE";
            default -> "";
        };
    }
}
