package io.verbena.shell.interop;

import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs each program with the C program of the same name as its peer, in both directions, from rxe0 to rxe1, and prints a table.
 * A cell is "works", or the message of the side that refused.
 */
public final class InteropMatrix {
    static final String NEAR = "10.77.0.1";
    static final String FAR = "10.77.0.2";
    private static final int TRIES = 5;

    /** A group of perftest. The default one is local to an interface, so that packets of RoCE v2 to it do not arrive. */
    private static final String GROUP = "ff0e:0:2:c985::7";

    private static final String GROUP_BYTES = "255:14:0:0:0:2:201:133:0:0:0:0:0:0:0:7";

    /** The options of the programs of perftest, but for the number of the device. */
    private static final String COMMON = " -F -d ";

    /** The implementation of a side. */
    enum Side {
        /** The C program. */
        C,
        /** Verbena. */
        VERBENA
    }

    /**
     * A program with the command lines of its two sides.
     *
     * @param ready when the server can serve
     * @param endless the servers that go on after their client has ended
     * @param lossy whether datagrams may be lost, so that the client may have to try again
     */
    record Program(String name, String server, String client, BooleanSupplier ready, Set<Side> endless, boolean lossy) {
        @Override
        public String toString() {
            return name;
        }
    }

    private InteropMatrix() {}

    static List<Program> programs() {
        List<Program> programs = new ArrayList<>();
        for (String service : List.of("rc", "uc", "ud", "srq")) {
            String name = "ibv_" + service + "_pingpong";
            programs.add(new Program(
                    name,
                    name + " -d rxe1 -g 1 -e -n 100",
                    name + " -d rxe0 -g 1 -e -n 100 " + FAR,
                    () -> CProgram.listensTcp(18515),
                    Set.of(),
                    false));
        }
        perftest()
                .forEach(line -> programs.add(new Program(
                        line,
                        line + gid(line) + COMMON + "rxe1",
                        line + gid(line) + COMMON + "rxe0 " + FAR,
                        line.matches(".* -[Rz]( .*)?")
                                ? () -> CProgram.listensCm(18515)
                                : () -> CProgram.listensTcp(18515),
                        Set.of(),
                        false)));
        programs.add(cm("rping", "rping -s -a " + FAR, "rping -c -C 5 -a " + FAR, 7174));
        programs.add(cm("rdma_client", "rdma_server", "rdma_client -s " + FAR, 7471));
        programs.add(cm("rdma_xclient", "rdma_xserver", "rdma_xclient -s " + FAR, 7471));
        programs.add(cm("ucmatose", "ucmatose -c 3 -b " + FAR, "ucmatose -c 3 -s " + FAR, 7471));
        programs.add(cm("udaddy", "udaddy -c 3 -b " + FAR, "udaddy -c 3 -s " + FAR, 7174));
        programs.add(new Program(
                "mckey",
                "mckey -m 239.7.7.7 -b " + FAR,
                "mckey -s -m 239.7.7.7 -b " + NEAR,
                InteropMatrix::isMember,
                Set.of(),
                true));
        programs.add(new Program(
                "cmtime",
                "cmtime -c 10 -b " + FAR,
                "cmtime -c 10 -s " + FAR + " -b " + NEAR,
                () -> CProgram.listensCm(7471),
                Set.of(Side.C),
                false));
        String test = " -I 20 -C 10 -S 3000";
        programs.add(cm("rstream", "rstream -b " + FAR + test, "rstream -s " + FAR + test, 7471));
        programs.add(cm("rstream -S 65", "rstream -S 65 -b " + FAR, "rstream -S 65 -s " + FAR, 7471));
        programs.add(cm("rstream -k 1", "rstream -k 1 -b " + FAR + test, "rstream -k 1 -s " + FAR + test, 7471));
        programs.add(cm("rstream -T v", "rstream -T v -b " + FAR + test, "rstream -T v -s " + FAR + test, 7471));
        programs.add(cm("riostream", "riostream -b " + FAR + test, "riostream -s " + FAR + test, 7471));
        programs.add(cm("riostream -C 10", "riostream -C 10 -b " + FAR, "riostream -C 10 -s " + FAR, 7471));
        programs.add(cm("riostream -T v", "riostream -T v -b " + FAR + test, "riostream -T v -s " + FAR + test, 7471));
        programs.add(new Program(
                "rcopy",
                "rcopy",
                "rcopy " + file() + " " + FAR + ":/tmp/interop.copy",
                () -> CProgram.listensCm(7427),
                Set.of(Side.values()),
                false));
        return programs;
    }

