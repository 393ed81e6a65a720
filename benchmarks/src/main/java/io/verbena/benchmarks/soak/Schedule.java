package io.verbena.benchmarks.soak;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * The faults of a soak, in episodes. The schedule is a pure function of the seed and of the faults that the environment supports;
 * only the duration of an episode depends on the machine.
 */
final class Schedule {
    private static final int MAX_AT_ONCE = 3;
    private static final int MAX_GAP_MILLIS = 300;

    /**
     * One fault of an episode.
     *
     * @param afterMillis delay in milliseconds after the previous injection, or after the start of the episode
     * @param lastsMillis duration in milliseconds
     * @param parameter a number from 0 to 999 that selects the target and the intensity of the fault
     */
    record Injection(Fault fault, int afterMillis, int lastsMillis, int parameter) {
        @Override
        public String toString() {
            return fault + " (after " + afterMillis + " ms, for " + lastsMillis + " ms, " + parameter + ")";
        }
    }

    /** Faults that overlap. The next episode starts when all clients have recovered from this one. */
    record Episode(int number, List<Injection> injections) {
        @Override
        public String toString() {
            return "episode " + number + ": "
                    + injections.stream().map(Injection::toString).collect(Collectors.joining(", "));
        }
    }

    private final SplittableRandom random;
    private final List<Fault> faults;
    private int episodes;

    Schedule(long seed, Collection<Fault> faults) {
        this.random = new SplittableRandom(seed);
        this.faults = List.copyOf(EnumSet.copyOf(faults));
    }

    /** Returns an episode for each device that can be removed. */
    List<Episode> removals() {
        return faults.stream()
                .filter(fault -> fault.kind() == Fault.Kind.DEVICE)
                .map(fault -> new Episode(0, List.of(new Injection(fault, 0, fault.maxMillis(), 0))))
                .toList();
    }

    /** Returns the next episode. */
    Episode next() {
        List<Injection> injections = new ArrayList<>();
        EnumSet<Fault.Kind> kinds = EnumSet.noneOf(Fault.Kind.class);
        for (int wanted = 1 + random.nextInt(MAX_AT_ONCE); wanted > 0; wanted--) {
            Fault fault = faults.get(random.nextInt(faults.size()));
            int after = random.nextInt(MAX_GAP_MILLIS);
            int lasts = fault.minMillis() + random.nextInt(1 + fault.maxMillis() - fault.minMillis());
            int parameter = random.nextInt(1000);
            if (kinds.add(fault.kind())) {
                injections.add(new Injection(fault, after, lasts, parameter));
            }
        }
        return new Episode(++episodes, injections);
    }
}
