package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionField;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.flow.FlowRule;
import io.verbena.verbs.flow.FlowType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumSet;

/** A host that sends and receives Ethernet frames by a queue pair in state RTS, with 64 KiB of memory. */
final class FrameStation implements AutoCloseable {
    static final int SLOT = 4096;
    static final int HEADERS = 54;
    static final int IPV4 = 0x0800;
    static final int IPV6 = 0x86dd;
    static final int TCP = 6;
    static final int UDP = 17;
    static final long BROADCAST = 0xffff_ffff_ffffL;
    private static final int SLOTS = 16;
    private static final QueuePairCapacity CAPACITY = new QueuePairCapacity(64, 64, 4, 4, 256);

    final Rdma rdma;
    final Context context;
    final ProtectionDomain domain;
    final CompletionQueue queue;
    final ByteBuffer buffer = ByteBuffer.allocateDirect(SLOTS * SLOT);
    final MemoryRegion region;
    final QueuePair pair;
    final long mac;

    FrameStation(EmbeddedFabric fabric, String host) {
        rdma = Rdma.builder().driver(fabric.driver(host)).open();
        context = rdma.verbs("emb0");
        domain = context.protectionDomain();
        queue = context.completionQueue(
                256,
                context.completionChannel(),
                0,
                EnumSet.of(CompletionField.BYTE_LENGTH, CompletionField.FLOW_TAG, CompletionField.VLAN));
        region = domain.register(buffer, AccessFlag.LOCAL_WRITE);
        pair = pair();
        mac = context.ethernetAddress(AddressVector.to(1, context.gids().get(0).gid(), 0))
                .mac();
    }

    /** Creates a queue pair in state RTS. */
    QueuePair pair(QueuePairFlag... flags) {
        QueuePair made = domain.queuePair(QueuePairType.RAW_PACKET)
                .completions(queue)
                .capacity(CAPACITY)
                .flags(flags)
                .segmentation(HEADERS + 20)
                .create();
        made.establish(QueuePairSetup.port(1));
        return made;
    }

    /** Steers all frames without another rule to a queue pair, which has receives with the IDs of the slots from this one on. */
    void receiveAll(QueuePair by, int slot, int count) {
        by.steer(FlowRule.ofType(FlowType.ALL_DEFAULT, 1));
        receive(by, slot, count);
    }

    void receive(QueuePair by, int slot, int count) {
        for (int i = slot; i < slot + count; i++) {
            by.post(by.receiveRequests(1).receive(i).segment(region, (long) i * SLOT, SLOT));
        }
    }

    /** Sends a frame from the last slot and waits for the completion. */
    void send(ByteBuffer frame) {
        int at = (SLOTS - 1) * SLOT;
        buffer.put(at, frame, 0, frame.limit());
        pair.post(pair.sendRequests(1).send(77).segment(region, at, frame.limit()));
        next().check();
    }

    /** Returns the bytes that the receive of a slot took. */
    ByteBuffer received(WorkCompletion completion) {
        return buffer.slice((int) completion.id() * SLOT, completion.byteLength());
    }

    WorkCompletion next() {
        CompletionBatch batch = queue.batch(1);
        if (queue.await(batch, Duration.ofSeconds(20)) == 0) {
            throw new AssertionError("nothing was completed");
        }
        return batch.get(0).copy();
    }

    boolean isQuiet() {
        return queue.poll(queue.batch(1)) == 0;
    }

    @Override
    public void close() {
        rdma.close();
    }

    /** Returns the start of a frame, at whose end more can be put. */
    static ByteBuffer frame(long destination, long source, int... types) {
        ByteBuffer frame = ByteBuffer.allocate(SLOT);
        mac(frame, destination);
        mac(frame, source);
        for (int type : types) {
            frame.putShort((short) type);
        }
        return frame;
    }

    private static void mac(ByteBuffer frame, long mac) {
        frame.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    /** Adds an IPv4 header whose length covers the data that follow. */
    static ByteBuffer ipv4(ByteBuffer frame, int protocol, String source, String destination, int data) {
        return frame.putShort((short) 0x4510)
                .putShort((short) (20 + data))
                .putInt(0x1234_4000)
                .put((byte) 64)
                .put((byte) protocol)
                .putShort((short) 0)
                .put(address(source))
                .put(address(destination));
    }

    /** Adds an IPv6 header with traffic class 0x12 and flow label 0x34567. */
    static ByteBuffer ipv6(ByteBuffer frame, int protocol, String source, String destination, int data) {
        return frame.putInt(0x6123_4567)
                .putShort((short) data)
                .put((byte) protocol)
                .put((byte) 63)
                .put(address(source))
                .put(address(destination));
    }

    /** Adds a UDP header and data. */
    static ByteBuffer udp(ByteBuffer frame, int source, int destination, int data) {
        return frame.putShort((short) source)
                .putShort((short) destination)
                .putShort((short) (8 + data))
                .putShort((short) 0)
                .put(new byte[data]);
    }

    static byte[] address(String text) {
        try {
            return InetAddress.getAllByName(text)[0].getAddress();
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
