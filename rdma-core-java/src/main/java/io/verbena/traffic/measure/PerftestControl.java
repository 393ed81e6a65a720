package io.verbena.traffic.measure;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbena.exchange.QueuePairExchange;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SideChannels;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.iba.Mtu;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.Sent;
import io.verbena.verbs.QueuePair;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The agreement of two programs of perftest 4.5, over TCP or over a connection of the RDMA CM. The server answers each message
 * with one of the same form. Both programs know the parameters from their own options, and the address of a queue pair also serves
 * as the message that says that a side has come to a point of the program.
 */
final class PerftestControl extends Control {
    private static final byte[] VERSION = new byte[16];
    private static final int PAGE = 4096;
    private static final int CACHE_LINE = 64;
    private static final double MEBIBYTE = 1 << 20;

    static {
        byte[] text = "6.06".getBytes(US_ASCII);
        System.arraycopy(text, 0, VERSION, 0, text.length);
    }

    private final SideChannel channel;
    private final MeasurePlan plan;
    private final boolean calling;

    /** Whether the side channel is a connection of the RDMA CM, over which addresses are binary. */
    private final boolean binary;

    private PerftestAddress[] own = {};
    private Mtu common = Mtu.MTU_256;

    /** The part of the next message of the peer that has already arrived. */
    private final ByteBuffer early = ByteBuffer.allocate(1);

    /** Whether the first message after the run is already sent. */
    private boolean isAnnounced;

    /** The index of the size of the current run. */
    private int run;

    PerftestControl(SideChannel channel, Duration timeout, MeasurePlan plan, boolean calling) {
        super(channel, timeout);
        this.channel = channel;
        this.plan = plan;
        this.calling = calling;
        binary = channel instanceof CmSideChannel;
    }

    /**
     * Exchanges the version, the sizes that determine how messages are spread over the memory, and the MTU.
     *
     * @param local the MTU of this side
     */
    void agree(Mtu local) {
        ByteBuffer version = exchange(ByteBuffer.wrap(VERSION));
        if (!version.equals(ByteBuffer.wrap(VERSION))) {
            String text = US_ASCII.decode(version).toString().replaceAll("[^ -~]", "");
            throw new UnknownPeerException(channel + " uses version '" + text
                    + "' of the protocol of perftest instead of '6.06'; use perftest 4.5 there");
        }
        exchange(ByteBuffer.allocate(Integer.BYTES).putInt(0, PAGE));
        exchange(ByteBuffer.allocate(Integer.BYTES).putInt(0, CACHE_LINE));
        common = mtu(local);
    }

    @Override
    void meet(Station station) {
        List<End> ends = ends(station);
        QueuePairExchange[] exchanges = new QueuePairExchange[ends.size()];
        own = new PerftestAddress[ends.size()];
        for (int i = 0; i < own.length; i++) {
            exchanges[i] = station.exchange(ends.get(i).lane(), ends.get(i).pair());
            own[i] = new PerftestAddress(
                    exchanges[i].local(),
                    station.region.address() + station.inbox,
                    station.region.remoteKey(),
                    station.sharedNumber());
        }
        PerftestAddress[] others = addresses();
        for (int i = 0; i < own.length; i++) {
            PerftestAddress other = others[plan.isExtended() && sendsBoth() ? (i + own.length / 2) % own.length : i];
            Lane lane = ends.get(i).lane();
            if (!plan.connectionManager()) {
                station.connect(lane, exchanges[i], other.queuePair());
            }
            if (ends.get(i).pair() == lane.pair) {
                lane.reach(other.sharedReceiveQueue());
                lane.remoteAddress = other.memory();
                lane.remoteKey = other.key();
            }
        }
        if (plan.operation() == Operation.SEND) {
            point();
            addresses();
        } else {
            addresses();
            point();
            point();
        }
    }

    /** A queue pair of a lane, the address of which is exchanged. */
    private record End(Lane lane, QueuePair pair) {}

    /**
     * Returns the queue pairs in the order in which their addresses are exchanged. Of extended reliable connections, these are the
     * sending ends, then the receiving ends, as far as this side has them.
     */
    private List<End> ends(Station station) {
        List<End> ends = new ArrayList<>();
        if (calling || sendsBoth() || !plan.isExtended()) {
            for (Lane lane : station.lanes) {
                ends.add(new End(lane, lane.pair));
            }
        }
        if (plan.isExtended() && (!calling || sendsBoth())) {
            for (Lane lane : station.lanes) {
                ends.add(new End(lane, lane.receiver));
            }
        }
        return ends;
    }

    private boolean sendsBoth() {
        return plan.bothWays() || plan.quantity() == Quantity.LATENCY;
    }

    private Mtu mtu(Mtu local) {
        byte[] text = {(byte) ('0' + local.code()), 0};
        int other = exchange(ByteBuffer.wrap(text)).get() - '0';
        if (other < Mtu.MTU_256.code() || other > Mtu.MTU_4096.code()) {
            throw new UnknownPeerException(channel + " sent " + other + " as the code of its MTU; expected 1 to 5");
        }
        return Mtu.of(Math.min(local.code(), other));
    }

