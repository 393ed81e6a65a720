package io.verbena.monitor.store;

import io.verbena.monitor.model.MonitoredCounter;
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
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import tools.jackson.databind.json.JsonMapper;

/** The compressed columns: topologies as JSON, and absolute counters in binary form. */
public final class Compressed {
    private static final JsonMapper JSON = new JsonMapper();

    /** The first byte of binary counters. */
    private static final int VERSION = 1;

    private Compressed() {}

    static byte[] topology(TopologySnapshot topology) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(JSON.writeValueAsBytes(topology));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static TopologySnapshot topology(byte[] content) {
        return JSON.readValue(new InflaterInputStream(new ByteArrayInputStream(content)), TopologySnapshot.class);
    }

    /** Returns the content of a row of {@code topology} as JSON, which is not parsed: a large one is read often. */
    public static String topologyJson(byte[] content) {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(content))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] counters(Collection<PortSample> samples) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeByte(VERSION);
            out.writeInt(samples.size());
            out.writeByte(MonitoredCounter.ALL.size());
            for (PortSample sample : samples) {
                out.writeUTF(sample.place().node());
                out.writeShort(sample.place().port());
                for (MonitoredCounter counter : MonitoredCounter.ALL) {
                    out.writeLong(sample.value(counter));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Reads absolute counters. Those that the writer did not know are unknown; empty if the writer knew more. */
    static Map<PortPlace, long[]> counters(byte[] content) {
        Map<PortPlace, long[]> values = new HashMap<>();
        try (DataInputStream in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(content)))) {
            int version = in.readUnsignedByte();
            int ports = in.readInt();
            int written = in.readUnsignedByte();
            if (version != VERSION || written > MonitoredCounter.ALL.size()) {
                return Map.of();
            }
            for (int i = 0; i < ports; i++) {
                PortPlace place = new PortPlace(in.readUTF(), in.readUnsignedShort());
                long[] counters = new long[MonitoredCounter.ALL.size()];
                Arrays.fill(counters, PortSample.UNKNOWN);
                for (int j = 0; j < written; j++) {
                    counters[j] = in.readLong();
                }
                values.put(place, counters);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return values;
    }
}
