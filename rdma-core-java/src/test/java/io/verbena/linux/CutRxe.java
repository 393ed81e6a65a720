package io.verbena.linux;

import io.verbena.contract.verbs.FaultBed;
import io.verbena.hca.AddressVector;
import io.verbena.verbs.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The devices rxe10 and rxe11 on a wire of their own, so that no other test sees what becomes of it. */
final class CutRxe implements FaultBed {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Path COUNTERS = Path.of("/sys/class/infiniband/rxe10/ports/1/hw_counters");

    private final RxeBed bed;

    private CutRxe(RxeBed bed) {
        this.bed = bed;
    }

    /** Makes the devices, and waits until they have their addresses. */
    static CutRxe make() {
        Command.run("ip", "link", "add", "veth10", "type", "veth", "peer", "name", "veth11");
        for (int side = 0; side < 2; side++) {
            String netdev = "veth1" + side;
            Command.run("ip", "address", "add", "10.77.10." + (side + 1) + "/24", "dev", netdev);
            Command.run("ip", "link", "set", netdev, "up");
            Command.run("rdma", "link", "add", "rxe1" + side, "type", "rxe", "netdev", netdev);
        }
        RxeBed bed = new RxeBed("rxe1");
        for (int side = 0; side < 2; side++) {
            try (Context device = bed.open(side)) {
                awaitAddress(device);
            }
        }
        return new CutRxe(bed);
    }

    private static void awaitAddress(Context device) {
        long end = System.nanoTime() + LONG.toNanos();
        while (device.gid(1, RxeBed.IPV4).isEmpty()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(device + " has no GID of IPv4");
            }
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }

    @Override
    public Context open(int side) {
        return bed.open(side);
    }

    @Override
    public AddressVector way(Context from, Context to) {
        return bed.way(from, to);
    }

    @Override
    public AddressVector wayToGroup() {
        return bed.wayToGroup();
    }

    @Override
    public void whileLosing(int percent, Runnable action) {
        String loss = percent + "%";
        Command.run("tc", "qdisc", "add", "dev", "veth10", "root", "netem", "loss", loss);
        try {
            Command.run("tc", "qdisc", "add", "dev", "veth11", "root", "netem", "loss", loss);
            try {
                action.run();
            } finally {
                Command.run("tc", "qdisc", "delete", "dev", "veth11", "root");
            }
        } finally {
            Command.run("tc", "qdisc", "delete", "dev", "veth10", "root");
        }
    }

    @Override
    public void whileUnplugged(Runnable action) {
        Command.run("ip", "link", "set", "veth10", "down");
        try {
            action.run();
        } finally {
            Command.run("ip", "link", "set", "veth10", "up");
        }
    }

    @Override
    public long retries() {
        try {
            return Long.parseLong(
                    Files.readString(COUNTERS.resolve("completer_retry_err")).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        bed.close();
        Command.run("rdma", "link", "delete", "rxe10");
        Command.run("rdma", "link", "delete", "rxe11");
        Command.run("ip", "link", "delete", "veth10");
    }
}
