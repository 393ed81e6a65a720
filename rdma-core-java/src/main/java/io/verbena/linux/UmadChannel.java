package io.verbena.linux;

import io.verbena.error.SysException;
import io.verbena.jni.EventFd;
import io.verbena.jni.Memory;
import io.verbena.jni.umad.Umad;
import io.verbena.jni.umad.UserMad;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;

/** The datagrams of one port through /dev/infiniband/umadN: one slot to send from, a ring of slots to receive into. */
final class UmadChannel implements MadChannel {
    private static final int SLOT = UserMad.SIZE + 256;
    private static final int SLOTS = 64;
    private static final int NO_RETRIES = 0;
    private static final int NO_RMPP = 0;
    private static final String ETHERNET = "Ethernet";

    private final String name;
    private final int descriptor;
    private final int wakeUp;
    private final Supplier<String> linkLayer;
    private final ByteBuffer sendSlot = ByteBuffer.allocateDirect(SLOT).order(ByteOrder.nativeOrder());
    private final ByteBuffer slots = ByteBuffer.allocateDirect(SLOT * SLOTS).order(ByteOrder.nativeOrder());
    private final ByteBuffer received = slots.duplicate().order(ByteOrder.BIG_ENDIAN);
    private final long sendAddress = Memory.address(sendSlot);
    private final long slotsAddress = Memory.address(slots);

    UmadChannel(String name, int descriptor, Supplier<String> linkLayer) {
        this.name = name;
        this.descriptor = descriptor;
        this.linkLayer = linkLayer;
        this.wakeUp = EventFd.create();
        if (wakeUp < 0) {
            Umad.closePort(descriptor);
            throw new SysException("eventfd", name, -wakeUp, "");
        }
    }

    @Override
    public int register(int managementClass, int classVersion) {
        int agent = Umad.register(descriptor, managementClass, classVersion, NO_RMPP, 0, 0);
        if (agent < 0) {
            String layer = linkLayer.get();
            throw new SysException(
                    "umad_register",
                    String.format("%s, class 0x%02x", name, managementClass),
                    -agent,
                    layer.equals(ETHERNET) ? "its link layer is Ethernet, which has no subnet management" : "");
        }
        return agent;
    }

    @Override
    public void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        address(destination);
        int length = mad.remaining();
        sendSlot.put(UserMad.SIZE, mad, mad.position(), length);
        check(Umad.send(descriptor, agent, sendAddress, length, timeoutMillis, NO_RETRIES), "umad_send");
    }

    private void address(MadAddress destination) {
        sendSlot.order(ByteOrder.BIG_ENDIAN)
                .putInt(UserMad.QPN, destination.queuePair())
                .putInt(UserMad.QKEY, (int) destination.queueKey())
                .putShort(UserMad.LID, (short) destination.lid())
                .order(ByteOrder.nativeOrder());
        sendSlot.put(UserMad.SL, (byte) destination.serviceLevel());
        sendSlot.put(UserMad.PATH_BITS, (byte) destination.pathBits());
        sendSlot.put(UserMad.GRH_PRESENT, (byte) 0);
        sendSlot.putShort(UserMad.PKEY_INDEX, (short) destination.pKeyIndex());
    }

    @Override
    public void receive(MadReceiver receiver, long timeoutNanos) {
        int timeoutMillis = (int) Math.min(Integer.MAX_VALUE, (timeoutNanos + 999_999) / 1_000_000);
        int count = check(Umad.receive(descriptor, wakeUp, slotsAddress, SLOT, SLOTS, timeoutMillis), "umad_recv");
        if (count == 0) {
            EventFd.drain(wakeUp);
        }
        for (int slot = 0; slot < count; slot++) {
            int header = slot * SLOT;
            int end = header + Math.min(SLOT, slots.getInt(header + UserMad.LENGTH));
            received.limit(end).position(Math.min(end, header + UserMad.SIZE));
            receiver.received(slots.getInt(header + UserMad.STATUS), source(header), received);
        }
    }

    private MadAddress source(int header) {
        return new MadAddress(
                received.getShort(header + UserMad.LID) & 0xffff,
                received.getInt(header + UserMad.QPN),
                0,
                slots.get(header + UserMad.SL),
                slots.get(header + UserMad.PATH_BITS),
                slots.getShort(header + UserMad.PKEY_INDEX) & 0xffff);
    }

    @Override
    public void wakeUp() {
        EventFd.wake(wakeUp);
    }

    @Override
    public void close() {
        Umad.closePort(descriptor);
        EventFd.close(wakeUp);
    }

    private int check(int result, String call) {
        if (result < 0) {
            throw new SysException(call, name, -result, "");
        }
        return result;
    }
}
