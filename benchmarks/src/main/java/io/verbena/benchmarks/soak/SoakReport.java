package io.verbena.benchmarks.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The results of a campaign: the faults injected, the times to detect and recover from them, and all errors. Thread-safe. */
final class SoakReport {
    /** Maximum time for both sides of an idle connection to detect a dead peer. */
    static final Duration DETECTION = Server.KEEP_ALIVE.plusSeconds(2);

    private static final class Count {
        private int injected;
        private int survived;
        private Duration slowest = Duration.ZERO;
    }

    private final Map<Fault, Count> faults = new EnumMap<>(Fault.class);
    private final List<String> wrong = new ArrayList<>();
    private int detections;
    private Duration slowestDetection = Duration.ZERO;
    private long records;
    private long bytes;
    private long again;
    private long failures;
    private long lost;
    private long duplicated;
    private int hung;
    private long ofVictims;
    private Duration longestDelay = Duration.ZERO;
    private Duration delay = Duration.ZERO;

    synchronized void wrong(String what) {
        wrong.add(what);
    }

    /** Adds the errors of another campaign. */
    synchronized void wrong(SoakReport other) {
        wrong.addAll(other.wrong);
        lost += other.lost;
        duplicated += other.duplicated;
        hung += other.hung;
    }

    /** Adds an episode and the time that all clients needed to recover from it. */
    synchronized void recovered(Schedule.Episode episode, Duration after, boolean inTime) {
        for (Schedule.Injection injection : episode.injections()) {
            Count count = faults.computeIfAbsent(injection.fault(), fault -> new Count());
            count.injected++;
            count.survived += inTime ? 1 : 0;
            count.slowest = count.slowest.compareTo(after) > 0 ? count.slowest : after;
        }
    }

    synchronized void detected(Duration after) {
        detections++;
        slowestDetection = slowestDetection.compareTo(after) > 0 ? slowestDetection : after;
    }

    synchronized void hung(String what) {
        hung++;
        wrong.add(what);
    }

    /** Compares the records acknowledged to a client with those that the server received. */
    synchronized void compare(Ledger client, Ledger server) {
        if (!client.isSame(server)) {
            lost += Math.max(1, client.last() - server.last());
            wrong.add("acknowledged to " + client + "; received from " + server);
        }
        records += client.last();
        bytes += client.bytes();
        again += server.again();
    }

    synchronized void duplicated(long count) {
        duplicated += count;
    }

    synchronized void delays(SchedulingDelay measured) {
        longestDelay = measured.longest();
        delay = measured.total();
    }

    /** Adds the records of killed processes. Killing processes that have sent nothing would test nothing. */
    synchronized void ofVictims(Ledger server) {
        ofVictims = server.last();
        Count killed = faults.get(Fault.PROCESS_KILLED);
        if (killed != null && killed.injected > 0 && ofVictims == 0) {
            wrong.add("no killed process had sent a record");
        }
    }

    synchronized void failures(long count) {
        failures += count;
    }

    /** Prints the report and returns whether there is no error. */
    synchronized boolean print(String place, Duration time, long seed) {
        System.out.printf(
                "%n%d s on %s, seed %d: %d records acknowledged, %d MB, %d sent again after a failure, %d connections failed%n",
                time.toSeconds(), place, seed, records, bytes / 1_000_000, again, failures);
        System.out.printf("%-24s %9s %9s %21s%n", "fault", "injected", "survived", "slowest recovery (ms)");
        faults.forEach((fault, count) -> System.out.printf(
                "%-24s %9d %9d %21d%n", fault, count.injected, count.survived, count.slowest.toMillis()));
        System.out.printf(
                "dead peers detected by both sides: %d, after at most %d ms (keep-alive %d ms, limit %d ms)%n",
                detections, slowestDetection.toMillis(), Server.KEEP_ALIVE.toMillis(), DETECTION.toMillis());
        System.out.printf(
                "scheduling delay of this process, subtracted above: %d ms in total, at most %d ms at once%n",
                delay.toMillis(), longestDelay.toMillis());
        System.out.printf("records of killed processes: %d%n", ofVictims);
        System.out.printf("%d lost, %d duplicated, %d hung%n", lost, duplicated, hung);
        wrong.forEach(each -> System.out.println("wrong: " + each));
        System.out.println(
                wrong.isEmpty()
                        ? "nothing lost, nothing left"
                        : wrong.size() + " errors; replay with --on " + place + " --seed " + seed + " --seconds "
                                + time.toSeconds());
        return wrong.isEmpty();
    }
}
