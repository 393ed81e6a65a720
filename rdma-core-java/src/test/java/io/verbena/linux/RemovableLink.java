package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.removal.RemovalBed;
import io.verbena.verbs.Context;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The devices 20 and 21 of a kind on a wire of their own; that with the higher number is removed. */
final class RemovableLink implements RemovalBed {
    private static final Path DEVICES = Path.of("/sys/class/infiniband");
    private static final Path WIRE = Path.of("/sys/class/net/veth20");
    private static final long SETTLED_NANOS = 20_000_000_000L;

    private final String kind;
    private final int subnet;
    private final Rdma rdma;

    /** Makes the devices: {@code rxe} or {@code siw}, with addresses below {@code 10.SUBNET.20}. */
    RemovableLink(String kind, int subnet) {
        this.kind = kind;
        this.subnet = subnet;
        if (!Files.exists(WIRE)) {
            makeWire();
        }
        add(0);
        add(1);
        this.rdma = Rdma.open();
    }

    /** Uses static ARP entries, because the kernel may take a minute to notice a resolved one. */
    private void makeWire() {
        Command.run("ip", "link", "add", "veth20", "type", "veth", "peer", "name", "veth21");
        for (int side = 0; side < 2; side++) {
            String netdev = "veth2" + side;
            Command.run("ip", "address", "add", address(side + 1).getHostAddress() + "/24", "dev", netdev);
            Command.run("ip", "link", "set", netdev, "address", mac(side), "up");
        }
        for (int side = 0; side < 2; side++) {
            String neighbour = address(2 - side).getHostAddress();
            Command.run(
                    "ip",
                    "neigh",
                    "replace",
                    neighbour,
                    "lladdr",
                    mac(1 - side),
                    "dev",
                    "veth2" + side,
                    "nud",
                    "permanent");
        }
    }

    private static String mac(int side) {
        return "02:00:00:00:20:0" + side;
    }

    private void add(int side) {
        String name = kind + "2" + side;
        Command.run("rdma", "link", "add", name, "type", kind, "netdev", "veth2" + side);
        try (Rdma look = Rdma.open();
                Context device = look.verbs(name)) {
            long end = System.nanoTime() + SETTLED_NANOS;
            while (device.gids().size() < (kind.equals("rxe") ? 2 : 1)) {
                if (System.nanoTime() > end) {
                    throw new AssertionError(name + " has no address");
                }
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public Rdma removable() {
        return rdma;
    }

    @Override
    public Rdma other() {
        return rdma;
    }

    @Override
    public String device() {
        return kind + "21";
    }

    @Override
    public InetAddress address() {
        return address(2);
    }

    @Override
    public InetAddress otherAddress() {
        return address(1);
    }

    private InetAddress address(int last) {
        try {
            return InetAddress.getByName("10." + subnet + ".20." + last);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** The kernel waits until no process has an open device. */
    @Override
    public void remove() {
        Command.run("rdma", "link", "delete", device());
    }

    @Override
    public void restore() {
        add(1);
    }

    @Override
    public void close() {
        rdma.close();
        for (int side = 0; side < 2; side++) {
            if (Files.exists(DEVICES.resolve(kind + "2" + side))) {
                Command.run("rdma", "link", "delete", kind + "2" + side);
            }
        }
    }
}
