package io.verbena.monitor.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.monitor.WatchedFabric;
import io.verbena.monitor.channel.ObservationCodec.SampleCodec;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.FailedSweep;
import io.verbena.monitor.model.Observation.FindingEntry;
import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.Observation.ValidatedFindings;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.query.LiveView;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ObservationCodecTest {
    private static final Instant AT = Instant.parse("2026-11-02T08:00:00.123456789Z");

    static List<Observation> others() {
        return List.of(
                new MonitorEvent("süd", AT, "link-down", "error", "0x0002c90300000010", 3, "a link is down"),
                new FailedSweep("süd", AT, "no response"),
                new ValidatedFindings(
                        "süd", AT, List.of(new FindingEntry("key", "error", "check", "evidence", "cause", "next"))));
    }

    @ParameterizedTest
    @MethodSource("others")
    void keepsOtherObservationsAsJson(Observation observation) {
        byte[] content = ObservationCodec.encode(observation);
        assertThat(new String(content, StandardCharsets.UTF_8)).startsWith("{").contains("\"type\"");
        assertThat(ObservationCodec.decode(content)).isEqualTo(observation);
        assertThat(ObservationCodec.subnet(content)).isEqualTo("süd");
    }

    @Test
    void keepsASweep() {
        try (WatchedFabric watched = WatchedFabric.open()) {
            watched.sweep();
            watched.port().count("symbolErrorCounter", 3);
            watched.port().counter("vl15Dropped", 0xffff);
            watched.host().port(1).peer().orElseThrow().down();
            watched.sweep();
            MonitorSweep sweep = watched.bean(LiveView.class).sweep("fabric").orElseThrow();
            byte[] content = ObservationCodec.encode(sweep);
            MonitorSweep decoded = (MonitorSweep) ObservationCodec.decode(content);

            assertThat(ObservationCodec.subnet(content)).isEqualTo("fabric");
            assertThat(decoded)
                    .usingRecursiveComparison()
                    .as(
                            "%d bytes for %d samples",
                            content.length, sweep.samples().size())
                    .isEqualTo(sweep);
            assertThat(decoded.samples()).isNotEmpty();
        }
    }

    @Test
    void readsSamplesOfOtherVersions() throws IOException {
        PortSample sample =
                new PortSample(new PortPlace("0x0002c90300000010", 1), 30_000, true, 1, numbers(-1), numbers(1L << 62));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SampleCodec.write(new DataOutputStream(bytes), List.of(sample, sample));
        int known = MonitoredCounter.ALL.size();
        assertThat(SampleCodec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), known))
                .usingRecursiveComparison()
                .isEqualTo(List.of(sample, sample));
        bytes.reset();
        SampleCodec.write(new DataOutputStream(bytes), List.of(sample, sample));
        List<PortSample> more =
                SampleCodec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), known + 2);
        assertThat(more).hasSize(2);
        assertThat(more.get(1).delta(MonitoredCounter.SYMBOL_ERROR)).isEqualTo(1L << 62);
    }

    /** A member that the writer did not know has its default, and one that the reader does not know is ignored. */
    @Test
    void readsEventsOfOtherVersions() {
        String event = """
                {"type": "event", "subnet": "east", "at": "2026-11-02T08:00:00Z", "kind": "link-down", "severity": "error",
                 "node": "0x0002c90300000010", "text": "a link is down", "later": {"member": 1}}
                """;
        assertThat(ObservationCodec.decode(event.strip().getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new MonitorEvent(
                        "east",
                        Instant.parse("2026-11-02T08:00:00Z"),
                        "link-down",
                        "error",
                        "0x0002c90300000010",
                        0,
                        "a link is down"));
    }

    @Test
    void readsSamplesOfWritersThatDidNotKnowTheTimeOfWaiting() throws IOException {
        PortSample sample = new PortSample(
                        new PortPlace("0x0002c90300000010", 1), 30_000, false, 0, numbers(5), numbers(2))
                .withWait(1_000_000);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SampleCodec.write(new DataOutputStream(bytes), List.of(sample));
        int known = MonitoredCounter.ALL.size();
        assertThat(read(bytes.toByteArray(), known).get(0).waitNanos()).isEqualTo(1_000_000);

        // The number that follows the sample has three bytes, and the byte before it says that it follows.
        List<PortSample> old = read(Arrays.copyOf(bytes.toByteArray(), bytes.size() - 4), known);
        assertThat(old).singleElement().satisfies(read -> {
            assertThat(read.waitNanos()).isEqualTo(PortSample.UNKNOWN);
            assertThat(read.delta(MonitoredCounter.FEC_CORRECTED_SYMBOLS)).isEqualTo(2);
        });
    }

    private static List<PortSample> read(byte[] content, int known) throws IOException {
        return SampleCodec.read(new DataInputStream(new ByteArrayInputStream(content)), known);
    }

    private static long[] numbers(long value) {
        long[] numbers = new long[MonitoredCounter.ALL.size()];
        Arrays.fill(numbers, value);
        return numbers;
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ObservationCodec.decode(new byte[] {9, 0, 0}))
                .withMessageContaining("version 9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ObservationCodec.decode("{\"type\":\"x\"}".getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("'x'");
        assertThatIllegalArgumentException().isThrownBy(() -> ObservationCodec.decode(new byte[] {1, 0, 1, 65, 7, 7}));
        assertThatIllegalArgumentException().isThrownBy(() -> ObservationCodec.decode(new byte[0]));
    }

    /** A small record may not make the reader allocate gigabytes. */
    @Test
    void refusesPartsThatAreTooLarge() throws IOException {
        for (int length : new int[] {-1, Integer.MAX_VALUE, (128 << 20) + 1}) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DataOutputStream plain = new DataOutputStream(bytes)) {
                plain.writeByte(1);
                plain.writeUTF("fabric");
                try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(plain))) {
                    out.writeInt(length);
                }
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ObservationCodec.decode(bytes.toByteArray()))
                    .havingCause()
                    .withMessageContaining("at most 134217728");
        }
        ByteArrayOutputStream ports = new ByteArrayOutputStream();
        new DataOutputStream(ports).writeInt((1 << 20) + 1);
        assertThatIOException()
                .isThrownBy(
                        () -> SampleCodec.read(new DataInputStream(new ByteArrayInputStream(ports.toByteArray())), 1))
                .withMessageContaining("1048577 ports");
    }
}
