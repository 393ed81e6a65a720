package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A client in a separate process that is killed: {@code Victim DEVICE HOST PORT}. */
public final class Victim {
    /** The client number. Each process starts with record 1. */
    static final int NUMBER = 100;

    /** Above that of this process, whose threads leave a new JVM too little of the only processor of a bed. */
    private static final String PRIORITY = "-15";

    private static final long FIRST_RECORD_NANOS = 50_000_000_000L;

    private Victim() {}

    /** Sends records until it is killed. */
    public static void main(String[] arguments) {
        try (Rdma rdma = Rdma.open();
                Buffers buffers = new Buffers(rdma, arguments[0])) {
            InetSocketAddress server = new InetSocketAddress(arguments[1], Integer.parseInt(arguments[2]));
            Client client = new Client(rdma, server, buffers, NUMBER, new AtomicLong(), Planted.NOTHING);
            new Thread(() -> reportFirst(client), "victim-report").start();
            client.run();
        }
    }

    /** Writes a byte to the standard output when the server has acknowledged the first record. */
    private static void reportFirst(Client client) {
        try {
            while (client.acknowledged().last() == 0) {
                Thread.sleep(5);
            }
            System.out.write('!');
            System.out.flush();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Starts a process and kills it {@code millis} after its first record was acknowledged. On a busy machine a JVM needs several
     * seconds to get that far.
     */
    static void runAndKill(String device, InetSocketAddress server, int millis) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(
                            "nice",
                            "-n",
                            PRIORITY,
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx64m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Victim.class.getName(),
                            device,
                            server.getHostString(),
                            String.valueOf(server.getPort()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                long end = System.nanoTime() + FIRST_RECORD_NANOS;
                while (process.isAlive() && process.getInputStream().available() == 0 && System.nanoTime() - end < 0) {
                    Thread.sleep(5);
                }
                if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException(
                            "the process ended by itself before it was killed, with status " + process.exitValue());
                }
            } finally {
                process.destroyForcibly().waitFor();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
