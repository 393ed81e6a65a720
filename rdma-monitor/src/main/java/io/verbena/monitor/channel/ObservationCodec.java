package io.verbena.monitor.channel;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.FailedSweep;
import io.verbena.monitor.model.Observation.ManagerEntry;
import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.Observation.ValidatedFindings;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.model.TopologySnapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The form of observations in topics and files. A sweep is binary, and its first byte is the version of the form: the
 * name of the subnet follows, and then a deflated stream with a header in JSON, the topology in JSON and the samples.
 * All other observations are JSON objects with the member {@code type}.
 */
public final class ObservationCodec {
    /** Members that the writer did not know have their default, and those that the reader does not know are ignored. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final int VERSION = 1;
    private static final String TYPE = "type";
    /** A topology of 13,284 nodes has 11 MB. */
    private static final int MAX_JSON = 128 << 20;

    private ObservationCodec() {}

    /** The parts of a sweep without its topology and samples. */
    private record SweepHeader(
            Instant at, long durationMillis, List<String> rebooted, List<String> failures, ManagerEntry manager) {
        static SweepHeader of(MonitorSweep sweep) {
            return new SweepHeader(
                    sweep.at(), sweep.durationMillis(), sweep.rebooted(), sweep.failures(), sweep.manager());
        }
    }

    /** Encodes an observation. */
    public static byte[] encode(Observation observation) {
        if (observation instanceof MonitorSweep sweep) {
            return encode(sweep);
        }
        String type = observation instanceof MonitorEvent
                ? "event"
                : observation instanceof FailedSweep ? "failed-sweep" : "findings";
        ObjectNode json = JSON.valueToTree(observation);
        return JSON.writeValueAsBytes(json.put(TYPE, type));
    }

