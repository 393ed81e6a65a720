package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs the clients and the server, and injects the faults of a schedule. */
final class Campaign {
    private static final int CLIENTS = 4;
    private static final int PORT = 7472;
    private static final int WATCH_PORT = 7473;
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    static final Duration MAX_WAIT = Duration.ofSeconds(60);

    private final Ground ground;
    private final Schedule schedule;
    private final Planted planted;
    private final Duration maxRecovery;
    private final SoakReport report = new SoakReport();
    private final List<Client> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong failures = new AtomicLong();
    private final long began = System.nanoTime();

    /** {@code maxRecovery} is the longest time in which all clients may recover after the last fault of an episode has ended. */
    Campaign(Ground ground, long seed, Planted planted, Duration maxRecovery) {
        this.ground = ground;
        this.schedule = new Schedule(seed, ground.faults());
        this.planted = planted;
        this.maxRecovery = maxRecovery;
    }

    SoakReport report() {
        return report;
    }

    /** The objects on which faults act. */
    private record Parts(
            Rdma near, Server server, Buffers buffers, Watch watch, ExecutorService tasks, SchedulingDelay delay) {}

    /** Removes and returns each device once, and injects faults for a short time. */
    void warmUp() throws InterruptedException {
        System.out.println("warming up");
        run(schedule.removals(), WARM_UP);
    }

    void run(Duration time) throws InterruptedException {
        run(List.of(), time);
    }

