package io.verbena.rmpp;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/** A sender, a receiver and a network that loses, duplicates and reorders packets in both directions. */
final class Network {
    private static final long MAX_STEPS = 5_000_000;

    private final Random random;
    private final Weather weather;
    private final RmppSender sender;
    private final RmppReceiver receiver;
    private final PriorityQueue<Arrival> underWay =
            new PriorityQueue<>(Comparator.comparingLong(Arrival::time).thenComparingLong(Arrival::order));
    // Near the end of the range, so that times must be compared by difference.
    private final long began = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();
    private long elapsed;
    private long packets;
    private long order;

    /** Probability of loss and duplication in percent, and maximum delay. */
    record Weather(int loss, int duplication, Duration delay) {
        static final Weather FINE = new Weather(0, 0, Duration.ZERO);
    }

    private record Arrival(long time, long order, boolean atReceiver, ByteBuffer packet) {}

    Network(long seed, Weather weather, RmppSender sender, RmppReceiver receiver) {
        this.random = new Random(seed);
        this.weather = weather;
        this.sender = sender;
        this.receiver = receiver;
    }

    /** Runs until both ends are done and no packet is in transit. */
    Network run() {
        sender.start(now(), this::toReceiver);
        for (long step = 0; !(hasEnded(sender) && hasEnded(receiver) && underWay.isEmpty()); step++) {
            if (step == MAX_STEPS) {
                throw new AssertionError("no end after " + step + " steps and " + elapsed() + ": sender done "
                        + sender.isDone() + ", receiver done " + receiver.isDone());
            }
            next();
        }
        return this;
    }

    private void next() {
        long wait = Math.min(untilTick(sender), packets == 0 ? Long.MAX_VALUE : untilTick(receiver));
        Arrival arrival = underWay.peek();
        if (arrival != null && arrival.time() - elapsed <= Math.max(0, wait)) {
            underWay.remove();
            elapsed = Math.max(elapsed, arrival.time());
            if (arrival.atReceiver()) {
                packets++;
                receiver.received(arrival.packet(), now(), this::toSender);
            } else {
                sender.received(arrival.packet(), now(), this::toReceiver);
            }
            return;
        }
        if (wait == Long.MAX_VALUE) {
            throw new AssertionError("no packet is in flight, and no thread waits");
        }
        elapsed += Math.max(0, wait);
        sender.tick(now(), this::toReceiver);
        receiver.tick(now(), this::toSender);
    }

    private long untilTick(Transfer transfer) {
        return hasEnded(transfer) ? Long.MAX_VALUE : transfer.deadline() - now();
    }

    private boolean hasEnded(Transfer transfer) {
        boolean neverBegun = transfer == receiver && packets == 0 && hasEnded(sender);
        return transfer.isDone() || transfer.failure() != null || neverBegun;
    }

    private long now() {
        return began + elapsed;
    }

    Duration elapsed() {
        return Duration.ofNanos(elapsed);
    }

    private void toReceiver(ByteBuffer packet) {
        carry(true, packet);
    }

    private void toSender(ByteBuffer packet) {
        carry(false, packet);
    }

    private void carry(boolean atReceiver, ByteBuffer packet) {
        byte[] bytes = new byte[packet.remaining()];
        packet.get(bytes);
        if (random.nextInt(100) >= weather.loss()) {
            add(atReceiver, bytes);
        }
        if (random.nextInt(100) < weather.duplication()) {
            add(atReceiver, bytes);
        }
    }

    private void add(boolean atReceiver, byte[] bytes) {
        long delay =
                weather.delay().isZero() ? 0 : random.nextLong(weather.delay().toNanos());
        underWay.add(new Arrival(elapsed + delay, order++, atReceiver, ByteBuffer.wrap(bytes)));
    }
}
