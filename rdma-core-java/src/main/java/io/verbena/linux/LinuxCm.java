package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CmOption;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.PathRecord;
import io.verbena.iba.WireEnum;
import io.verbena.jni.cm.Cm;
import io.verbena.jni.cm.CmConnections;
import io.verbena.jni.cm.CmEndpoint;
import io.verbena.jni.cm.CmEvent;
import io.verbena.jni.verbs.IbvDevice;
import io.verbena.jni.verbs.IbvQpAttr;
import io.verbena.jni.verbs.IbvQueuePairs;
import io.verbena.spi.cm.CmBinding;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.cm.CmEventRecord;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The connection manager of the kernel, through librdmacm. Handles are addresses of C objects. */
final class LinuxCm implements CmDriver {
    private static final int PASSIVE = 1;

    @Override
    public long createChannel() {
        long channel = Cm.createChannel();
        if (channel < 0) {
            int errno = (int) -channel;
            throw new SysException("rdma_create_event_channel", "/dev/infiniband/rdma_cm", errno, channelAdvice(errno));
        }
        return channel;
    }

    private static String channelAdvice(int errno) {
        return switch (errno) {
            case Errno.EACCES, Errno.EPERM ->
                "run as root, or give your group read and write access to /dev/infiniband/rdma_cm";
            case Errno.ENOENT, Errno.ENODEV ->
                "load the kernel module rdma_ucm (modprobe rdma_ucm), and the driver of an RDMA adapter";
            default -> "";
        };
    }

    @Override
    public void destroyChannel(long channel) {
        check("rdma_destroy_event_channel", "channel", Cm.destroyChannel(channel));
    }

    @Override
    public @Nullable CmEventRecord awaitEvent(long channel, int timeoutMillis) {
        CmEvent event = new CmEvent();
        int step = Math.min(timeoutMillis, UserDevice.PERIOD_MILLIS);
        int count = check("rdma_get_cm_event", "channel", Cm.awaitEvent(channel, event, step));
        return count == 0 ? null : CmStructs.read(event);
    }

    @Override
    public void wakeUp(long channel) {
        Cm.wakeChannel(channel);
    }

    @Override
    public long createId(long channel, PortSpace space, long cookie) {
        long id = Cm.createId(channel, space.code(), cookie);
        if (id < 0) {
            throw failure("rdma_create_id", space.text(), (int) -id);
        }
        return id;
    }

    @Override
    public void cookie(long id, long cookie) {
        Cm.setCookie(id, cookie);
    }

    @Override
    public void migrate(long id, long channel) {
        check("rdma_migrate_id", id, Cm.migrateId(id, channel));
    }

    @Override
    public void destroyId(long id) {
        check("rdma_destroy_id", "id", Cm.destroyId(id));
    }

    @Override
    public void bind(long id, InetSocketAddress address) {
        check("rdma_bind_addr", address.toString(), Cm.bind(id, SocketAddresses.write(address)));
    }

    @Override
    public void resolveAddress(
            long id, @Nullable InetSocketAddress source, InetSocketAddress destination, int timeoutMillis) {
        byte[] from = source == null ? null : SocketAddresses.write(source);
        byte[] to = SocketAddresses.write(destination);
        check("rdma_resolve_addr", destination.toString(), Cm.resolveAddress(id, from, to, timeoutMillis));
    }

    @Override
    public void resolveRoute(long id, int timeoutMillis) {
        check("rdma_resolve_route", id, Cm.resolveRoute(id, timeoutMillis));
    }

    @Override
    public void route(long id, PathRecord path) {
        byte[] bytes = path.toBytes();
        check("rdma_set_option", id, Cm.setPath(id, bytes, bytes.length));
    }

    @Override
    public CmBinding endpoint(long id) {
        CmEndpoint from = new CmEndpoint();
        Cm.endpoint(id, from);
        CmBinding endpoint = CmStructs.read(from);
        CmDevices.OF_PROCESS.add(endpoint.device());
        return endpoint;
    }

    @Override
    public boolean isPresent(String device) {
        return CmDevices.OF_PROCESS.isPresent(device);
    }

    @Override
    public void option(long id, CmOption option, int value) {
        check("rdma_set_option", option.text() + " " + value, Cm.setOption(id, option.code(), value));
    }

