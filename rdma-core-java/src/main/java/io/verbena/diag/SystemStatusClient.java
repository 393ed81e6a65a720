package io.verbena.diag;

import io.verbena.diag.OpenIb.DatagramText;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.IbPath;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Queries hosts that run a {@link SystemStatusServer} or {@code ibsysstat -S}, with datagrams of the OpenIB vendor
 * class 0x33. All methods throw {@link io.verbena.mad.MadTimeoutException} if no response arrives, another {@link
 * io.verbena.mad.MadException} if the host refuses, and {@link io.verbena.error.RdmaException} if the request cannot be
 * sent. Safe for use by several threads.
 */
public final class SystemStatusClient {
    private final MadTransactor mad;
    private final VendorClass vendor;

    /** Creates a client. */
    public SystemStatusClient(MadTransactor mad) {
        this(mad, OpenIb.OUI);
    }

    /**
     * Creates a client that uses the class of another vendor.
     *
     * @param oui the OUI of the vendor, 24 bits
     */
    public SystemStatusClient(MadTransactor mad, int oui) {
        this.mad = mad;
        this.vendor = OpenIb.systemStatus(oui);
    }

    /** Checks that the server responds, and returns the elapsed time, including lost attempts. */
    public Duration ping(IbPath path) {
        long start = System.nanoTime();
        ask(OpenIb.STATUS_PING, path);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Returns the name of the host, usually with its domain after a dot. */
    public String host(IbPath path) {
        return DatagramText.read(ask(OpenIb.HOST_INFO, path));
    }

    /** Returns as many processors as fit in a datagram, about four; empty if the host does not provide them. */
    public List<Processor> processors(IbPath path) {
        return Processor.read(DatagramText.read(ask(OpenIb.PROCESSOR_INFO, path)));
    }

    private byte[] ask(int attributeId, IbPath path) {
        return mad.vendorGet(vendor, attributeId, 0, new byte[0], path);
    }

    /**
     * A processor of a host as {@code ibsysstat} reports it.
     *
     * @param number the number, from 0
     * @param model the name of the model
     * @param megahertz the clock frequency; 0 if it is unknown
     */
    public record Processor(int number, String model, double megahertz) {
        // ibsysstat keeps the blanks that the kernel puts before the values.
        private static final Pattern LINE = Pattern.compile("cpu (\\d{1,9}): model (.*) MHZ +([0-9.]{1,20})");

        static String write(List<Processor> processors) {
            StringBuilder text = new StringBuilder();
            for (Processor processor : processors) {
                String line = String.format(
                        Locale.ROOT,
                        "cpu %d: model %s MHZ %.3f\n",
                        processor.number,
                        processor.model,
                        processor.megahertz);
                if (text.length() + line.length() >= DatagramText.LONGEST) {
                    break;
                }
                text.append(line);
            }
            return text.toString();
        }

        /** Parses the lines of processors; ignores truncated and other lines. */
        static List<Processor> read(String text) {
            return text.lines()
                    .map(LINE::matcher)
                    .filter(Matcher::matches)
                    .map(line -> new Processor(
                            Integer.parseInt(line.group(1)), line.group(2).strip(), figure(line.group(3))))
                    .collect(Collectors.toUnmodifiableList());
        }

        private static double figure(String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                return 0;
            }
        }
    }
}
