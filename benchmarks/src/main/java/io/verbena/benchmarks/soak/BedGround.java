package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The devices of Soft-RoCE or Soft-iWARP in the kernel of testbed/uml. Both ends of the link are in one network namespace, where
 * the kernel would deliver packets locally. Routing rules send them across the link instead, so that faults can be injected
 * there. Taking a network device down would leave queue pair 1 of Soft-RoCE in state ERROR until the device is deleted; so a link
 * that is down loses all packets.
 */
final class BedGround implements Ground {
    private static final long ADDRESS_NANOS = 10_000_000_000L;
    private static final String LOCAL_RULE = "100";

    private final String kind;
    private final List<String> interfaces;
    private final List<String> addresses;

    BedGround(String kind) {
        this.kind = kind;
        boolean isRxe = kind.equals("rxe");
        this.interfaces = isRxe ? List.of("veth0", "veth1") : List.of("veth2", "veth3");
        this.addresses = isRxe ? List.of("10.77.0.1", "10.77.0.2") : List.of("10.78.0.1", "10.78.0.2");
        run("ip", "rule", "add", "pref", LOCAL_RULE, "lookup", "local");
        run("ip", "rule", "delete", "pref", "0");
        routeByLink(0, 1);
        routeByLink(1, 0);
    }

    /** Routes packets to the other end across the link. The local table applies only where they arrive. */
    private void routeByLink(int from, int to) {
        String device = interfaces.get(from);
        String address = addresses.get(to);
        int table = 200 + from;
        run("ip", "route", "add", address, "dev", device, "src", addresses.get(from), "table", String.valueOf(table));
        run(
                "ip",
                "rule",
                "add",
                "pref",
                String.valueOf(10 + from),
                "iif",
                "lo",
                "to",
                address,
                "lookup",
                String.valueOf(table));
        String link =
                text(Path.of("/sys/class/net", interfaces.get(to), "address")).strip();
        run("ip", "neigh", "replace", address, "lladdr", link, "dev", device, "nud", "permanent");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Rdma open(boolean server) {
        return Rdma.open();
    }

    @Override
    public String device() {
        return kind + "0";
    }

    @Override
    public String host() {
        return addresses.get(1);
    }

    @Override
    public Set<Fault> faults() {
        Set<Fault> faults = EnumSet.allOf(Fault.class);
        faults.remove(Fault.PROCESS_STOPPED);
        if (kind.equals("rxe")) {
            // rxe completes RDMA READs before all data has arrived: see testbed/README.md.
            faults.removeAll(EnumSet.of(Fault.LOSS, Fault.REORDER));
        }
        return faults;
    }

    @Override
    public void begin(Fault fault, int parameter) {
        switch (fault) {
            case LINK_DOWN, PEER_DEAD -> netem("loss", "100%");
            case LOSS -> netem("loss", percent(parameter, 10));
            case REORDER -> netem("delay", "2ms", "reorder", percent(parameter, 25));
            case DUPLICATE -> netem("duplicate", percent(parameter, 25));
            case CLIENT_DEVICE_REMOVED -> remove(0);
            case SERVER_DEVICE_REMOVED -> remove(1);
            case CLOCK_SET -> run("date", "-s", "@" + (System.currentTimeMillis() / 1000 + (parameter - 500) * 7L));
            default -> throw new IllegalArgumentException("the bed does not support " + fault);
        }
    }

    @Override
    public void end(Fault fault) {
        switch (fault) {
            case CLIENT_DEVICE_REMOVED -> restore(0);
            case SERVER_DEVICE_REMOVED -> restore(1);
            case CLOCK_SET -> {
                // The new time of day stays in effect.
            }
            default -> interfaces.forEach(each -> run("tc", "qdisc", "delete", "dev", each, "root"));
        }
    }

    private void netem(String... how) {
        for (String each : interfaces) {
            run(concat(List.of("tc", "qdisc", "add", "dev", each, "root", "netem"), List.of(how)));
        }
    }

    private static String percent(int parameter, int max) {
        return String.format("%.1f%%", max * (1 + parameter) / 1000.0);
    }

    private static String[] concat(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toArray(String[]::new);
    }

    /** Deletes a link; the kernel waits until every process has closed the device. */
    private void remove(int number) {
        run("rdma", "link", "delete", kind + number);
    }

    private void restore(int number) {
        run("rdma", "link", "add", kind + number, "type", kind, "netdev", interfaces.get(number));
        Path gid = Path.of("/sys/class/infiniband", kind + number, "ports/1/gids", kind.equals("rxe") ? "1" : "0");
        long end = System.nanoTime() + ADDRESS_NANOS;
        while (isEmpty(gid) && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static boolean isEmpty(Path gid) {
        try {
            return Files.readString(gid).replaceAll("[0:\\s]", "").isEmpty();
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public String held() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            String pinned = lines.filter(line -> line.startsWith("VmPin") || line.startsWith("VmLck"))
                    .map(line -> line.replaceAll("\\s+", " "))
                    .collect(Collectors.joining(", "));
            // A device that is added again gets a new index and another position in the list.
            return run("rdma", "resource")
                    .lines()
                    .map(line -> line.replaceFirst("^\\d+: ", "").strip())
                    .sorted()
                    .collect(Collectors.joining("; ", "", "; " + pinned));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            // The output of these commands fits into the buffer of the pipe.
            boolean ended = process.waitFor(30, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly();
                Campaign.printThreads();
                throw new IllegalStateException(String.join(" ", command) + " did not end within 30 s");
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.exitValue() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        // The devices belong to the bed.
    }
}