    /** The option for the GID, unless the programs choose one. */
    private static String gid(String line) {
        return line.contains("--ipv6") ? "" : " -x 1";
    }

    /** The programs of perftest with the options that change what is said or sent. */
    private static List<String> perftest() {
        List<String> lines = new ArrayList<>();
        for (String operation : List.of("send", "write", "read", "atomic")) {
            lines.add("ib_" + operation + "_bw -n 100");
            lines.add("ib_" + operation + "_bw -n 100 -b -q 2");
            lines.add("ib_" + operation + "_lat -n 50");
            lines.add("ib_" + operation + "_bw -n 100 -R");
            lines.add("ib_" + operation + "_bw -n 100 -R -b -q 2");
            lines.add("ib_" + operation + "_lat -n 50 -R");
            lines.add("ib_" + operation + "_bw -n 100 -z");
            lines.add("ib_" + operation + "_lat -n 50 -z");
        }
        lines.addAll(List.of(
                "ib_send_bw -n 5 -a",
                "ib_write_bw -n 5 -a",
                "ib_send_bw -D 3",
                "ib_write_bw -D 3 -b",
                "ib_read_bw -D 3",
                "ib_send_bw -n 100 -e",
                "ib_send_bw -n 100 -c UC",
                "ib_write_bw -n 100 -c UC",
                "ib_send_bw -n 100 -c UD -s 512",
                "ib_send_bw -n 100 -c UD -s 512 -R",
                "ib_send_bw -n 100 -c UD -s 512 -R -b -q 2",
                "ib_send_bw -n 100 -c UD -s 512 -z",
                "ib_send_lat -n 50 -c UD -s 512 -R",
                "ib_send_bw -n 100 --use-srq",
                "ib_send_bw -n 100 --use-srq -b -q 2",
                "ib_send_bw -n 100 --use-srq -R",
                "ib_send_bw -n 100 -c UD -s 512 --use-srq",
                "ib_send_lat -n 50 --use-srq",
                "ib_send_bw -n 100 -s 64 -I 64 -Q 10 -m 512 -r 128 -t 64",
                "ib_send_bw -n 100 -l 4 -s 64",
                "ib_read_bw -n 100 -o 4",
                "ib_atomic_bw -n 100 -A CMP_AND_SWAP",
                "ib_send_lat -n 50 -c UD -s 512",
                "ib_write_lat -n 50 -c UC -I 32",
                "ib_send_lat -D 3",
                "ib_write_lat -D 3",
                "ib_read_lat -n 5 -a",
                "ib_write_bw -n 100 --ipv6",
                "ib_send_bw -n 100 -g -M " + GROUP_BYTES + " --ipv6 -s 512",
                "ib_send_lat -n 50 -g -M " + GROUP_BYTES + " --ipv6 -s 512",
                "ib_send_bw -n 100 --reversed",
                "ib_send_bw -n 100 --reversed -b -q 2",
                "ib_write_bw -n 100 --reversed",
                "ib_read_bw -n 100 --reversed -q 2",
                "ib_send_bw -D 3 --reversed",
                "ib_send_bw -D 3 -b",
                "ib_write_bw -D 3 -f 1 --cpu_util",
                "ib_send_lat -D 3 -f 1",
                "ib_write_bw -n 100 -q 2 --mr_per_qp",
                "ib_read_bw -n 100 -b -q 2 --mr_per_qp",
                "ib_send_bw -n 100 --recv_post_list 5",
                "ib_write_bw -n 100 -b --perform_warm_up",
                "ib_send_bw -n 100 -R -T 32 --retry_count 3",
                "ib_send_bw -n 100 --tclass 8 -u 16 --pkey_index 0",
                "ib_write_bw -n 100 --odp -s 4096",
                "ib_write_bw -n 100 -s 4K --force-link Ethernet",
                "ib_send_lat -n 50 -r 64 --latency_gap 100",
                "ib_read_lat -n 50 -e -X 0"));
        return lines;
    }

