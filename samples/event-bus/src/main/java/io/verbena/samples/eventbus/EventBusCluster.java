package io.verbena.samples.eventbus;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * A cluster of three members: two workers, one of which is killed and comes back, and this process, which asks them. {@code ADDRESS}
 * is that of an RDMA device, and the workers are processes of their own; without it, all run in this process on the embedded fabric.
 */
public final class EventBusCluster {
    private static final int ANSWERS = 10;
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(60);

    public static void main(String... arguments) throws IOException {
        System.setProperty("vertx.disableDnsResolver", "true");
        if (arguments.length == 4 && arguments[0].equals("worker")) {
            WorkerProcesses.run(arguments[1], arguments[2], Integer.parseInt(arguments[3]));
        } else if (arguments.length <= 1) {
            int port = freePort();
            try (Workers workers =
                    arguments.length == 0 ? new EmbeddedWorkers(port) : new WorkerProcesses(arguments[0], port)) {
                show(workers, port);
            }
        } else {
            System.err.println("event-bus: expected no argument, or the address of an RDMA device: 10.77.0.2");
            System.exit(2);
        }
    }

    /** Returns the first of several ports that are probably free. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return Math.min(socket.getLocalPort(), 65_000);
        }
    }

    private static void show(Workers workers, int port) throws IOException {
        try (ClusterMember member = ClusterMember.join(workers.rdma(), workers.address(), port)) {
            workers.start("worker-1");
            workers.start("worker-2");
            System.out.println("These members answer: " + awaitAnswers(member, Set.of("worker-1", "worker-2")));
            workers.kill("worker-2");
            System.out.println("After worker-2 was killed: " + awaitAnswers(member, Set.of("worker-1")));
            workers.start("worker-2");
            System.out.println("After worker-2 came back: " + awaitAnswers(member, Set.of("worker-1", "worker-2")));
        }
    }

    /** Asks until the last answers come from these workers, each of which has given one. */
    private static Set<String> awaitAnswers(ClusterMember member, Set<String> expected) {
        Deque<String> last = new ArrayDeque<>();
        long start = System.nanoTime();
        while (last.size() < ANSWERS || !Set.copyOf(last).equals(expected)) {
            if (System.nanoTime() - start > LONGEST) {
                throw new IllegalStateException("the last answers are of " + last + ", not of " + expected);
            }
            last.addLast(member.ask());
            if (last.size() > ANSWERS) {
                last.removeFirst();
            }
        }
        return new TreeSet<>(last);
    }
}
