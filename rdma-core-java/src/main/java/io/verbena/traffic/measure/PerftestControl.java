package io.verbena.traffic.measure;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbena.exchange.QueuePairAddress;
import io.verbena.exchange.QueuePairExchange;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SideChannels;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.Sent;
import io.verbena.traffic.measure.Measurement.MeasureHost;
import io.verbena.verbs.QueuePair;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The agreement of two programs of perftest 4.5, over TCP or over a connection of the RDMA CM. The server answers each message
 * with one of the same form. Both programs know the parameters from their own options, and the address of a queue pair also serves
 * as the message that says that a side has come to a point of the program.
 */
final class PerftestControl extends Control {
    private static final byte[] VERSION = new byte[16];
    private static final Duration FOREVER = Duration.ofDays(3650);

    /** The time that switches need to learn of a new member of a group, as in perftest. */
    private static final long JOIN_NANOS = 50_000_000;

    private static final int PAGE = 4096;
    private static final int CACHE_LINE = 64;
    private static final double MEBIBYTE = 1 << 20;

    static {
        byte[] text = "6.06".getBytes(US_ASCII);
        System.arraycopy(text, 0, VERSION, 0, text.length);
    }

    private final SideChannel channel;
    private final MeasurePlan plan;
    private final MeasureCourse course;
    private final MeasureHost host;
    private final boolean calling;

    /** Whether this side sends, or sends first if both do. */
    private final boolean sending;

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

    PerftestControl(SideChannel channel, MeasureHost host, MeasureOptions options, MeasurePlan plan, boolean calling) {
        super(channel, options.timeout());
        this.channel = channel;
        this.host = host;
        this.plan = plan;
        this.calling = calling;
        course = options.course();
        sending = calling != course.reversed();
        binary = channel instanceof CmSideChannel;
    }

    /**
     * Exchanges the version, the sizes that determine how messages are spread over the memory, and the MTU.
     *
     * @param local the MTU of this side
     */
    void agree(Mtu local) {
        if (!course.exchangesVersions()) {
            common = local;
            return;
        }
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
            Lane lane = ends.get(i).lane();
            exchanges[i] = station.exchange(lane, ends.get(i).pair());
            own[i] = new PerftestAddress(
                    local(station, lane, exchanges[i]),
                    lane.memory.inboxAddress(),
                    lane.memory.region().remoteKey(),
                    station.sharedNumber());
        }
        PerftestAddress[] others = addresses();
        if (course.group() != null && isSender()) {
            join(station, others[0].queuePair().gid());
            LockSupport.parkNanos(JOIN_NANOS);
        }
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

    /** Returns the address of a queue pair, or of the multicast group at which it receives. */
    private QueuePairAddress local(Station station, Lane lane, QueuePairExchange exchange) {
        Gid group = course.group();
        boolean receives = plan.quantity() == Quantity.LATENCY || !sending;
        return group == null || !receives
                ? exchange.local()
                : station.attach(lane, exchange, group, join(station, group));
    }

    private Lid join(Station station, Gid group) {
        return station.hasSubnetAdministration() ? host.join(group, station.options.port()) : Lid.NONE;
    }

    private boolean isSender() {
        return sending || sendsBoth();
    }

    /** A queue pair of a lane, the address of which is exchanged. */
    private record End(Lane lane, QueuePair pair) {}

