package io.verbena.embedded.hostile;

import io.verbena.Rdma;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Attackers in a process of their own, so that the threads and the memory of the server are measured without theirs.
 *
 * <p>The process reads the name of an {@link Attack} to begin and an empty line to end, and answers each with a line.
 */
final class AttackerProcess implements AutoCloseable {
    /** The hostile connections that were begun, and those of them that the server refused. */
    record Tally(int attempts, int refused) {}

    private final Process process;
    private final BufferedReader answers;
    private final PrintStream orders;

    AttackerProcess(InetSocketAddress server, int perSecond) {
        try {
            // At idle priority: on a kernel with one processor, a peer's own computing would otherwise count as a cost
            // to the server.
            process = new ProcessBuilder(List.of(
                            "chrt",
                            "--idle",
                            "0",
                            System.getProperty("java.home") + "/bin/java",
                            "-XX:+UseSerialGC",
                            "-Xmx128m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            AttackerProcess.class.getName(),
                            server.getAddress().getHostAddress(),
                            String.valueOf(server.getPort()),
                            String.valueOf(perSecond)))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    void begin(Attack attack) {
        answer(attack.name());
    }

    Tally end() {
        String[] counts = answer("").split(" ", -1);
        return new Tally(Integer.parseInt(counts[0]), Integer.parseInt(counts[1]));
    }

    private String answer(String order) {
        orders.println(order);
        try {
            String answer = answers.readLine();
            if (answer == null) {
                throw new IllegalStateException("the process of the attackers has ended");
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }

    /** Arguments: the address and the port of the server, and the hostile connections in a second. */
    public static void main(String[] arguments) throws IOException {
        InetSocketAddress server = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
        int perSecond = Integer.parseInt(arguments[2]);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Rdma rdma = Rdma.open()) {
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                Attack attack = Attack.valueOf(order);
                try (Attacker attacker = new Attacker(attack, perSecond, rdma, server, HostilePeerCost.MESSAGES)) {
                    System.out.println("begun");
                    String end = orders.readLine();
                    if (end == null) {
                        return;
                    }
                    System.out.println(attacker.attempts() + " " + attacker.refused());
                }
            }
        }
    }
}
