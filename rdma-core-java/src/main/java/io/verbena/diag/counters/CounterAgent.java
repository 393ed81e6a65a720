package io.verbena.diag.counters;

import io.verbena.diag.PendingRequests;
import io.verbena.diag.counters.CounterReport.CounterCapabilities;
import io.verbena.diag.counters.CounterReport.CounterReading;
import io.verbena.error.RdmaException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Field;
import io.verbena.iba.PortCounters;
import io.verbena.iba.Structure;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * The performance management agent of a node (IBA 16.1). Requests about several ports are in flight at the same time.
 * Safe for use by several threads.
 */
public final class CounterAgent {
    /** The port number that stands for all ports of a node. */
    public static final int ALL_PORTS = 255;

    private static final Pattern TRAFFIC = Pattern.compile(".*(Data|DataSl|Pkts|Packets|Wait)");

    private final MadTransactor mad;
    private final IbPath path;
    private final CounterCapabilities capabilities;

    private CounterAgent(MadTransactor mad, IbPath path, CounterCapabilities capabilities) {
        this.mad = mad;
        this.path = path;
        this.capabilities = capabilities;
    }

    /**
     * Creates the agent at the end of a path.
     *
     * @throws RdmaException if no performance management agent responds
     */
    public static CounterAgent at(MadTransactor mad, IbPath path) {
        try {
            ClassPortInfo info = mad.performanceGet(new ClassPortInfo(), path);
            return new CounterAgent(mad, path, CounterCapabilities.of(info));
        } catch (RdmaException e) {
            throw e.during("no performance management agent responds at LID " + path.dlid());
        }
    }

    /** Returns the capabilities of the agent. */
    public CounterCapabilities capabilities() {
        return capabilities;
    }

    /**
     * Reads a group of counters of ports.
     *
     * @throws RdmaException if the agent does not support the group, or a port does not exist
     */
    public List<CounterReading> read(CounterGroup group, List<Integer> ports) {
        requireSupport(group);
        List<CompletableFuture<CounterReading>> asked = new ArrayList<>();
        for (int port : ports) {
            asked.add(group.get(mad.async(), path, port)
                    .thenApply(counters -> new CounterReading(group, port, sound(counters))));
        }
        try {
            return PendingRequests.all(mad, asked, group.title());
        } catch (RdmaException e) {
            throw e.during("cannot read " + group.title() + " of LID " + path.dlid());
        }
    }

    /**
     * Returns the sum of a group of counters over ports. The agent computes it for all of its ports, if it supports
     * this.
     *
     * @param all whether these are all ports of the node
     */
    public CounterReading sum(CounterGroup group, List<Integer> ports, boolean all) {
        if (all && capabilities.selectsAllPorts()) {
            return read(group, List.of(ALL_PORTS)).get(0);
        }
        List<Structure> each =
                read(group, ports).stream().map(CounterReading::counters).toList();
        return new CounterReading(group, ALL_PORTS, sum(group, each));
    }

    /**
     * Resets counters and verifies the result.
     *
     * @param mask the counters in the bits of CounterSelect, bit 16 is the first of a second mask; -1 for all
     * @return the counters after the reset
     * @throws RdmaException if an error counter is not 0 afterwards, although it did not count in the meantime
     */
    public List<CounterReading> reset(CounterGroup group, List<Integer> ports, long mask) {
        if (!group.isResettable()) {
            throw new IllegalArgumentException(group.title() + " has no counters to reset");
        }
        List<CounterReading> before = read(group, ports);
        List<CompletableFuture<Structure>> asked = new ArrayList<>();
        for (int port : ports) {
            asked.add(group.reset(mad.async(), path, port, mask & group.allSelected(), second(group, mask))
                    .thenApply(Structure.class::cast));
        }
        PendingRequests.all(mad, asked, "the reset of " + group.title());
        List<CounterReading> after = read(group, ports);
        if (mask == -1) {
            for (int i = 0; i < ports.size(); i++) {
                requireReset(before.get(i), after.get(i));
            }
        }
        return after;
    }

    /** Returns the second mask, which only two attributes have; in one of them, only one bit is defined. */
    private long second(CounterGroup group, long mask) {
        if (group == CounterGroup.BASIC) {
            return capabilities.countsXmitWait() ? mask >>> 16 & 1 : 0;
        }
        boolean more = group == CounterGroup.EXTENDED && capabilities.hasExtendedErrors();
        return more ? mask >>> 16 & 0xffff : 0;
    }

    private void requireReset(CounterReading before, CounterReading after) {
        for (Field counter : before.group().counters()) {
            for (int index = 0; index < counter.count(); index++) {
                long now = (Long) counter.value(after.counters(), index);
                boolean kept = now != 0 && now == (Long) counter.value(before.counters(), index);
                if (kept && !TRAFFIC.matcher(counter.name()).matches()) {
                    throw new RdmaException("port " + before.port() + " of LID " + path.dlid() + " keeps its "
                            + counter.label().replace("#", String.valueOf(index)) + " of "
                            + Long.toUnsignedString(now) + " after a reset");
                }
            }
        }
    }

    private void requireSupport(CounterGroup group) {
        if (group == CounterGroup.EXTENDED && !capabilities.hasExtendedCounters()) {
            throw new RdmaException("LID " + path.dlid()
                    + " has no 64-bit counters; the capability mask of its agent is 0x%04x"
                            .formatted(capabilities.mask()));
        }
    }

    /** Clears the fields that an agent does not count, whose values are undefined. */
    private Structure sound(Structure counters) {
        return counters instanceof PortCounters basic && !capabilities.countsXmitWait()
                ? PortCounters.LAYOUT.copy(basic).portXmitWait(0)
                : counters;
    }

    /** Returns the sum of the counters of several ports. Like the counters themselves, a sum stops at its maximum value. */
    private static Structure sum(CounterGroup group, List<Structure> ports) {
        Structure sum = group.layout().create();
        group.layout().field("portSelect").set(sum, 0, (long) ALL_PORTS);
        for (Field counter : group.counters()) {
            long largest = -1L >>> (Long.SIZE - counter.width());
            for (int index = 0; index < counter.count(); index++) {
                long total = 0;
                for (Structure each : ports) {
                    long next = total + (Long) counter.value(each, index);
                    boolean tooLarge = Long.compareUnsigned(next, total) < 0 || Long.compareUnsigned(next, largest) > 0;
                    total = tooLarge ? largest : next;
                }
                counter.set(sum, index, total);
            }
        }
        return sum;
    }
}
