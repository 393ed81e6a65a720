package io.verbena.embedded.hostile;

import io.verbena.Rdma;
import io.verbena.connection.MessageOptions;
import io.verbena.contract.connection.HostileAct;
import io.verbena.contract.connection.HostileScript;
import io.verbena.contract.connection.RoguePeer;
import io.verbena.error.RdmaException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Opens hostile connections of one kind at a constant rate, until it is closed. */
final class Attacker implements AutoCloseable, Runnable {
    /** The half-open connections for each interval. */
    private static final int BURST = 16;

    /** The connections that a patient peer holds at once, which is more than the server gives to one address. */
    private static final int HELD = 64;

    private static final int RECEIVES = 64;

    private final Attack attack;
    private final long intervalNanos;
    private final MessageOptions options;
    private final RoguePeer peer;
    private final Deque<RoguePeer.Lane> held = new ArrayDeque<>();
    private final Thread thread = new Thread(this, "attacker");
    private final SplittableRandom tokens = new SplittableRandom();
    private volatile boolean over;
    private volatile int attempts;
    private volatile int refused;
    private int turn;

    Attacker(Attack attack, int perSecond, Rdma rdma, InetSocketAddress server, MessageOptions options) {
        this.attack = attack;
        this.intervalNanos = 1_000_000_000L / perSecond;
        this.options = options;
        this.peer = new RoguePeer(rdma, server);
        thread.start();
    }

    /** Returns the number of hostile connections that were begun. */
    int attempts() {
        return attempts;
    }

    /** Returns the number of these that the server refused. */
    int refused() {
        return refused;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    public void run() {
        long next = System.nanoTime();
        while (!over) {
            try {
                attempts++;
                attackOnce();
            } catch (RdmaException | CompletionException | ExecutionException | TimeoutException e) {
                refused++;
            } catch (InterruptedException e) {
                return;
            }
            next += intervalNanos;
            sleep(Math.max(1, next - System.nanoTime()));
        }
    }

    private static void sleep(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    private void attackOnce() throws InterruptedException, ExecutionException, TimeoutException {
        switch (attack.stage()) {
            case HALF_OPEN -> {
                for (int i = 0; i < BURST; i++) {
                    var unused = peer.askSilently(RoguePeer.CONTROL, tokens.nextLong());
                }
            }
            case UNCONFIRMED -> {
                long token = tokens.nextLong();
                var unused = peer.askSilently(RoguePeer.CONTROL, token);
                var unusedToo = peer.askSilently(RoguePeer.DATA, token);
            }
            default -> connect();
        }
    }

    private void connect() throws InterruptedException, ExecutionException, TimeoutException {
        HostileScript script = new HostileScript(turn, options);
        RoguePeer.Lane control = hold(peer.lane());
        int receives = attack.stage() == Attack.Stage.NO_RECEIVES ? 1 : RECEIVES;
        RoguePeer.Lane data = hold(peer.lane(receives, script.receiveBytes()));
        peer.connect(control, data, tokens.nextLong()).get(10, TimeUnit.SECONDS);
        switch (attack.stage()) {
            case READY -> script.ready(control);
            case CHANNEL -> script.introduceWell(control);
            case NO_RECEIVES, NO_CREDITS -> {
                script.introduceWell(control);
                request(script, data, options.slots() - 1);
                sleep(5_000_000);
                request(script, data, options.slots() - 1);
            }
            case REQUESTS -> {
                script.introduceWell(control);
                script.perform(HostileAct.REQUEST, data);
                script.perform(attack.acts().get(turn % attack.acts().size()), data);
            }
            default -> {
                // The peer is silent.
            }
        }
        turn++;
        if (!attack.isPatient()) {
            sleep(5_000_000);
            release();
        }
    }

    private static void request(HostileScript script, RoguePeer.Lane data, int count) {
        for (int i = 0; i < count; i++) {
            script.perform(HostileAct.REQUEST, data);
        }
    }

    private RoguePeer.Lane hold(RoguePeer.Lane lane) {
        held.addLast(lane);
        if (held.size() > 2 * HELD) {
            held.removeFirst().close();
        }
        return lane;
    }

    private void release() {
        held.forEach(RoguePeer.Lane::close);
        held.clear();
    }

    /** Ends all connections of this attacker. */
    @Override
    public void close() {
        over = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        release();
        peer.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