    private static byte[] encode(MonitorSweep sweep) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DataOutputStream plain = new DataOutputStream(bytes)) {
            plain.writeByte(VERSION);
            plain.writeUTF(sweep.subnet());
            try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(plain, deflater))) {
                writeJson(out, SweepHeader.of(sweep));
                writeJson(out, sweep.topology());
                SampleCodec.write(out, sweep.samples());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    private static void writeJson(DataOutputStream out, Object value) throws IOException {
        byte[] json = JSON.writeValueAsBytes(value);
        out.writeInt(json.length);
        out.write(json);
    }

    /**
     * Decodes an observation.
     *
     * @throws IllegalArgumentException if the content is damaged or of an unknown version
     */
    public static Observation decode(byte[] content) {
        try {
            if (isJson(content)) {
                return decode(JSON.readTree(content));
            }
            DataInputStream plain = sweep(content);
            String subnet = plain.readUTF();
            DataInputStream in = new DataInputStream(new InflaterInputStream(plain));
            SweepHeader header = readJson(in, SweepHeader.class);
            TopologySnapshot topology = readJson(in, TopologySnapshot.class);
            return new MonitorSweep(
                    subnet,
                    header.at(),
                    header.durationMillis(),
                    topology,
                    SampleCodec.read(in, MonitoredCounter.ALL.size()),
                    header.rebooted(),
                    header.failures(),
                    header.manager());
        } catch (IOException | JacksonException e) {
            throw new IllegalArgumentException("an observation of " + content.length + " bytes is damaged", e);
        }
    }

    private static Observation decode(JsonNode json) {
        String type = json.path(TYPE).asString("");
        return switch (type) {
            case "event" -> JSON.treeToValue(json, MonitorEvent.class);
            case "failed-sweep" -> JSON.treeToValue(json, FailedSweep.class);
            case "findings" -> JSON.treeToValue(json, ValidatedFindings.class);
            default ->
                throw new IllegalArgumentException(
                        "'" + type + "' is not a type of observation; expected event, failed-sweep or findings");
        };
    }

    /**
     * Returns the name of the subnet of an encoded observation.
     *
     * @throws IllegalArgumentException if the content is damaged or of an unknown version
     */
    public static String subnet(byte[] content) {
        try {
            return isJson(content)
                    ? JSON.readTree(content).path("subnet").asString("")
                    : sweep(content).readUTF();
        } catch (IOException | JacksonException e) {
            throw new IllegalArgumentException("an observation of " + content.length + " bytes is damaged", e);
        }
    }

    private static boolean isJson(byte[] content) {
        return content.length > 0 && content[0] == '{';
    }

    private static DataInputStream sweep(byte[] content) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IllegalArgumentException("an observation has version " + version + "; expected " + VERSION
                    + ": use the same release of the monitor for collectors and aggregators");
        }
        return in;
    }

    private static <T> T readJson(DataInputStream in, Class<T> type) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_JSON) {
            throw new IOException(
                    "a part has " + Integer.toUnsignedString(length) + " bytes; at most " + MAX_JSON + " are expected");
        }
        byte[] json = in.readNBytes(length);
        return JSON.readValue(new String(json, StandardCharsets.UTF_8), type);
    }

    /**
     * The binary form of samples: numbers of variable length, and the GUID of a node only where it differs from that of the
     * sample before. A later version of the monitor may add counters, and numbers per port after all samples: an earlier one does
     * not read them.
     */
    static final class SampleCodec {
        /** The numbers per port that follow the samples: the time for which packets waited. */
        private static final int FOLLOWING = 1;

        /** Four times the ports of 47,824 nodes. */
        private static final int MAX_PORTS = 1 << 20;

        private SampleCodec() {}

        static void write(DataOutputStream out, List<PortSample> samples) throws IOException {
            out.writeInt(samples.size());
            out.writeByte(MonitoredCounter.ALL.size());
            String node = "";
            for (PortSample sample : samples) {
                out.writeUTF(
                        sample.place().node().equals(node) ? "" : sample.place().node());
                node = sample.place().node();
                writeNumber(out, sample.place().port());
                writeNumber(out, sample.intervalMillis());
                out.writeBoolean(sample.isReset());
                writeNumber(out, saturated(sample));
                for (MonitoredCounter counter : MonitoredCounter.ALL) {
                    writeNumber(out, sample.value(counter) + 1);
                }
                for (MonitoredCounter counter : MonitoredCounter.ALL) {
                    writeNumber(out, sample.delta(counter) + 1);
                }
            }
            out.writeByte(FOLLOWING);
            for (PortSample sample : samples) {
                writeNumber(out, sample.waitNanos() + 1);
            }
        }

        private static long saturated(PortSample sample) {
            long bits = 0;
            for (MonitoredCounter counter : MonitoredCounter.ALL) {
                bits |= sample.isSaturated(counter) ? 1L << counter.index() : 0;
            }
            return bits;
        }

        /** Reads samples. Counters that the writer did not know are unknown; those that the reader does not know are skipped. */
        static List<PortSample> read(DataInputStream in, int known) throws IOException {
            int ports = in.readInt();
            if (ports < 0 || ports > MAX_PORTS) {
                throw new IOException("a sweep has " + Integer.toUnsignedString(ports) + " ports; at most " + MAX_PORTS
                        + " are expected");
            }
            int counters = in.readUnsignedByte();
            List<PortSample> samples = new ArrayList<>();
            String node = "";
            for (int i = 0; i < ports; i++) {
                String next = in.readUTF();
                node = next.isEmpty() ? node : next;
                int port = (int) readNumber(in);
                int interval = (int) readNumber(in);
                boolean reset = in.readBoolean();
                long saturated = readNumber(in) & (1L << known) - 1;
                long[] values = readNumbers(in, counters, known);
                samples.add(new PortSample(
                        new PortPlace(node, port),
                        interval,
                        reset,
                        saturated,
                        values,
                        readNumbers(in, counters, known)));
            }
            return in.read() < FOLLOWING ? samples : withWait(in, samples);
        }

        private static List<PortSample> withWait(DataInputStream in, List<PortSample> samples) throws IOException {
            List<PortSample> complete = new ArrayList<>(samples.size());
            for (PortSample sample : samples) {
                complete.add(sample.withWait(readNumber(in) - 1));
            }
            return complete;
        }

        private static long[] readNumbers(DataInputStream in, int written, int known) throws IOException {
            long[] numbers = new long[known];
            Arrays.fill(numbers, PortSample.UNKNOWN);
            for (int i = 0; i < written; i++) {
                long number = readNumber(in) - 1;
                if (i < known) {
                    numbers[i] = number;
                }
            }
            return numbers;
        }

        /** Writes seven bits per byte, the lowest first. */
        private static void writeNumber(DataOutputStream out, long number) throws IOException {
            long rest = number;
            while ((rest & ~0x7fL) != 0) {
                out.writeByte((int) ((rest & 0x7f) | 0x80));
                rest >>>= 7;
            }
            out.writeByte((int) rest);
        }

        private static long readNumber(DataInputStream in) throws IOException {
            long number = 0;
            for (int shift = 0; shift < Long.SIZE; shift += 7) {
                int next = in.readUnsignedByte();
                number |= (next & 0x7fL) << shift;
                if ((next & 0x80) == 0) {
                    return number;
                }
            }
            throw new IOException("a number has more than 64 bits");
        }
    }
}
