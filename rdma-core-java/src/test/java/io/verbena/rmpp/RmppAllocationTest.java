package io.verbena.rmpp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.verbena.iba.RmppData;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Memory that a transfer allocates, as counted for the thread. */
class RmppAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int SEGMENTS = 7500;
    private static final int MACHINES = 8 << 10;

    private final ByteBuffer[] queue = new ByteBuffer[RmppOptions.DEFAULTS.window() + 1];
    private int queued;

    RmppAllocationTest() {
        for (int slot = 0; slot < queue.length; slot++) {
            queue[slot] = ByteBuffer.allocateDirect(RmppData.LENGTH);
        }
    }

    private void keep(ByteBuffer packet) {
        queue[queued++].clear().put(packet).flip();
    }

    /** Transfers a message without allocations of its own. */
    private void transfer(RmppSender sender, RmppReceiver receiver) {
        RmppOutput link = this::keep;
        sender.start(0, link);
        while (queued > 0) {
            int packets = queued;
            queued = 0;
            // At most the last packet of a window is acknowledged, into a slot that was read.
            for (int slot = 0; slot < packets; slot++) {
                receiver.received(queue[slot], 0, link);
            }
            int answers = queued;
            queued = 0;
            for (int slot = 0; slot < answers; slot++) {
                sender.received(queue[slot], 0, link);
            }
        }
    }

    private long allocated(Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void theSenderAllocatesNothingPerSegment() {
        byte[] message = Messages.answer(SEGMENTS * Messages.DATA);
        for (int warmUp = 0; warmUp < 3; warmUp++) {
            transfer(sender(message), receiver());
        }
        long[] sent = new long[1];
        RmppSender sender = sender(message);
        // The receiver acknowledges from prepared packets, so that only the sender is measured.
        ByteBuffer[] acks = new ByteBuffer[SEGMENTS / 64 + 2];
        acks[0] = Packets.ack(1, 65);
        for (int window = 1; window < acks.length; window++) {
            acks[window] = Packets.ack(Math.min(SEGMENTS, 1 + 64L * window), 65 + 64L * window);
        }
        RmppOutput nowhere = packet -> sent[0]++;

        long bytes = allocated(() -> {
            sender.start(0, nowhere);
            for (ByteBuffer ack : acks) {
                sender.received(ack, 0, nowhere);
            }
        });

        assertThat(sender.isDone()).isTrue();
        assertThat(sent[0]).isEqualTo(SEGMENTS);
        assertThat(bytes).isLessThan(1024);
    }

    @Test
    void aMessageOfAnnouncedLengthAllocatesAtMostFourThirdsOfItsLength() {
        byte[] message = Messages.answer(SEGMENTS * Messages.DATA);
        transfer(sender(message), receiver());

        long bytes = allocated(() -> transfer(sender(message), receiver()));

        assertThat(bytes).isBetween((long) message.length, message.length * 4L / 3 + MACHINES);
    }

    @Test
    void aMessageOfUnknownLengthAllocatesAtMostFourTimesItsLength() {
        RmppReceiver receiver = receiver();
        ByteBuffer[] packets = new ByteBuffer[SEGMENTS];
        for (int segment = 1; segment <= SEGMENTS; segment++) {
            packets[segment - 1] = segment == 1
                    ? Packets.segment(1, Packets.FIRST, 0)
                    : Packets.segment(segment, segment == SEGMENTS ? Packets.LAST : Packets.MIDDLE, 220);
        }

        long bytes = allocated(() -> {
            for (ByteBuffer packet : packets) {
                receiver.received(packet, 0, answer -> {});
            }
        });

        assertThat(receiver.message()).hasSize(56 + SEGMENTS * Messages.DATA);
        assertThat(bytes).isLessThan(4L * SEGMENTS * Messages.DATA + MACHINES);
    }

    @Test
    void anAnnouncedLengthAllocatesNothingUntilDataArrive() {
        RmppReceiver receiver = receiver();
        ByteBuffer first = Packets.segment(1, Packets.FIRST, 220L * 300_000);

        long bytes = allocated(() -> receiver.received(first, 0, answer -> {}));

        assertThat(receiver.failure()).isNull();
        assertThat(bytes).isLessThan((64 << 10) + MACHINES);
    }

    private static RmppSender sender(byte[] message) {
        return new RmppSender(message, Messages.FORMAT, RmppOptions.DEFAULTS);
    }

    private static RmppReceiver receiver() {
        return new RmppReceiver(Messages.FORMAT, RmppOptions.DEFAULTS);
    }
}
