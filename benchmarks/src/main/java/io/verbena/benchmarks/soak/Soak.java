package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import io.verbena.connection.Access;
import io.verbena.connection.ConnectionGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs four clients, a server and an idle connection while faults hit the network, devices, peers, memory and the clock: {@code
 * Soak embedded|rxe|siw SECONDS SEED PLANTED}. The exit status is 1 if an acknowledged record is lost, duplicated or changed, if
 * a client hangs or recovers too late, if a dead peer is detected too late, or if the process still holds resources at the end.
 * With 0 seconds the program prints the first episodes of the schedule and ends.
 */
public final class Soak {
    private static final Duration MAX_RECOVERY = Duration.ofSeconds(5);
    private static final int PRINTED_EPISODES = 100;

    private Soak() {}

    /** Runs the campaign and prints its report. */
    public static void main(String[] arguments) throws InterruptedException {
        Duration time = Duration.ofSeconds(Long.parseLong(arguments[1]));
        long seed = Long.parseLong(arguments[2]);
        Planted planted = Planted.of(arguments[3]);
        try (Ground ground = Ground.of(arguments[0]);
                Rdma leaking = ground.open(false)) {
            if (time.isZero()) {
                Schedule schedule = new Schedule(seed, ground.faults());
                for (int i = 0; i < PRINTED_EPISODES; i++) {
                    System.out.println(schedule.next());
                }
                return;
            }
            // Some resources are created once per process, so they are counted after the first use.
            // The first recoveries load classes, so their time is not limited.
            Campaign first = new Campaign(ground, seed, Planted.NOTHING, Campaign.MAX_WAIT);
            first.warmUp();
            // Counting creates some of them, too.
            Held unused = Held.now(ground);
            Held before = Held.now(ground);
            if (planted == Planted.LEAKED) {
                ConnectionGroup.owning(leaking.verbs(ground.device())).allocate(1 << 20, Access.REMOTE_READ);
            }
            Campaign campaign = new Campaign(ground, seed, planted, MAX_RECOVERY);
            campaign.run(time);
            campaign.report().wrong(first.report());
            List<String> left = Held.leftSince(before, ground);
            left.forEach(each -> campaign.report().wrong("left: " + each));
            if (!campaign.report().print(arguments[0], time, seed)) {
                System.exit(1);
            }
        }
    }

    /**
     * The resources that this process holds.
     *
     * @param descriptors number of open file descriptors
     * @param directBytes memory of direct buffers, in bytes
     * @param threads names of the threads, without the pooled threads of the JDK
     * @param objects objects of devices, as {@link Ground#held} describes them
     */
    private record Held(long descriptors, long directBytes, Set<String> threads, String objects) {
        private static final Pattern NUMBER = Pattern.compile("\\d+");
        private static final long SETTLING_NANOS = 20_000_000_000L;

        static Held now(Ground ground) {
            System.gc();
            try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
                long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .filter(pool -> pool.getName().equals("direct"))
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum();
                Set<String> threads = Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> !thread.getName().startsWith("process reaper"))
                        .filter(thread -> !thread.getName().startsWith("ForkJoinPool.commonPool"))
                        .map(Thread::getName)
                        .collect(Collectors.toCollection(TreeSet::new));
                return new Held(files.count(), direct, threads, ground.held());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Returns what this process holds beyond {@code before}, and allows it 20 s to free the rest. */
        static List<String> leftSince(Held before, Ground ground) throws InterruptedException {
            long end = System.nanoTime() + SETTLING_NANOS;
            List<String> left = now(ground).moreThan(before);
            while (!left.isEmpty() && System.nanoTime() < end) {
                Thread.sleep(200);
                left = now(ground).moreThan(before);
            }
            return left;
        }

        /** Returns whether a number is larger than before, or anything else differs. Librdmacm may hold a device less, once it returned. */
        private static boolean isMore(String now, String before) {
            if (!NUMBER.matcher(now)
                    .replaceAll("")
                    .equals(NUMBER.matcher(before).replaceAll(""))) {
                return true;
            }
            Matcher numbers = NUMBER.matcher(now);
            Matcher numbersBefore = NUMBER.matcher(before);
            boolean isMore = false;
            while (numbers.find() && numbersBefore.find()) {
                isMore |= Long.parseLong(numbers.group()) > Long.parseLong(numbersBefore.group());
            }
            return isMore;
        }

        private List<String> moreThan(Held before) {
            List<String> more = new ArrayList<>();
            if (descriptors > before.descriptors) {
                more.add(descriptors - before.descriptors + " descriptors");
            }
            if (directBytes > before.directBytes) {
                more.add(directBytes - before.directBytes + " bytes of direct memory");
            }
            if (!before.threads.containsAll(threads)) {
                more.add("threads " + threads + "; before: " + before.threads);
            }
            if (isMore(objects, before.objects)) {
                more.add("objects of devices " + objects.strip() + "; before: " + before.objects.strip());
            }
            return more;
        }
    }
}