    private PerftestAddress[] addresses() {
        PerftestAddress[] others = new PerftestAddress[own.length];
        for (int i = 0; i < own.length; i++) {
            ByteBuffer message = exchange(encoded(i));
            others[i] = binary
                    ? PerftestAddress.decodeBinary(message, plan.service(), common)
                    : PerftestAddress.decode(message, plan.service(), common);
        }
        return others;
    }

    /** Returns the address of a queue pair; zeros before the queue pairs exist, which the RDMA CM connects. */
    private ByteBuffer encoded(int lane) {
        if (own.length == 0) {
            return ByteBuffer.allocate(PerftestAddress.BINARY_LENGTH);
        }
        return binary ? own[lane].encodeBinary() : own[lane].encode();
    }

    /** Waits until the peer has come to the same point. */
    void point() {
        exchange(encoded(0));
    }

    private ByteBuffer exchange(ByteBuffer message) {
        ByteBuffer answer = ByteBuffer.allocate(message.remaining());
        if (calling && !isAnnounced) {
            SideChannels.writeFully(channel, message, timeout);
        }
        isAnnounced = false;
        answer.put(early.flip());
        early.clear();
        SideChannels.readFully(channel, answer, waiting());
        if (!calling) {
            SideChannels.writeFully(channel, message, timeout);
        }
        return answer.flip();
    }

    /** The peer may need as long as a run is meant to take. */
    private Duration waiting() {
        return timeout.plus(plan.duration());
    }

    @Override
    boolean ready() {
        if (plan.operation() == Operation.SEND || (plan.bothWays() && isSeveral())) {
            point();
            return true;
        }
        return false;
    }

    private boolean isSeveral() {
        return plan.sizes().size() > 1;
    }

    @Override
    void alive() {
        // The programs of perftest do not report that they are working.
    }

    @Override
    Signal poll() {
        if (early.position() > 0) {
            return Signal.DONE;
        }
        try {
            int count = channel.read(early, Duration.ZERO);
            if (count < 0 && !isLatencyOfWrites()) {
                throw new TrafficException(channel + " ended before the measurement did");
            }
            return count == 0 ? Signal.NONE : Signal.DONE;
        } catch (IOException e) {
            throw new TrafficException("the side channel to " + channel + " is broken: " + e.getMessage());
        }
    }

    /** A program that measures the latency of writes ends without a last message. */
    private boolean isLatencyOfWrites() {
        return plan.quantity() == Quantity.LATENCY && plan.operation() == Operation.WRITE;
    }

    @Override
    void finished(Sent sent) {
        // The server may run until the first message after the run arrives, and receives as long as the client may
        // send.
        if (calling && plan.operation() == Operation.SEND) {
            ByteBuffer first = plan.bothWays() ? number(plan.sizes().get(run)) : encoded(0);
            SideChannels.writeFully(channel, first, timeout);
            isAnnounced = true;
        }
    }

    @Override
    boolean isPlannedByBoth() {
        return true;
    }

    @Override
    boolean isClientFirst() {
        return !isLatencyOfWrites();
    }

    @Override
    long announced() {
        return Long.MAX_VALUE;
    }

    @Override
    Bandwidth result(BandwidthRun measured) {
        boolean sends = plan.operation() == Operation.SEND;
        boolean last = run == plan.sizes().size() - 1;
        Sent peer = measured.received();
        if (plan.bothWays() || (!sends && last)) {
            Sent told = results(measured.size, measured.sent());
            peer = plan.bothWays() || !calling ? told : Sent.NONE;
        }
        if (isSeveral() && (sends || (plan.bothWays() && !last))) {
            point();
        }
        run++;
        return new Bandwidth(measured.size, measured.sent(), peer, lost(measured));
    }

    private long lost(BandwidthRun measured) {
        boolean counts = measured.receives() && measured.peerSends && measured.messages() < Long.MAX_VALUE;
        return counts ? Math.max(0, measured.messages() - measured.received().messages()) : 0;
    }

    /** Exchanges the results. A side that has sent nothing may send any values. */
    private Sent results(int size, Sent sent) {
        double average = sent.messagesPerSecond() * size / MEBIBYTE;
        exchange(number(size));
        long messages = exchange(number(sent.messages())).getLong();
        double peak = exchange(number(sent.peakBytesPerSecond() / MEBIBYTE)).getDouble();
        exchange(number(average));
        double rate = exchange(number(sent.messagesPerSecond() / 1e6)).getDouble() * 1e6;
        boolean isKnown =
                messages > 0 && rate > 0 && messages / rate < 1e9 && peak >= 0 && peak < Long.MAX_VALUE / MEBIBYTE;
        return isKnown ? new Sent(messages, (long) (messages * 1e9 / rate), (long) (peak * MEBIBYTE)) : Sent.NONE;
    }

    private static ByteBuffer number(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, value);
    }

    private static ByteBuffer number(double value) {
        return ByteBuffer.allocate(Double.BYTES).putDouble(0, value);
    }

    @Override
    Latency result(Latency measured) {
        run++;
        return measured;
    }

    @Override
    Latency answered(Latency own) {
        run++;
        return own;
    }

    void end() {
        if (!isLatencyOfWrites()) {
            point();
            if (!binary) {
                SideChannels.writeFully(channel, ByteBuffer.wrap("done\0".getBytes(US_ASCII)), timeout);
            }
        }
    }
}
