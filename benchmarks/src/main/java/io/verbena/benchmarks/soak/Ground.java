package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Where the soak runs: two devices that reach each other by a link that can be cut. */
interface Ground extends AutoCloseable {
    /** As the clients or the server see it. */
    Rdma open(boolean server);

    /** The device of the clients. */
    String device();

    /** Where the server is reached. */
    String host();

    /** Cuts or joins the link. */
    void link(boolean up);

    /** What is held of devices: queue pairs, regions. */
    String held();

    @Override
    void close();

    /** The embedded fabric, or the devices of Soft-RoCE of the bed. */
    static Ground of(String name) {
        return switch (name) {
            case "embedded" -> new Embedded();
            case "rxe" -> new SoftRoce();
            default -> throw new IllegalArgumentException("there is no '" + name + "' to soak; write embedded or rxe");
        };
    }

    /** Two hosts in this program. */
    final class Embedded implements Ground {
        private final EmbeddedFabric fabric = EmbeddedFabric.open("two-node");

        @Override
        public Rdma open(boolean server) {
            return Rdma.builder()
                    .driver(fabric.driver(server ? "host1" : "host0"))
                    .open();
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
        public void link(boolean up) {
            if (up) {
                fabric.node("host1").port(1).up();
            } else {
                fabric.node("host1").port(1).down();
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

    /**
     * The bed of testbed/uml, whose rxe1 is on veth1. A link is cut by the loss of all packets: were its network device taken
     * down, queue pair 1 of Soft-RoCE would stay in error, and no program could connect any more, as C rping shows.
     */
    final class SoftRoce implements Ground {
        private static final List<String> WAYS = List.of("lo", "veth0", "veth1");

        @Override
        public Rdma open(boolean server) {
            return Rdma.open();
        }

        @Override
        public String device() {
            return "rxe0";
        }

        @Override
        public String host() {
            return "10.77.0.2";
        }

        @Override
        public void link(boolean up) {
            for (String way : WAYS) {
                if (up) {
                    output("tc", "qdisc", "delete", "dev", way, "root");
                } else {
                    output("tc", "qdisc", "add", "dev", way, "root", "netem", "loss", "100%");
                }
            }
        }

        @Override
        public String held() {
            return output("rdma", "resource");
        }

        private static String output(String... command) {
            try {
                Process process =
                        new ProcessBuilder(command).redirectErrorStream(true).start();
                String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
                    throw new IllegalStateException(String.join(" ", command) + ": " + said);
                }
                return said;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            // The devices stay.
        }
    }
}
