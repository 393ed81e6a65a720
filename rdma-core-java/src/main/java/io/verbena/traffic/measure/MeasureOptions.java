package io.verbena.traffic.measure;

import io.verbena.error.Ranges;
import io.verbena.iba.Mtu;
import java.time.Duration;

/**
 * The options of one side of a measurement, which may differ between the sides.
 *
 * @param port the port of the device, from 1; with the RDMA CM, the port that has the address
 * @param gidIndex the index of the local GID; -1 for the first on Ethernet, and none on InfiniBand
 * @param serviceLevel the service level, 0 to 15
 * @param mtu the maximum MTU of this side; the path uses the minimum of both sides and ports
 * @param inlineBytes the maximum size of inline messages; 0 for none
 * @param segments the number of scatter/gather entries of a message, 1 to 64; limited by the number of bytes
 * @param batch the number of requests per post, at least 1, of which one is signalled
 * @param events whether to block until a completion event instead of polling
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
        boolean events,
        Duration timeout) {
    /** The defaults: the first port with its MTU, batches of 32 requests, polling, and a timeout of 30 seconds. */
    public static final MeasureOptions DEFAULTS =
            new MeasureOptions(1, -1, 0, Mtu.MTU_4096, 0, 1, 32, false, Duration.ofSeconds(30));

    /** The maximum number of scatter/gather entries of a message. */
    public static final int MAX_SEGMENTS = 64;

    /** The maximum size of inline messages. */
    public static final int MAX_INLINE = 4096;

    /** Checks the options. */
    public MeasureOptions {
        Ranges.check("port", port, 1, 255);
        Ranges.check("GID index", gidIndex, -1, 255);
        Ranges.check("service level", serviceLevel, 0, 15);
        Ranges.check("number of inline bytes", inlineBytes, 0, MAX_INLINE);
        Ranges.check("number of scatter/gather entries", segments, 1, MAX_SEGMENTS);
        Ranges.check("number of requests posted at once", batch, 1, MeasurePlan.MAX_DEPTH);
        if (segments > 1 && inlineBytes > 0) {
            throw new IllegalArgumentException("a message with several scatter/gather entries cannot be sent inline");
        }
    }
}
