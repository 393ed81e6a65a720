package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.buffer.WhenFull;
import io.verbena.connection.Access;
import io.verbena.connection.ConnectionGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Four clients and a server for so many seconds, of which something fails every few tenths: {@code Soak embedded|rxe SECONDS
 * [SEED [PLANTED]]}. Ends with status 1 if a record that was acknowledged is lost, differs or comes out of order, or anything
 * is left; so it must where an error was planted.
 */
public final class Soak {
    private static final int CLIENTS = 4;
    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final Duration LAST = Duration.ofSeconds(90);

    /** In less a client may be in vain: a fault in its first moment costs it the whole patience of a connection, and of the next. */
    private static final Duration ENOUGH_TO_SEND = Server.PATIENCE.multipliedBy(10);

    private enum Fault {
        LINK,
        CLIENT_KILLED,
        SERVER_CONNECTION_KILLED,
        ALLOCATOR_FULL,
        SERVER_RESTARTED
    }

    private final Ground ground;
    private final SplittableRandom random;
    private final Planted planted;
    private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
    private final AtomicLong failures = new AtomicLong();
    private final List<String> wrong = new ArrayList<>();
    private long records;
    private long bytes;
    private long again;

    private Soak(Ground ground, long seed, Planted planted) {
        this.ground = ground;
        this.planted = planted;
        this.random = new SplittableRandom(seed);
    }

    /** Prints what was done and what is wrong. */
    public static void main(String[] arguments) throws InterruptedException {
        long seconds = Long.parseLong(arguments[1]);
        long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : 1;
        Planted planted = arguments.length > 3 ? Planted.of(arguments[3]) : Planted.NOTHING;
        try (Ground ground = Ground.of(arguments[0]);
                Rdma leaking = ground.open(false)) {
            // Once before it counts, as some things are made once and stay.
            Soak first = new Soak(ground, seed, Planted.NOTHING);
            first.run(FIRST);
            Held before = Held.now(ground);
            Soak soak = new Soak(ground, seed, planted);
            if (planted == Planted.LEAKED) {
                ConnectionGroup.owning(leaking.verbs(ground.device())).allocate(1 << 20, Access.REMOTE_READ);
            }
            soak.run(Duration.ofSeconds(seconds));
            soak.wrong.addAll(first.wrong);
            Held.leftSince(before, ground).forEach(left -> soak.wrong.add("left: " + left));
            soak.print(seconds, seed);
            if (!soak.wrong.isEmpty()) {
                System.exit(1);
            }
        }
    }

    private void print(long seconds, long seed) {
        System.out.printf(
                "%d s, seed %d: %d records acknowledged, %d MB, %d received again, %d connections failed%n",
                seconds, seed, records, bytes / 1_000_000, again, failures.get());
        for (Fault fault : Fault.values()) {
            System.out.printf(
                    "%6d  %s%n",
                    faults.getOrDefault(fault, 0),
                    fault.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
        wrong.forEach(each -> System.out.println("wrong: " + each));
        System.out.println(wrong.isEmpty() ? "nothing lost, nothing left" : wrong.size() + " things are wrong");
    }

    private void run(Duration time) throws InterruptedException {
        List<Client> clients = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        try (Rdma near = ground.open(false);
                Rdma far = ground.open(true);
                RegisteredByteBufAllocator allocator = RegisteredByteBufAllocator.builder(
                                near.verbs(ground.device()).protectionDomain())
                        .limit(4 << 20)
                        .whenFull(WhenFull.waitAtMost(Duration.ofMillis(100)))
                        .build();
                Server server = new Server(far, new InetSocketAddress(ground.host(), 7472), planted)) {
            for (int i = 0; i < CLIENTS; i++) {
                Client client = new Client(near, server.address(), allocator, i, failures, planted);
                clients.add(client);
                threads.add(new Thread(client, "soak-client-" + i));
            }
            threads.forEach(Thread::start);
            for (long end = System.nanoTime() + time.toNanos(); System.nanoTime() < end; ) {
                Thread.sleep(random.nextInt(400));
                fail(Fault.values()[random.nextInt(Fault.values().length)], clients, server, allocator);
            }
            clients.forEach(Client::stop);
            long end = System.nanoTime() + LAST.toNanos();
            for (int i = 0; i < CLIENTS; i++) {
                while (threads.get(i).isAlive() && !server.refuses(i) && System.nanoTime() < end) {
                    threads.get(i).join(100);
                }
            }
            compare(clients, threads, server, time.compareTo(ENOUGH_TO_SEND) >= 0);
        }
    }

    private void fail(Fault fault, List<Client> clients, Server server, RegisteredByteBufAllocator allocator)
            throws InterruptedException {
        faults.merge(fault, 1, Integer::sum);
        switch (fault) {
            case LINK -> {
                ground.link(false);
                Thread.sleep(random.nextInt(600));
                ground.link(true);
            }
            case CLIENT_KILLED -> clients.get(random.nextInt(clients.size())).kill();
            case SERVER_CONNECTION_KILLED -> server.killOne();
            case ALLOCATOR_FULL -> Client.exhaust(allocator, random.nextInt(300));
            case SERVER_RESTARTED -> server.restart();
        }
    }

    private static void printThreads() {
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            System.err.println(thread);
            for (StackTraceElement element : stack) {
                System.err.println("    at " + element);
            }
        });
    }

    private void compare(List<Client> clients, List<Thread> threads, Server server, boolean eachMustHaveSent) {
        if (threads.stream().anyMatch(Thread::isAlive)) {
            printThreads();
        }
        for (int i = 0; i < clients.size(); i++) {
            Ledger ours = clients.get(i).acknowledged();
            Ledger theirs = server.ledger(i);
            RuntimeException thrown = clients.get(i).wrong();
            if (thrown != null) {
                wrong.add(thrown.toString());
            }
            if (threads.get(i).isAlive()) {
                wrong.add("client " + i
                        + (server.refuses(i)
                                ? " cannot get done, as the server refuses what it sends"
                                : " was not done " + LAST.toSeconds() + " s after the last fault"));
                threads.get(i).interrupt();
            }
            if (!ours.isSame(theirs)) {
                wrong.add("acknowledged to " + ours + "; received from " + theirs);
            }
            if (eachMustHaveSent && ours.last() == 0) {
                wrong.add("client " + i + " has sent nothing; its last connection ended: "
                        + clients.get(i).lastFailure());
            }
            records += ours.last();
            bytes += ours.bytes();
            again += theirs.again();
        }
        wrong.addAll(server.wrong());
    }
}
