package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.PathRecord;
import io.verbena.iba.WireEnum;
import io.verbena.jni.cm.Cm;
import io.verbena.jni.cm.CmEndpoint;
import io.verbena.jni.cm.CmEvent;
import io.verbena.jni.verbs.IbvDevice;
import io.verbena.jni.verbs.IbvQpAttr;
import io.verbena.jni.verbs.IbvQueuePairs;
import io.verbena.spi.cm.CmBinding;
import io.verbena.spi.cm.CmEventRecord;
import org.jspecify.annotations.Nullable;

/** The connection manager of the kernel, through librdmacm. Handles are addresses of C objects. */
final class LinuxCm extends LinuxCmOperations {
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
    public @Nullable CmEventRecord awaitEvent(long channel, int timeoutMillis) {
        CmEvent event = new CmEvent();
        int step = Math.min(timeoutMillis, UserDevice.PERIOD_MILLIS);
        int count = check("rdma_get_cm_event", "channel", Cm.awaitEvent(channel, event, step));
        return count == 0 ? null : CmStructs.read(event);
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
    public void route(long id, PathRecord path) {
        byte[] bytes = path.toBytes();
        check("rdma_set_option", id, Cm.setPath(id, bytes, bytes.length));
    }

    @Override
    public PathRecord route(long id) {
        byte[] bytes = new byte[PathRecord.LENGTH];
        check("rdma_resolve_route", id, Cm.getPath(id, bytes, bytes.length));
        return PathRecord.LAYOUT.decode(bytes);
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
    public EnhancedConnection remoteEnhancedConnection(long id) {
        int[] told = new int[2];
        check("rdma_get_remote_ece", id, Cm.getRemoteEce(id, told));
        return new EnhancedConnection(told[0], told[1]);
    }

    @Override
    public QueuePairAttributes queuePairAttributes(long id, QueuePairState state) {
        IbvDevice.load();
        byte[] bytes = new byte[IbvQueuePairs.qpAttrSize()];
        int mask = check("rdma_init_qp_attr", id, Cm.initQpAttr(id, state.code(), bytes, bytes.length));
        IbvQpAttr from = new IbvQpAttr();
        IbvQueuePairs.readQpAttr(bytes, from);
        // The kernel also sets private bits, which are ignored.
        return QueuePairAttributesConverter.read(from, WireEnum.setOf(QueuePairAttribute.class, mask));
    }

    @Override
    public CmBinding queryAddressInfo(long id) {
        CmEndpoint found = new CmEndpoint();
        check("rdma_query_addrinfo", id, Cm.queryAddressInfo(id, found));
        return CmStructs.read(found);
    }

    @Override
    public CmBinding addressInfo(@Nullable String host, @Nullable String service, PortSpace space, boolean passive) {
        CmEndpoint found = new CmEndpoint();
        String object = (host == null ? "*" : host) + ":" + (service == null ? "*" : service);
        int answer = Cm.getAddressInfo(host, service, passive ? PASSIVE : 0, space.code(), found);
        check("rdma_getaddrinfo", object, answer);
        return CmStructs.read(found);
    }
}
