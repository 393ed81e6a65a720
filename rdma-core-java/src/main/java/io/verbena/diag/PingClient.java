package io.verbena.diag;

import io.verbena.diag.OpenIb.DatagramText;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.IbPath;
import java.time.Duration;
import java.util.List;

/**
 * Pings hosts that run a {@link PingServer} or {@code ibping -S}, with datagrams of the OpenIB vendor class 0x32. They
 * use the same path as other general services. Safe for use by several threads.
 */
public final class PingClient {
    private final MadTransactor mad;
    private final VendorClass vendor;

    /** Creates a client. Each ping is one datagram, which is never retried. */
    public PingClient(MadTransactor mad) {
        this(mad, OpenIb.OUI);
    }

    /**
     * Creates a client that uses the class of another vendor.
     *
     * @param oui the OUI of the vendor, 24 bits
     */
    public PingClient(MadTransactor mad, int oui) {
        this.mad = mad.withOptions(mad.options().withRetries(0));
        this.vendor = OpenIb.ping(oui);
    }

    /**
     * Sends a ping and waits for the response.
     *
     * @throws io.verbena.mad.MadTimeoutException if no response arrives in time
     * @throws io.verbena.mad.MadException if the host refuses, for example because no server runs
     * @throws io.verbena.error.RdmaException if the ping cannot be sent
     */
    public Pong ping(IbPath path) {
        long start = System.nanoTime();
        byte[] data = mad.vendorGet(vendor, OpenIb.NO_ATTRIBUTE, 0, new byte[0], path);
        return new Pong(path, DatagramText.read(data), Duration.ofNanos(System.nanoTime() - start));
    }

    /**
     * The response to a ping.
     *
     * @param from the path to the server
     * @param host the name of the host, usually with its domain after a dot
     * @param roundTrip the round-trip time
     */
    public record Pong(IbPath from, String host, Duration roundTrip) {}

    /**
     * Statistics about a series of pings.
     *
     * @param sent the number of pings sent
     * @param received the number of responses
     * @param elapsed the time from before the first ping to after the last one
     * @param fastest the shortest round trip; zero if there were no responses
     * @param mean the mean of the round trips
     * @param slowest the longest round trip
     */
    public record PingStatistics(
            int sent, int received, Duration elapsed, Duration fastest, Duration mean, Duration slowest) {

        /** Computes the statistics from the number of pings sent and the round trips of the responses. */
        public static PingStatistics of(int sent, List<Duration> roundTrips, Duration elapsed) {
            Duration sum = roundTrips.stream().reduce(Duration.ZERO, Duration::plus);
            return new PingStatistics(
                    sent,
                    roundTrips.size(),
                    elapsed,
                    roundTrips.stream().min(Duration::compareTo).orElse(Duration.ZERO),
                    roundTrips.isEmpty() ? Duration.ZERO : sum.dividedBy(roundTrips.size()),
                    roundTrips.stream().max(Duration::compareTo).orElse(Duration.ZERO));
        }

        /** Returns the percentage of lost pings, rounded down; 100 if none were sent. */
        public int lossPercent() {
            return sent == 0 ? 100 : (sent - received) * 100 / sent;
        }
    }
}
