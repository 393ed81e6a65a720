package io.verbena.linux;

import io.verbena.error.DeviceRemovedException;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.iba.Gid;
import io.verbena.iba.ManagementClass;
import io.verbena.jni.EventFd;
import io.verbena.jni.Memory;
import io.verbena.jni.umad.Umad;
import io.verbena.jni.umad.UserMad;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import io.verbena.spi.MadRegistration;
import io.verbena.spi.PortAttributes;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The datagrams of one port through /dev/infiniband/umadN: one slot to send from, a ring of slots to receive into.
 *
 * <p>The lock of this object guards both descriptors: a call either ends before they are closed or does not begin, so that no
 * call reaches a file that has got the number of a closed descriptor. {@link #receive} alone does not hold the lock while it
 * waits; it must have ended before {@link #close}.
 */
final class UmadChannel implements MadChannel {
    private static final int SLOT = UserMad.SIZE + 256;
    private static final int SLOTS = 64;
    private static final int NO_RETRIES = 0;
    private static final int NO_RMPP = 0;
    private static final int RMPP = 1;

    /** Maximum length of a reply that the kernel has assembled, in bytes; a longer message is discarded. */
    private static final int MAX_REPLY = 64 << 20;

    /** Maximum length of a request to a server, in bytes; a longer one is discarded. */
    private static final int MAX_REQUEST = 1 << 20;

    /** Maximum length of a message whose slot is kept for the next one, in bytes. */
    private static final int MAX_KEPT_SLOT = 8 << 20;

    static {
        Umad.load();
    }

    private final String device;
    private final String name;
    private final int descriptor;
    private final int wakeUp;
    private final Supplier<PortAttributes> port;
    private final Slots ring = new Slots(SLOT, SLOTS);
    private Slots sending = new Slots(SLOT, 1);

    /** Receives messages that are longer than a datagram. */
    private Slots large = new Slots(SLOT, 1);

    /** The agents of servers, whose messages are requests of any node. */
    private final Set<Integer> servers = ConcurrentHashMap.newKeySet();

    private boolean closed;

    /** Memory that the kernel writes to or reads from: slots, each with its header in front. */
    private static final class Slots {
        final int size;
        final int count;
        final ByteBuffer host;
        final ByteBuffer wire;
        final long address;

        Slots(int size, int count) {
            this.size = size;
            this.count = count;
            this.host = ByteBuffer.allocateDirect(size * count).order(ByteOrder.nativeOrder());
            this.wire = host.duplicate().order(ByteOrder.BIG_ENDIAN);
            this.address = Memory.address(host);
        }
    }

    UmadChannel(String device, int port, int descriptor, Supplier<PortAttributes> attributes) {
        this.device = device;
        this.name = device + "/" + port;
        this.descriptor = descriptor;
        this.port = attributes;
        this.wakeUp = EventFd.create();
        if (wakeUp < 0) {
            Umad.closePort(descriptor);
            throw new SysException("eventfd", name, -wakeUp, "");
        }
    }

    @Override
    public synchronized int register(MadRegistration registration) {
        requireOpen("umad_register");
        long methods0 = methods(registration, 0);
        long methods64 = methods(registration, Long.SIZE);
        int rmpp = registration.rmpp() ? RMPP : NO_RMPP;
        int agent = registration.oui() == 0
                ? Umad.register(
                        descriptor,
                        registration.managementClass(),
                        registration.classVersion(),
                        rmpp,
                        methods0,
                        methods64)
                : Umad.registerVendor(
                        descriptor, registration.managementClass(), registration.oui(), rmpp, methods0, methods64);
        if (agent < 0) {
            throw failure(
                    "umad_register",
                    String.format("%s, class 0x%02x", name, registration.managementClass()),
                    -agent,
                    advice(registration));
        }
        if (!registration.methods().isEmpty()) {
            servers.add(agent);
        }
        return agent;
    }

    private String advice(MadRegistration registration) {
        boolean subnetManagement = registration.managementClass() == ManagementClass.SUBNET_LID_ROUTED.code()
                || registration.managementClass() == ManagementClass.SUBNET_DIRECTED_ROUTE.code();
        if (subnetManagement && port.get().isEthernet()) {
            return "its link layer is Ethernet, which has no subnet management";
        }
        return registration.methods().isEmpty() ? "" : "the kernel or another program takes the requests of this class";
    }

    private static long methods(MadRegistration registration, int first) {
        long bits = 0;
        for (int method : registration.methods()) {
            if (method >= first && method < first + Long.SIZE) {
                bits |= 1L << (method - first);
            }
        }
        return bits;
    }

    @Override
    public synchronized void unregister(int agent) {
        requireOpen("umad_unregister");
        servers.remove(agent);
        check(Umad.unregister(descriptor, agent), "umad_unregister");
    }

    @Override
    public boolean segments() {
        return true;
    }

    @Override
    public synchronized void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        requireOpen("umad_send");
        int length = mad.remaining();
        if (UserMad.SIZE + length > sending.size) {
            sending = new Slots(slotFor(UserMad.SIZE + length), 1);
        }
        address(destination);
        sending.host.put(UserMad.SIZE, mad, mad.position(), length);
        check(Umad.send(descriptor, agent, sending.address, length, timeoutMillis, NO_RETRIES), "umad_send");
    }

    private void address(MadAddress destination) {
        ByteBuffer host = sending.host;
        sending.wire
                .putInt(UserMad.QPN, destination.queuePair())
                .putInt(UserMad.QKEY, (int) destination.queueKey())
                .putShort(UserMad.LID, (short) destination.lid());
        host.put(UserMad.SL, (byte) destination.serviceLevel());
        host.put(UserMad.PATH_BITS, (byte) destination.pathBits());
        host.putShort(UserMad.PKEY_INDEX, (short) destination.pKeyIndex());
        GlobalRoute route = destination.route();
        host.put(UserMad.GRH_PRESENT, (byte) (route == null ? 0 : 1));
        if (route != null) {
            host.put(UserMad.GID_INDEX, (byte) route.gidIndex())
                    .put(UserMad.HOP_LIMIT, (byte) route.hopLimit())
                    .put(UserMad.TRAFFIC_CLASS, (byte) route.trafficClass());
            sending.wire
                    .putLong(UserMad.GID, route.gid().prefix())
                    .putLong(UserMad.GID + Long.BYTES, route.gid().interfaceId())
                    .putInt(UserMad.FLOW_LABEL, route.flowLabel());
        }
    }

    @Override
    public void receive(MadReceiver receiver, long timeoutNanos) {
        int timeoutMillis = (int) Math.min(Integer.MAX_VALUE, -Math.floorDiv(-timeoutNanos, 1_000_000L));
        int count = take(ring, timeoutMillis);
        if (count == -Errno.ENOSPC) {
            receiveLarge(receiver, ring.host.getInt(UserMad.AGENT_ID), ring.host.getInt(UserMad.LENGTH));
            return;
        }
        if (check(count, "umad_recv") == 0) {
            EventFd.drain(wakeUp);
        }
        handOn(receiver, ring, count);
    }

    private int take(Slots slots, int timeoutMillis) {
        return Umad.receive(descriptor, wakeUp, slots.address, slots.size, slots.count, timeoutMillis);
    }

    /** Takes the message that did not fit into a slot of the ring: the kernel keeps it in front of all others until then. */
    private void receiveLarge(MadReceiver receiver, int agent, int length) {
        Slots slots = null;
        if (length <= UserMad.SIZE + (servers.contains(agent) ? MAX_REQUEST : MAX_REPLY)) {
            slots = slotsFor(length);
        }
        if (slots == null) {
            check(Umad.discard(descriptor, length), "umad_recv");
            return;
        }
        check(take(slots, 0), "umad_recv");
        handOn(receiver, slots, 1);
    }

    /** Returns a slot for a message of this length; null if there is no memory for it. */
    private @Nullable Slots slotsFor(int length) {
        if (length <= large.size) {
            return large;
        }
        try {
            Slots slots = new Slots(slotFor(length), 1);
            if (length <= MAX_KEPT_SLOT) {
                large = slots;
            }
            return slots;
        } catch (OutOfMemoryError e) {
            System.getLogger(UmadChannel.class.getPackageName())
                    .log(Level.WARNING, "{0}: a message of {1} bytes was discarded: {2}", name, length, e.getMessage());
            return null;
        }
    }

    /** Returns half as much again as is needed, so that growing messages do not each need a new slot; a multiple of 8. */
    private static int slotFor(int length) {
        return length + length / 2 + 7 & -8;
    }

    private static void handOn(MadReceiver receiver, Slots slots, int count) {
        for (int slot = 0; slot < count; slot++) {
            int header = slot * slots.size;
            int end = header + Math.min(slots.size, slots.host.getInt(header + UserMad.LENGTH));
            slots.wire.limit(end).position(Math.min(end, header + UserMad.SIZE));
            receiver.received(
                    slots.host.getInt(header + UserMad.AGENT_ID),
                    slots.host.getInt(header + UserMad.STATUS),
                    source(slots, header),
                    slots.wire);
            slots.wire.clear();
        }
    }

    private static MadAddress source(Slots slots, int header) {
        return new MadAddress(
                slots.wire.getShort(header + UserMad.LID) & 0xffff,
                slots.wire.getInt(header + UserMad.QPN),
                0,
                slots.host.get(header + UserMad.SL),
                slots.host.get(header + UserMad.PATH_BITS),
                slots.host.getShort(header + UserMad.PKEY_INDEX) & 0xffff,
                slots.host.get(header + UserMad.GRH_PRESENT) == 0 ? null : route(slots, header));
    }

    private static GlobalRoute route(Slots slots, int header) {
        return new GlobalRoute(
                new Gid(
                        slots.wire.getLong(header + UserMad.GID),
                        slots.wire.getLong(header + UserMad.GID + Long.BYTES)),
                slots.host.get(header + UserMad.GID_INDEX) & 0xff,
                slots.wire.getInt(header + UserMad.FLOW_LABEL),
                slots.host.get(header + UserMad.HOP_LIMIT) & 0xff,
                slots.host.get(header + UserMad.TRAFFIC_CLASS) & 0xff);
    }

    @Override
    public synchronized void wakeUp() {
        if (!closed) {
            EventFd.wake(wakeUp);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            Umad.closePort(descriptor);
            EventFd.close(wakeUp);
        }
    }

    private void requireOpen(String call) {
        if (closed) {
            throw new SysException(call, name, Errno.EBADF, "the port was closed; open it again");
        }
    }

    private int check(int result, String call) {
        if (result < 0) {
            throw failure(call, name, -result, "");
        }
        return result;
    }

    /** Describes a failed call on the open port; EIO, ENODEV and EPIPE are what ib_umad answers once the device is removed. */
    private RdmaException failure(String call, String object, int errno, String advice) {
        SysException failure = new SysException(call, object, errno, advice);
        return switch (errno) {
            case Errno.EIO, Errno.ENODEV, Errno.EPIPE -> new DeviceRemovedException(device, failure);
            default -> failure;
        };
    }
}
