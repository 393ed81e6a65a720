package io.verbena.traffic.measure;

import io.verbena.error.Ranges;
import io.verbena.iba.Mtu;
import java.time.Duration;

/**
 * The options of one side of a measurement, which may differ between the sides.
 *
 * @param port the port of the device, from 1; with the RDMA CM, the port that has the address
 * @param gidIndex the index of the local GID; -1 for the first on Ethernet, and none on InfiniBand; or {@link #GID_OF_IPV4} or
 *     {@link #GID_OF_IPV6}
 * @param serviceLevel the service level, 0 to 15
 * @param mtu the maximum MTU of this side; the path uses the minimum of both sides and ports
 * @param inlineBytes the maximum size of inline messages; 0 for none
 * @param segments the number of scatter/gather entries of a message, 1 to 64; limited by the number of bytes
 * @param batch the number of requests per post, at least 1
 * @param moderation the number of requests of which one is signalled, at least 1; both are limited by the depth
 * @param receives the depth of the receive queues together, at least 1; never less than the depth of the send queue
 * @param reads the number of reads and atomics in flight on a queue pair, 1 to 255; 0 for 16. The device may limit it.
 * @param pace limits the rate of bandwidth measurements
 * @param events whether to block until a completion event instead of polling
 * @param resources the receive queues, the memory and the ports of the messages
 * @param path how packets reach the peer
 * @param course what a program of perftest measures and reports
 * @param timeout the timeout for a response of the peer
 */
public record MeasureOptions(
        int port,
        int gidIndex,
        int serviceLevel,
        Mtu mtu,
        int inlineBytes,
        int segments,
        int batch,
        int moderation,
        int receives,
        int reads,
        Pace pace,
        boolean events,
        MeasureResources resources,
        MeasurePath path,
        MeasureCourse course,
        Duration timeout) {
    /** The defaults: the first port with its MTU, batches of 32 requests, polling, and a timeout of 30 seconds. */
    public static final MeasureOptions DEFAULTS = new MeasureOptions(
            1,
            -1,
            0,
            Mtu.MTU_4096,
            0,
            1,
            32,
            32,
            512,
            0,
            Pace.UNLIMITED,
            false,
            MeasureResources.DEFAULTS,
            MeasurePath.DEFAULTS,
            MeasureCourse.DEFAULTS,
            Duration.ofSeconds(30));

    /** The index of a GID that is chosen like the programs of perftest do: on Ethernet a RoCE v2 GID of an IPv4 address. */
    public static final int GID_OF_IPV4 = -2;

    /** The index of a GID that is chosen: on Ethernet a RoCE v2 GID of an IPv6 address. */
    public static final int GID_OF_IPV6 = -3;

    /** The maximum number of scatter/gather entries of a message. */
    public static final int MAX_SEGMENTS = 64;

    /** The maximum size of inline messages. */
    public static final int MAX_INLINE = 4096;

    /** Checks the options. */
    public MeasureOptions {
        Ranges.check("port", port, 1, 255);
        Ranges.check("GID index", gidIndex, GID_OF_IPV6, 255);
        Ranges.check("service level", serviceLevel, 0, 15);
        Ranges.check("number of inline bytes", inlineBytes, 0, MAX_INLINE);
        Ranges.check("number of scatter/gather entries", segments, 1, MAX_SEGMENTS);
        Ranges.check("number of requests posted at once", batch, 1, MeasurePlan.MAX_DEPTH);
        Ranges.check("number of requests of which one is signalled", moderation, 1, MeasurePlan.MAX_DEPTH);
        Ranges.check("depth of the receive queue", receives, 1, MeasurePlan.MAX_DEPTH);
        Ranges.check("number of reads in flight", reads, 0, 255);
        if (segments > 1 && inlineBytes > 0) {
            throw new IllegalArgumentException("a message with several scatter/gather entries cannot be sent inline");
        }
    }

    /**
     * A limit of the rate of the messages of one side.
     *
     * @param messagesPerSecond the number of messages per second on all queue pairs together; 0 for no limit
     * @param bytesPerSecond the number of bytes per second; 0 for no limit
     * @param burst the number of messages that are sent at once, at least 1
     */
    public record Pace(double messagesPerSecond, double bytesPerSecond, int burst) {
        /** No limit. */
        public static final Pace UNLIMITED = new Pace(0, 0, 1);

        /** Checks the limit. */
        public Pace {
            Ranges.check("burst", burst, 1, MeasurePlan.MAX_DEPTH);
            if (!(messagesPerSecond >= 0 && bytesPerSecond >= 0)) {
                throw new IllegalArgumentException(
                        "a rate of " + messagesPerSecond + " messages or " + bytesPerSecond + " bytes per second");
            }
        }

        /** Returns the nanoseconds from one message of this size to the next; 0 if the rate is not limited. */
        double interval(int size) {
            double byMessages = messagesPerSecond > 0 ? 1e9 / messagesPerSecond : 0;
            double byBytes = bytesPerSecond > 0 ? 1e9 * size / bytesPerSecond : 0;
            return Math.max(byMessages, byBytes);
        }
    }
}
