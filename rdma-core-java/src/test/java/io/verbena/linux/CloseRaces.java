package io.verbena.linux;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.verbena.Rdma;
import io.verbena.verbs.VerbsObject;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/**
 * One thread closes what another posts to, polls and waits for, again and again. It ends well if every call ended, with
 * what it is for or with a refusal, and the device got everything back. {@code testbed/checks/races} runs this on a device
 * that frees what it gets back, with a sanitizer that sees each use after that.
 */
final class CloseRaces {
    private static final int ROUNDS = 1000;
    private static final int MAX_TURNS = 60;
    private static final int LONGEST_SECONDS = 20;

    private enum Victim {
        QUEUE_PAIR,
        COMPLETION_QUEUE,
        COMPLETION_CHANNEL,
        MEMORY_REGION,
        PROTECTION_DOMAIN,
        CONTEXT;

        VerbsObject of(QueuePairUser user) {
            return switch (this) {
                case QUEUE_PAIR -> user.pair();
                case COMPLETION_QUEUE -> user.queue();
                case COMPLETION_CHANNEL -> user.channel();
                case MEMORY_REGION -> user.region();
                case PROTECTION_DOMAIN -> user.domain();
                case CONTEXT -> user.context();
            };
        }

        /** Whether closing it ends a wait for completions. */
        boolean endsWaits() {
            return this == COMPLETION_QUEUE || this == COMPLETION_CHANNEL || this == CONTEXT;
        }
    }

    private CloseRaces() {}

    public static void main(String[] arguments) throws Exception {
        Random random = new Random(1);
        ExecutorService other = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "user");
            thread.setDaemon(true);
            return thread;
        });
        try (Rdma rdma = Rdma.open()) {
            for (Victim victim : Victim.values()) {
                long turns = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    boolean waits = victim.endsWaits() && round % 2 == 0;
                    QueuePairUser user = new QueuePairUser(rdma.verbs("hollow0"), random.nextInt(MAX_TURNS), waits);
                    turns += race(user, victim, other);
                }
                System.out.println(victim + ": closed " + ROUNDS + " times, in use for " + turns + " turns");
            }
        }
    }

    private static int race(QueuePairUser user, Victim victim, ExecutorService other)
            throws ExecutionException, InterruptedException, TimeoutException {
        Future<Integer> end = other.submit(user);
        while (!user.isUnderWay() && !end.isDone()) {
            Thread.onSpinWait();
        }
        if (end.isDone()) {
            throw new IllegalStateException("it ended after " + end.get() + " turns, before anything was closed");
        }
        victim.of(user).close();
        int turns = end.get(LONGEST_SECONDS, SECONDS);
        user.context().close();
        return turns;
    }
}