    /** Writes the file that is copied. */
    private static Path file() {
        try {
            return Files.write(Path.of("/tmp/interop.file"), new byte[300_000]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Program cm(String name, String server, String client, int port) {
        return new Program(name, server, client, () -> CProgram.listensCm(port), Set.of(), false);
    }

    /** Whether a receiver of the test has joined its group: its queue pair is ready, besides that of the kernel. */
    private static boolean isMember() {
        return CProgram.run("rdma resource show qp")
                .lines()
                .anyMatch(pair -> pair.contains("link rxe1/") && pair.contains(" type UD ") && pair.contains("RTS"));
    }

    /** Runs a program; empty if both sides ended well, and otherwise what the one that failed said. */
    static Optional<String> problem(Program program, Side server, Side client) {
        try (MulticastSocket member = new MulticastSocket();
                Peer serving = Peer.start(server, program.server())) {
            joinGroup(member);
            CProgram.await(program.ready(), serving::isAlive, serving::text);
            Optional<String> problem = call(program, client, serving);
            boolean stays = program.endless().contains(server);
            return problem.isPresent() || stays ? problem : serving.problem();
        } catch (AssertionError | IOException e) {
            return Optional.of(e.toString());
        }
    }

    /** Makes the kernel accept the packets of the group of perftest, because rxe only sets the filter of its interface. */
    private static void joinGroup(MulticastSocket member) throws IOException {
        for (String name : List.of("veth0", "veth1")) {
            member.joinGroup(new InetSocketAddress(GROUP, 0), NetworkInterface.getByName(name));
        }
    }

    /** Runs the client once, or until the server has ended if datagrams may be lost. */
    private static Optional<String> call(Program program, Side side, Peer serving) {
        Optional<String> problem = Optional.empty();
        for (int i = 0; i < TRIES && (i == 0 || (program.lossy() && !serving.endsWithin(i))); i++) {
            try (Peer calling = Peer.start(side, program.client())) {
                problem = calling.problem();
            }
        }
        return problem;
    }

    /** A side that runs: a process of C, or a thread that runs a command. */
    private record Peer(@Nullable CProgram c, @Nullable Thread thread, CompletableFuture<CommandRun> run)
            implements AutoCloseable {
        static Peer start(Side side, String line) {
            CompletableFuture<CommandRun> run = new CompletableFuture<>();
            if (side == Side.C) {
                return new Peer(CProgram.start("stdbuf -oL " + line), null, run);
            }
            Thread thread = new Thread(() -> {
                try {
                    run.complete(CommandRun.verbenaLine(line));
                } catch (RuntimeException | Error e) {
                    run.completeExceptionally(e);
                }
            });
            thread.start();
            return new Peer(null, thread, run);
        }

        boolean isAlive() {
            return c == null ? !run.isDone() : !c.endsWithin(Duration.ZERO);
        }

        boolean endsWithin(int seconds) {
            try {
                return c == null
                        ? run.handle((done, failed) -> true)
                                .completeOnTimeout(false, seconds, TimeUnit.SECONDS)
                                .get()
                        : c.endsWithin(Duration.ofSeconds(seconds));
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }

        String text() {
            return c == null ? run.toString() : c.output();
        }

        /** Waits for the end. */
        Optional<String> problem() {
            if (c != null) {
                return c.exitCode() == 0 ? Optional.empty() : Optional.of(c.output());
            }
            CommandRun done = run.orTimeout(40, TimeUnit.SECONDS).join();
            return done.exitCode() == 0 && done.err().isEmpty() ? Optional.empty() : Optional.of(done.err());
        }

        @Override
        public void close() {
            if (c != null) {
                c.close();
            }
            if (thread != null) {
                thread.interrupt();
                try {
                    thread.join(20_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private static String cell(Program program, Side server, Side client) {
        return problem(program, server, client)
                .map(text -> "FAILS: " + text.strip().replaceAll("\\s*\n\\s*", "; "))
                .orElse("works");
    }

    /**
     * Prints the table, of the programs whose names start with an argument if there is one; the exit status is 1 if a program
     * that works with C on both sides fails in a direction.
     */
    public static void main(String[] arguments) {
        boolean failed = false;
        System.out.printf("%-56s %-12s %-20s %-20s%n", "program", "C with C", "C to Verbena", "Verbena to C");
        List<Program> programs = programs().stream()
                .filter(program -> arguments.length == 0 || Stream.of(arguments).anyMatch(program.name()::startsWith))
                .toList();
        for (Program program : programs) {
            String reference = cell(program, Side.C, Side.C);
            String serves = cell(program, Side.VERBENA, Side.C);
            String calls = cell(program, Side.C, Side.VERBENA);
            System.out.printf("%-56s %-12s %-20s %-20s%n", program, reference, serves, calls);
            failed |= reference.equals("works") && !(serves + calls).equals("worksworks");
        }
        System.exit(failed ? 1 : 0);
    }
}