    @Override
    public void listen(long id, int backlog) {
        check("rdma_listen", id, CmConnections.listen(id, backlog));
    }

    @Override
    public void connect(long id, ConnectionParameters parameters) {
        check("rdma_connect", id, CmConnections.connect(id, CmStructs.write(parameters)));
    }

    @Override
    public void accept(long id, ConnectionParameters parameters) {
        check("rdma_accept", id, CmConnections.accept(id, CmStructs.write(parameters)));
    }

    @Override
    public void reject(long id, ByteBuffer privateData) {
        byte[] data = bytes(privateData);
        check("rdma_reject", id, CmConnections.reject(id, data, data.length));
    }

    @Override
    public void rejectEnhancedConnection(long id, ByteBuffer privateData) {
        byte[] data = bytes(privateData);
        check("rdma_reject_ece", id, CmConnections.rejectEce(id, data, data.length));
    }

    private static byte[] bytes(ByteBuffer privateData) {
        byte[] data = new byte[privateData.remaining()];
        privateData.duplicate().get(data);
        return data;
    }

    @Override
    public void localEnhancedConnection(long id, EnhancedConnection own) {
        check("rdma_set_local_ece", id, CmConnections.setLocalEce(id, own.vendorId(), own.options()));
    }

    @Override
    public EnhancedConnection remoteEnhancedConnection(long id) {
        int[] told = new int[2];
        check("rdma_get_remote_ece", id, CmConnections.getRemoteEce(id, told));
        return new EnhancedConnection(told[0], told[1]);
    }

    @Override
    public void establish(long id) {
        check("rdma_establish", id, CmConnections.establish(id));
    }

    @Override
    public void notify(long id, AsyncEventType event) {
        check("rdma_notify", id, CmConnections.notify(id, event.code()));
    }

    @Override
    public void disconnect(long id) {
        check("rdma_disconnect", id, CmConnections.disconnect(id));
    }

    @Override
    public QueuePairAttributes queuePairAttributes(long id, QueuePairState state) {
        IbvDevice.load();
        byte[] bytes = new byte[IbvQueuePairs.qpAttrSize()];
        int mask = check("rdma_init_qp_attr", id, CmConnections.initQpAttr(id, state.code(), bytes, bytes.length));
        IbvQpAttr from = new IbvQpAttr();
        IbvQueuePairs.readQpAttr(bytes, from);
        // The kernel also sets private bits, which are ignored.
        return QueuePairAttributesConverter.read(from, WireEnum.setOf(QueuePairAttribute.class, mask));
    }

    @Override
    public void join(long id, InetSocketAddress group, boolean sendOnly, long cookie) {
        int answer = CmConnections.join(id, SocketAddresses.write(group), sendOnly ? 1 : 0, cookie);
        check("rdma_join_multicast_ex", group.toString(), answer);
    }

    @Override
    public void leave(long id, InetSocketAddress group) {
        check("rdma_leave_multicast", group.toString(), CmConnections.leave(id, SocketAddresses.write(group)));
    }

    @Override
    public CmBinding addressInfo(@Nullable String host, @Nullable String service, PortSpace space, boolean passive) {
        CmEndpoint found = new CmEndpoint();
        String object = (host == null ? "*" : host) + ":" + (service == null ? "*" : service);
        int answer = Cm.getAddressInfo(host, service, passive ? PASSIVE : 0, space.code(), found);
        check("rdma_getaddrinfo", object, answer);
        return CmStructs.read(found);
    }

    /** Checks the result of a call on an identifier, which a message describes by its addresses. */
    private int check(String call, long id, int answer) {
        return answer < 0 ? check(call, name(endpoint(id)), answer) : answer;
    }

    private static String name(CmBinding endpoint) {
        String device = endpoint.device().isEmpty() ? "no device" : endpoint.device() + "/" + endpoint.port();
        return device + ", " + endpoint.local() + " to " + endpoint.peer();
    }

    private static int check(String call, String object, int answer) {
        if (answer < 0) {
            throw failure(call, object, -answer);
        }
        return answer;
    }

    private static SysException failure(String call, String object, int errno) {
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
