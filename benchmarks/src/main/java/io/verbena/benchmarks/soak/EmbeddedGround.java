package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** Two hosts of an embedded fabric. */
final class EmbeddedGround implements Ground {
    private static final Duration MAX_DELAY = Duration.ofMillis(20);

    private final EmbeddedFabric fabric = EmbeddedFabric.open("two-node");

    @Override
    public Rdma open(boolean server) {
        return Rdma.builder().driver(fabric.driver(server ? "host1" : "host0")).open();
    }

    @Override
    public String device() {
        return "emb0";
    }

    @Override
    public String host() {
        return fabric.node("host1").address().getHostAddress();
    }

    @Override
    public Set<Fault> faults() {
        Set<Fault> faults = EnumSet.allOf(Fault.class);
        faults.removeAll(EnumSet.of(Fault.PROCESS_KILLED, Fault.CLOCK_SET));
        return faults;
    }

    @Override
    public void begin(Fault fault, int parameter) {
        switch (fault) {
            case LINK_DOWN, PEER_DEAD -> fabric.node("host1").port(1).down();
            case LOSS -> fabric.loss(parameter / 10_000.0, parameter);
            case REORDER -> fabric.reorder(parameter / 4_000.0, MAX_DELAY, parameter);
            case DUPLICATE -> fabric.duplicate(parameter / 4_000.0, parameter);
            case CLIENT_DEVICE_REMOVED -> fabric.node("host0").unplug();
            case SERVER_DEVICE_REMOVED -> fabric.node("host1").unplug();
            default -> throw new IllegalArgumentException("the embedded fabric does not support " + fault);
        }
    }

    @Override
    public void end(Fault fault) {
        switch (fault) {
            case LINK_DOWN, PEER_DEAD -> fabric.node("host1").port(1).up();
            case LOSS -> fabric.loss(0, 0);
            case REORDER -> fabric.reorder(0, MAX_DELAY, 0);
            case DUPLICATE -> fabric.duplicate(0, 0);
            case CLIENT_DEVICE_REMOVED -> fabric.node("host0").plugIn();
            case SERVER_DEVICE_REMOVED -> fabric.node("host1").plugIn();
            default -> throw new IllegalArgumentException("the embedded fabric does not support " + fault);
        }
    }

    @Override
    public String held() {
        StringBuilder held = new StringBuilder();
        for (String host : new String[] {"host0", "host1"}) {
            held.append(host)
                    .append(": ")
                    .append(fabric.node(host).queuePairs())
                    .append(" queue pairs, ")
                    .append(fabric.node(host).memoryKeys())
                    .append(" regions; ");
        }
        return held.toString();
    }

    @Override
    public void close() {
        fabric.close();
    }
}
