package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import io.verbena.connection.Access;
import io.verbena.connection.ConnectionGroup;
import java.time.Duration;
import java.util.List;

/**
 * Runs four clients, a server and an idle connection while faults hit the network, devices, peers, memory and the clock: {@code
 * Soak embedded|rxe|siw SECONDS SEED PLANTED}. The exit status is 1 if an acknowledged record is lost, duplicated or changed, if
 * a client hangs or recovers too late, if a dead peer is detected too late, or if the process still holds resources at the end.
 * With 0 seconds the program prints the first episodes of the schedule and ends.
 */
public final class Soak {
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
            Campaign first = new Campaign(ground, seed, Planted.NOTHING);
            first.warmUp();
            // Counting creates some of them, too.
            Held unused = Held.now(ground);
            Held before = Held.now(ground);
            if (planted == Planted.LEAKED) {
                ConnectionGroup.owning(leaking.verbs(ground.device())).allocate(1 << 20, Access.REMOTE_READ);
            }
            Campaign campaign = new Campaign(ground, seed, planted);
            campaign.run(time);
            campaign.report().wrong(first.report());
            List<String> left = Held.leftSince(before, ground);
            left.forEach(each -> campaign.report().wrong("left: " + each));
            if (!campaign.report().print(arguments[0], time, seed)) {
                System.exit(1);
            }
        }
    }
}
