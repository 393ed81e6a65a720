package io.verbena.monitor.channel;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The binary form of samples: numbers of variable length, and the GUID of a node only where it differs from that of the
 * sample before. A later version of the monitor may add counters, and numbers per port after all samples: an earlier one does
 * not read them.
 */
final class SampleCodec {
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
                    new PortPlace(node, port), interval, reset, saturated, values, readNumbers(in, counters, known)));
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
