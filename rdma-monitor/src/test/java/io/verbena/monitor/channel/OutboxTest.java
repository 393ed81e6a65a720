package io.verbena.monitor.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.ManagerEntry;
import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.TopologySnapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxTest {
    private static final Instant START = Instant.parse("2026-11-02T00:00:00Z");
    private static final long UNBOUNDED = Long.MAX_VALUE;

    @TempDir
    Path directory;

    private static MonitorSweep sweep(int number) {
        return new MonitorSweep(
                "fabric",
                START.plusSeconds(number),
                1,
                new TopologySnapshot(List.of()),
                List.of(),
                List.of(),
                List.of(),
                new ManagerEntry("", false, ""));
    }

    private static MonitorEvent event(int number) {
        return new MonitorEvent("fabric", START.plusSeconds(number), "link-up", "info", "", 0, "event " + number);
    }

    /** A receiver that can be away, or lose its confirmation. */
    private static final class Receiver implements ObservationTransport {
        private final List<Observation> received = Collections.synchronizedList(new ArrayList<>());
        private volatile boolean away;

        @Override
        public void send(String subnet, byte[] content) throws IOException {
            if (away) {
                throw new IOException("the receiver is away");
            }
            received.add(ObservationCodec.decode(content));
        }
    }

    @Test
    void anInterruptedThreadLosesNothing() throws IOException {
        Outbox outbox = new Outbox(directory, UNBOUNDED);
        Thread.currentThread().interrupt();
        try {
            outbox.add(sweep(1));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(outbox.lastSweep()).contains(sweep(1));
    }

    @Test
    void sendsInOrderAndCatchesUp() throws IOException {
        Receiver receiver = new Receiver();
        receiver.away = true;
        List<Observation> published = new ArrayList<>();
        try (OutboxChannel channel = new OutboxChannel(directory, UNBOUNDED, receiver)) {
            for (int i = 0; i < 20; i += 2) {
                published.add(sweep(i));
                published.add(event(i + 1));
            }
            published.forEach(channel::publish);
            assertThat(channel.state().waiting()).isEqualTo(20);
            assertThat(channel.state().bytes()).isPositive();
        }
        assertThat(receiver.received).isEmpty();
        receiver.away = false;
        // A new process sends what the former one left.
        try (OutboxChannel channel = new OutboxChannel(directory, UNBOUNDED, receiver)) {
            assertThat(channel.lastSweep()).contains(sweep(18));
            channel.publish(sweep(20));
            published.add(sweep(20));
            await().untilAsserted(() -> assertThat(channel.state().waiting()).isZero());
            assertThat(receiver.received).isEqualTo(published);
            assertThat(channel.state().dropped()).isZero();
            assertThat(channel.lastSweep()).as("it was sent, and is kept").contains(sweep(20));
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).as("files that are left").hasSize(1);
        }
        assertThat(new Outbox(directory, UNBOUNDED).lastSweep()).contains(sweep(20));
    }

    @Test
    void dropsTheOldestSweepsFirst() throws IOException {
        long size = ObservationCodec.encode(sweep(0)).length;
        Outbox outbox = new Outbox(directory, 4 * size);
        outbox.add(event(0));
        for (int i = 1; i <= 6; i++) {
            outbox.add(sweep(i));
        }
        assertThat(outbox.bytes()).isLessThanOrEqualTo(4 * size);
        assertThat(outbox.dropped()).isPositive();
        assertThat(new Outbox(directory, UNBOUNDED).size()).as("as on disk").isEqualTo(outbox.size());
        assertThat(content(outbox)).startsWith(event(0)).endsWith(sweep(6));
    }

    private static List<Observation> content(Outbox outbox) throws IOException {
        List<Observation> all = new ArrayList<>();
        for (Optional<Outbox.Entry> next = outbox.first(); next.isPresent(); next = outbox.first()) {
            all.add(ObservationCodec.decode(outbox.content(next.get()).orElseThrow()));
            outbox.sent(next.get());
        }
        return all;
    }

    @Test
    void skipsADamagedFile() throws IOException {
        Files.write(directory.resolve("0000000000000000001.sweep"), new byte[] {42});
        Receiver receiver = new Receiver();
        try (OutboxChannel channel = new OutboxChannel(directory, UNBOUNDED, receiver)) {
            channel.publish(sweep(2));
            await().untilAsserted(() -> assertThat(receiver.received).containsExactly(sweep(2)));
            await().untilAsserted(() -> assertThat(channel.state().dropped()).isEqualTo(1));
        }
    }

    /** Publishes until it is killed, and prints the number of each observation after it was published. */
    static final class Publisher {
        public static void main(String[] arguments) throws IOException {
            Outbox outbox = new Outbox(Path.of(arguments[0]), UNBOUNDED);
            for (int i = 0; ; i++) {
                outbox.add(i % 2 == 0 ? sweep(i) : event(i));
                System.out.println(i);
            }
        }
    }

    @Test
    void aKilledProcessLosesNothing() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Publisher.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int last = -1;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = Integer.parseInt(line);
                if (last == 50) {
                    // Unlike that of the process, this method leaves the output open.
                    process.toHandle().destroyForcibly();
                }
            }
        } finally {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        assertThat(last).isGreaterThanOrEqualTo(50);
        List<Observation> kept = content(new Outbox(directory, UNBOUNDED));
        assertThat(kept).hasSizeGreaterThan(last);
        assertThat(kept)
                .isEqualTo(IntStream.range(0, kept.size())
                        .mapToObj(i -> i % 2 == 0 ? sweep(i) : event(i))
                        .toList());
    }
}
