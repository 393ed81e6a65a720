package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.connection.OutageBed;
import io.verbena.verbs.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Two software devices on a wire of their own. Both are of this host, which would send what is for its own addresses over the
 * loopback interface: rules send it over the wire, where it can be lost.
 */
public final class CutLink implements OutageBed {
    private static final List<Integer> SIDES = List.of(0, 1);

    private final Rdma rdma = Rdma.open();
    private final String kind;

    /** Devices that were made. */
    public CutLink(String kind) {
        this.kind = kind;
    }

    /**
     * Makes devices of a kind, {@code rxe} or {@code siw}. They stay until the bed ends: the kernel keeps a device for as long as
     * it repeats the disconnect requests that were lost, which is more than a minute.
     */
    public static void make(String kind) {
        Command.run("ip", "link", "add", netdev(0), "type", "veth", "peer", "name", netdev(1));
        set("all", "rp_filter", 0);
        for (int side : SIDES) {
            set(netdev(side), "rp_filter", 0);
            set(netdev(side), "accept_local", 1);
            Command.run("ip", "address", "add", address(side) + "/24", "dev", netdev(side));
            Command.run("ip", "link", "set", netdev(side), "up");
        }
        SIDES.forEach(CutLink::awaitCarrier);
        // What arrives by the wire is for this host; what this host sends, and what its connection manager looks up,
        // goes by
        // the wire, before the table of its own addresses is looked at.
        Command.run("ip", "rule", "add", "pref", "1000", "lookup", "local");
        Command.run("ip", "rule", "delete", "pref", "0");
        for (int side : SIDES) {
            String from = address(side);
            String to = address(1 - side);
            String table = String.valueOf(120 + side);
            Command.run("ip", "rule", "add", "pref", "1" + side, "iif", netdev(side), "lookup", "local");
            Command.run("ip", "rule", "add", "pref", "2" + side, "from", from, "to", to, "lookup", table);
            route(side);
        }
        Command.run("ip", "rule", "add", "pref", "30", "iif", "lo", "to", address(1), "lookup", "120");
        for (int side : SIDES) {
            Command.run("rdma", "link", "add", kind + "3" + side, "type", kind, "netdev", netdev(side));
        }
        try (Rdma rdma = Rdma.open()) {
            SIDES.forEach(side -> awaitAddress(rdma, kind, side));
        }
        settle();
    }

    /** Lets both ends learn the hardware address of the peer. Nothing listens there, so that the peer refuses the connection. */
    private static void settle() {
        for (int side : SIDES) {
            try (Socket socket = new Socket()) {
                socket.bind(new InetSocketAddress(address(side), 0));
                socket.connect(new InetSocketAddress(address(1 - side), 9), 20_000);
            } catch (IOException e) {
                // A refusal shows that the peer was reached.
                if (!(e instanceof ConnectException)) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** The wire carries nothing before the kernel has seen that both of its ends are up. */
    private static void awaitCarrier(int side) {
        Path state = Path.of("/sys/class/net", netdev(side), "operstate");
        long end = System.nanoTime() + 20_000_000_000L;
        try {
            while (!Files.readString(state).strip().equals("up")) {
                if (System.nanoTime() > end) {
                    throw new AssertionError(netdev(side) + " does not come up");
                }
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitAddress(Rdma rdma, String kind, int side) {
        try (Context device = rdma.verbs(kind + "3" + side)) {
            int index = kind.equals("rxe") ? RxeBed.IPV4 : 0;
            long end = System.nanoTime() + 20_000_000_000L;
            while (device.gid(1, index).isEmpty()) {
                if (System.nanoTime() > end) {
                    throw new AssertionError(device + " has no GID");
                }
                Thread.onSpinWait();
            }
        }
    }

    private static void route(int side) {
        String table = String.valueOf(120 + side);
        Command.run(
                "ip", "route", "replace", address(1 - side), "dev", netdev(side), "src", address(side), "table", table);
    }

    private static String netdev(int side) {
        return "veth3" + side;
    }

    private static String address(int side) {
        return "10.77.30." + (side + 1);
    }

    private static void set(String netdev, String name, int value) {
        try {
            Files.writeString(Path.of("/proc/sys/net/ipv4/conf", netdev, name), String.valueOf(value));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Rdma client() {
        return rdma;
    }

    @Override
    public Rdma server() {
        return rdma;
    }

    @Override
    public InetAddress address() {
        try {
            return InetAddress.getByName(address(1));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public boolean givesUp() {
        return !kind.equals("siw");
    }

    /** Queue pair 1 of rxe is in ERROR for good when the kernel has sent by it while the link was down. */
    @Override
    public boolean canUnplug() {
        return !kind.equals("rxe");
    }

    @Override
    public void whileLosing(int percent, Runnable action) {
        SIDES.forEach(side -> lose("add", percent, side));
        try {
            action.run();
        } finally {
            SIDES.forEach(side -> lose("delete", percent, side));
        }
    }

    private static void lose(String what, int percent, int side) {
        Command.run("tc", "qdisc", what, "dev", netdev(side), "root", "netem", "loss", percent + "%");
    }

    @Override
    public void whileUnplugged(Runnable action) {
        Command.run("ip", "link", "set", netdev(0), "down");
        try {
            action.run();
        } finally {
            Command.run("ip", "link", "set", netdev(0), "up");
            route(0);
        }
    }

    @Override
    public void close() {
        rdma.close();
    }
}