    private void run(List<Schedule.Episode> first, Duration time) throws InterruptedException {
        ExecutorService tasks = Executors.newCachedThreadPool(task -> new Thread(task, "soak-task"));
        try (SchedulingDelay delay = new SchedulingDelay();
                Rdma near = ground.open(false);
                Rdma far = ground.open(true);
                Buffers buffers = new Buffers(near, ground.device());
                Server server = new Server(far, new InetSocketAddress(ground.host(), PORT), planted);
                Watch watch = new Watch(near, far, new InetSocketAddress(ground.host(), WATCH_PORT))) {
            Thread watching = new Thread(watch, "soak-watch");
            watching.start();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new Client(near, server.address(), buffers, i, failures, planted));
                threads.add(new Thread(clients.get(i), "soak-client-" + i));
            }
            threads.forEach(Thread::start);
            Parts parts = new Parts(near, server, buffers, watch, tasks, delay);
            for (Schedule.Episode episode : first) {
                play(episode, parts);
            }
            for (long end = System.nanoTime() + time.toNanos(); System.nanoTime() < end && isSound(server); ) {
                play(schedule.next(), parts);
            }
            finish(server);
            watch.end();
            watching.join(MAX_WAIT.toMillis());
            if (watching.isAlive()) {
                report.hung("the idle connection did not end with its server");
                watching.interrupt();
            }
            report.delays(delay);
        } finally {
            tasks.shutdownNow();
            clients.clear();
            threads.clear();
        }
    }

    /** Returns false after a record was refused or a client failed, when continuing would show nothing more. */
    private boolean isSound(Server server) {
        return server.wrong().isEmpty() && clients.stream().allMatch(client -> client.wrong() == null);
    }

    /** A fault in effect, and whether the idle connection was open when it began. */
    private record Active(
            Schedule.Injection injection,
            long begin,
            long end,
            boolean wasConnected,
            @Nullable Future<?> task) {
        /** Returns whether the end of this fault needs the network and the devices that other faults take away. */
        boolean needsDevice() {
            return task != null || injection.fault() == Fault.SERVER_RESTARTED;
        }
    }

    private void play(Schedule.Episode episode, Parts parts) throws InterruptedException {
        System.out.printf("%9.3f s  %s%n", (System.nanoTime() - began) / 1e9, episode);
        List<Active> active = new ArrayList<>();
        for (Schedule.Injection injection : episode.injections()) {
            Thread.sleep(injection.afterMillis());
            boolean wasConnected = parts.watch().isConnected();
            long now = System.nanoTime();
            long end = now + TimeUnit.MILLISECONDS.toNanos(injection.lastsMillis());
            active.add(new Active(injection, now, end, wasConnected, begin(injection, parts)));
        }
        active.sort(Comparator.comparing(Active::needsDevice).thenComparingLong(Active::end));
        for (Active each : active) {
            TimeUnit.NANOSECONDS.sleep(each.end() - System.nanoTime());
            if (each.injection().fault() == Fault.PEER_DEAD && each.wasConnected()) {
                checkDetection(each.begin(), episode, parts);
            }
            end(each, parts);
        }
        awaitRecovery(episode, parts);
    }

    private void checkDetection(long begin, Schedule.Episode episode, Parts parts) {
        OptionalLong noticed = parts.watch().noticedAfter(begin);
        if (noticed.isEmpty()) {
            report.wrong("a dead peer was not detected in " + episode);
            return;
        }
        Duration after = Duration.ofNanos(noticed.getAsLong() - begin);
        Duration delay = parts.delay().between(begin, noticed.getAsLong());
        if (after.minus(delay).compareTo(SoakReport.DETECTION) > 0) {
            report.wrong("a dead peer was detected after " + after + ", of which the process was delayed for " + delay
                    + ", in " + episode);
        }
        report.detected(after.minus(delay));
    }

    /** Starts a fault and returns the task that carries it out; null if {@link #end} ends the fault. */
    private @Nullable Future<?> begin(Schedule.Injection injection, Parts parts) throws InterruptedException {
        int millis = injection.lastsMillis();
        int parameter = injection.parameter();
        Client client = clients.get(parameter % CLIENTS);
        switch (injection.fault()) {
            case CLIENT_CLOSED -> client.closeConnection();
            case CONNECTION_CLOSED -> parts.server().closeOne();
            case SERVER_RESTARTED -> parts.server().stop();
            case SLOW_PEER -> client.slow(true);
            case PROCESS_STOPPED -> stopProcess(millis);
            case PROCESS_KILLED -> {
                return task(
                        parts,
                        () -> Victim.runAndKill(ground.device(), parts.server().address(), millis));
            }
            case HOSTILE_PEER -> {
                return task(parts, new Rogue(parts.near(), parts.server().address(), millis, parameter)::run);
            }
            case ALLOCATOR_FULL -> {
                return task(parts, () -> parts.buffers().exhaust(millis));
            }
            case DIRECT_MEMORY_FULL -> {
                return task(parts, () -> exhaustDirectMemory(millis));
            }
            default -> ground.begin(injection.fault(), parameter);
        }
        return null;
    }

    private void end(Active active, Parts parts) throws InterruptedException {
        Fault fault = active.injection().fault();
        if (active.task() != null) {
            try {
                active.task().get(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                report.wrong(fault + " failed: " + e.getCause());
            } catch (TimeoutException e) {
                printThreads();
                report.hung(fault + " did not end within " + MAX_WAIT);
            }
            return;
        }
        switch (fault) {
            case SLOW_PEER ->
                clients.get(active.injection().parameter() % CLIENTS).slow(false);
            case SERVER_RESTARTED -> parts.server().restart();
            case CLIENT_CLOSED, CONNECTION_CLOSED, PROCESS_STOPPED -> {
                // These faults have no duration.
            }
            default -> ground.end(fault);
        }
        if (fault == Fault.SERVER_DEVICE_REMOVED) {
            parts.server().restart();
            parts.watch().restart();
        }
    }

    /** The work of a fault that runs on a thread of its own. */
    private interface Task {
        void run() throws InterruptedException;
    }

    private static Future<?> task(Parts parts, Task task) {
        return parts.tasks().submit(() -> {
            task.run();
            return null;
        });
    }

    /** Stops this process by a signal; a shell continues it. */
    private static void stopProcess(int millis) {
        long self = ProcessHandle.current().pid();
        String script = "kill -STOP " + self + "; sleep " + millis / 1000.0 + "; kill -CONT " + self;
        try {
            new ProcessBuilder("sh", "-c", script).start().waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void exhaustDirectMemory(int millis) throws InterruptedException {
        List<ByteBuffer> taken = new ArrayList<>();
        for (int bytes = 1 << 22; bytes >= 1 << 12; bytes >>= 5) {
            try {
                while (true) {
                    taken.add(ByteBuffer.allocateDirect(bytes));
                }
            } catch (OutOfMemoryError e) {
                // Smaller buffers may still fit.
            }
        }
        Thread.sleep(millis);
        System.out.println("  " + taken.size() + " buffers exhausted the direct memory");
        taken.clear();
        System.gc();
    }

    private void awaitRecovery(Schedule.Episode episode, Parts parts) throws InterruptedException {
        long over = System.nanoTime();
        List<Long> goals = new ArrayList<>();
        clients.forEach(client -> goals.add(client.acknowledged().last() + Client.MAX_IN_FLIGHT + 1));
        for (int i = 0; i < CLIENTS; i++) {
            while (clients.get(i).acknowledged().last() < goals.get(i)
                    && System.nanoTime() - over < MAX_WAIT.toNanos()
                    && isSound(parts.server())) {
                Thread.sleep(2);
            }
        }
        while (!parts.watch().isConnected() && System.nanoTime() - over < MAX_WAIT.toNanos()) {
            Thread.sleep(2);
        }
        long now = System.nanoTime();
        Duration delay = parts.delay().between(over, now);
        Duration after = Duration.ofNanos(now - over).minus(delay);
        boolean inTime = after.compareTo(maxRecovery) <= 0;
        report.recovered(episode, after, inTime);
        if (!inTime && isSound(parts.server())) {
            report.wrong("the clients recovered " + after + " after the end of " + episode
                    + ", without the delay of the process of " + delay + lagging(goals));
        }
    }

    private String lagging(List<Long> goals) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < CLIENTS; i++) {
            if (clients.get(i).acknowledged().last() < goals.get(i)) {
                text.append("; client ")
                        .append(i)
                        .append(" has not recovered; its last connection ended with: ")
                        .append(clients.get(i).lastFailure());
            }
        }
        return text.toString();
    }

    /** Waits until every record is acknowledged, and compares the ledgers of clients and server. */
    private void finish(Server server) throws InterruptedException {
        clients.forEach(Client::stop);
        long end = System.nanoTime() + MAX_WAIT.toNanos();
        for (int i = 0; i < CLIENTS; i++) {
            Thread thread = threads.get(i);
            while (thread.isAlive() && !server.refuses(i) && System.nanoTime() < end) {
                thread.join(100);
            }
        }
        if (threads.stream().anyMatch(Thread::isAlive)) {
            printThreads();
        }
        for (int i = 0; i < CLIENTS; i++) {
            Throwable thrown = clients.get(i).wrong();
            if (thrown != null) {
                report.wrong(thrown.toString());
            }
            if (threads.get(i).isAlive()) {
                report.hung("client " + i
                        + (server.refuses(i)
                                ? " cannot finish because the server refuses its records"
                                : " did not finish within " + MAX_WAIT.toSeconds() + " s of the last fault"));
                threads.get(i).interrupt();
            }
            report.compare(clients.get(i).acknowledged(), server.ledger(i));
            if (clients.get(i).acknowledged().last() == 0) {
                report.wrong("client " + i + " has sent nothing; its last connection ended with: "
                        + clients.get(i).lastFailure());
            }
        }
        server.wrong().forEach(report::wrong);
        report.duplicated(server.duplicated());
        report.failures(failures.get());
        report.ofVictims(server.ledger(Victim.NUMBER));
    }

    static void printThreads() {
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            System.err.println(thread);
            for (StackTraceElement element : stack) {
                System.err.println("    at " + element);
            }
        });
    }
}