    /**
     * Returns the queue pairs in the order in which their addresses are exchanged. Of extended reliable connections, these are the
     * sending ends, then the receiving ends, as far as this side has them.
     */
    private List<End> ends(Station station) {
        List<End> ends = new ArrayList<>();
        if (isSender() || !plan.isExtended()) {
            for (Lane lane : station.lanes) {
                ends.add(new End(lane, lane.pair));
            }
        }
        if (plan.isExtended() && (!sending || sendsBoth())) {
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

    /** The peer may need as long as a run is meant to take, which may have no end. */
    private Duration waiting() {
        return course.listener() == null ? timeout.plus(plan.duration()) : FOREVER;
    }

    @Override
    void ready() {
        if (plan.operation() == Operation.SEND || (plan.bothWays() && isSeveral())) {
            point();
        }
    }

    private boolean isSeveral() {
        return plan.sizes().size() > 1;
    }

    @Override
    Signal poll() {
        if (early.position() > 0) {
            return ended();
        }
        try {
            int count = channel.read(early, Duration.ZERO);
            if (count < 0 && !isLatencyOfWrites()) {
                throw new TrafficException(channel + " ended before the measurement did");
            }
            return count == 0 ? Signal.NONE : ended();
        } catch (IOException e) {
            throw new TrafficException("the side channel to " + channel + " is broken: " + e.getMessage());
        }
    }

    /** A client that only receives may have received all messages before this side has noticed their completion. */
    private Signal ended() {
        return course.reversed() && sending && !plan.bothWays() ? Signal.NONE : Signal.DONE;
    }

    /** A program that measures the latency of writes ends without a last message. */
    private boolean isLatencyOfWrites() {
        return plan.quantity() == Quantity.LATENCY && plan.operation() == Operation.WRITE;
    }

    @Override
    void finished(Sent sent) {
        // The server may run until the first message after the run arrives, and receives as long as the client may
        // send.
        if (calling && isSender() && plan.operation() == Operation.SEND) {
            ByteBuffer first = exchangesResults() ? number(plan.sizes().get(run)) : encoded(0);
            SideChannels.writeFully(channel, first, timeout);
            isAnnounced = true;
        }
    }

    /** The server cannot announce it, because the client always sends the first message. */
    @Override
    boolean announcesEnd() {
        return !course.reversed();
    }

    @Override
    boolean isClientFirst() {
        return !isLatencyOfWrites();
    }

    @Override
    Bandwidth result(BandwidthRun measured) {
        boolean sends = plan.operation() == Operation.SEND;
        Sent peer = measured.received();
        if (exchangesResults()) {
            Sent told = results(measured.size, measured.sent());
            peer = plan.bothWays() || !sending ? told : Sent.NONE;
        }
        if (isSeveral() && (sends || (plan.bothWays() && !isLast()))) {
            point();
        }
        run++;
        return new Bandwidth(measured.size, measured.sent(), peer, measured.missing());
    }

    /** Sends of one direction, or limited by time, are counted by the side that receives them. */
    private boolean exchangesResults() {
        if (plan.operation() == Operation.SEND) {
            return plan.bothWays() && plan.duration().isZero();
        }
        return plan.bothWays() || isLast();
    }

    private boolean isLast() {
        return run == plan.sizes().size() - 1;
    }

    /** Exchanges the results. A side that has sent nothing may send any values. */
    private Sent results(int size, Sent sent) {
        double average = sent.messagesPerSecond() * size / MEBIBYTE;
        exchange(number(size));
        long messages = exchange(number(sent.messages())).getLong();
        double peak = exchange(number(sent.peakBytesPerSecond() / MEBIBYTE)).getDouble();
        exchange(number(average));
        double rate = exchange(number(sent.messagesPerSecond() / 1e6)).getDouble() * 1e6;
        double second = course.reportsPorts() ? ports(size, sent) * 1e6 : 0;
        boolean isKnown =
                messages > 0 && rate > 0 && messages / rate < 1e9 && peak >= 0 && peak < Long.MAX_VALUE / MEBIBYTE;
        return isKnown
                ? new Sent(messages, (long) (messages * 1e9 / rate), (long) (peak * MEBIBYTE), (long)
                        (messages * Math.min(1, Math.max(0, second / rate))))
                : Sent.NONE;
    }

    /** Exchanges bandwidth and message rate of both ports, and returns the rate of the second port of the peer. */
    private double ports(int size, Sent sent) {
        double second = sent.messagesPerSecondOnSecondPort();
        double[] rates = {sent.messagesPerSecond() - second, second};
        double told = 0;
        for (double rate : rates) {
            exchange(number(rate * size / MEBIBYTE));
            told = exchange(number(rate / 1e6)).getDouble();
        }
        return told;
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
