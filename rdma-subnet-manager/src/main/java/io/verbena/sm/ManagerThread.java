package io.verbena.sm;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import io.verbena.spi.MadRegistration;
import java.lang.System.Logger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Runs a subnet manager at a port of this host: one thread receives datagrams and runs delayed actions. */
final class ManagerThread implements ManagerHost, AutoCloseable {
    private static final Logger LOG = System.getLogger(SubnetManager.class.getName());
    private static final long END_MILLIS = 10_000;

    private final EndPort port;
    private final Guid guid;
    private final MadChannel channel;
    private final Program program;
    private final Thread thread;
    private final Queue<Runnable> soon = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::due).thenComparingLong(Timer::number));
    private long numbers;
    private @Nullable IsSm isSm;
    private volatile boolean ended;

    interface Program extends MadReceiver {
        void start(ManagerHost host);

        void stop();
    }

    private record Timer(long due, long number, Runnable action) {}

    private ManagerThread(EndPort port, Program program) {
        this.port = port;
        this.guid = port.attributes().portGuid();
        this.channel = port.openMadChannel();
        this.program = program;
        this.thread = new Thread(this::run, "verbena-sm-" + port.name());
        thread.setDaemon(true);
    }

    static ManagerThread start(EndPort port, Program program) {
        ManagerThread started = new ManagerThread(port, program);
        // The thread begins afterwards, so that the program is called by one thread at a time.
        program.start(started);
        started.thread.start();
        return started;
    }

    private void run() {
        try {
            while (!ended) {
                Runnable next = soon.poll();
                if (next != null) {
                    next.run();
                    continue;
                }
                Timer timer = timers.peek();
                long wait = timer == null ? Long.MAX_VALUE : timer.due - channel.nanoTime();
                if (timer != null && wait <= 0) {
                    timers.remove(timer);
                    timer.action.run();
                } else {
                    channel.receive(program, wait);
                }
            }
        } catch (RdmaException e) {
            if (!ended) {
                LOG.log(Logger.Level.ERROR, "the subnet manager at " + port + " has lost its port and ends", e);
            }
        } catch (RuntimeException e) {
            LOG.log(Logger.Level.ERROR, "the subnet manager at " + port + " has failed and ends", e);
        } finally {
            ended = true;
            subnetManager(false);
            program.stop();
        }
    }

    @Override
    public int register(MadRegistration registration) {
        return channel.register(registration);
    }

    @Override
    public void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        channel.send(agent, destination, mad, timeoutMillis);
    }

    @Override
    public void after(Duration delay, Runnable action) {
        if (delay.isZero()) {
            soon.add(action);
        } else {
            numbers++;
            timers.add(new Timer(channel.nanoTime() + delay.toNanos(), numbers, action));
        }
    }

    @Override
    public long nanoTime() {
        return channel.nanoTime();
    }

    @Override
    public Guid portGuid() {
        return guid;
    }

    @Override
    public void subnetManager(boolean here) {
        if (here && isSm == null) {
            isSm = port.openIsSm();
        } else if (!here && isSm != null) {
            isSm.close();
            isSm = null;
        }
    }

    @Override
    public void close() {
        ended = true;
        channel.wakeUp();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        channel.close();
    }
}
