package io.verbena.traffic.measure;

import io.verbena.iba.Mtu;
import java.time.Duration;

/**
 * How one side takes part in a measurement; the other side may have others.
 *
 * @param port the port of the device, from 1; by the RDMA CM it is the one that has the address
 * @param gidIndex where the own GID stands; -1 for the first on Ethernet, and none on InfiniBand
 * @param serviceLevel 0 to 15
 * @param mtu the largest payload of a packet that this side wants; the least of both sides and ports counts
 * @param inlineBytes messages up to so many bytes go within their requests; 0 for none
 * @param segments pieces of memory that a message is made of, 1 to 64; a message of fewer bytes has as many pieces as bytes
 * @param batch requests that are posted by one call, at least 1; one of them is completed
 * @param events whether to sleep until something is completed, and not to poll
 * @param patience how long to wait for a sign of life of the other side
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
        Duration patience) {
    /** The first port, its MTU, requests by 32, polling, and 30 seconds. */
    public static final MeasureOptions DEFAULTS =
            new MeasureOptions(1, -1, 0, Mtu.MTU_4096, 0, 1, 32, false, Duration.ofSeconds(30));

    /** The most pieces of a message. */
    public static final int MOST_SEGMENTS = 64;

    /** The most bytes that go within a request. */
    public static final int MOST_INLINE = 4096;

    /** Refuses what cannot be. */
    public MeasureOptions {
        require("port", port, 1, 255);
        require("GID index", gidIndex, -1, 255);
        require("service level", serviceLevel, 0, 15);
        require("number of inline bytes", inlineBytes, 0, MOST_INLINE);
        require("number of segments", segments, 1, MOST_SEGMENTS);
        require("number of requests posted at once", batch, 1, MeasurePlan.MOST_DEPTH);
        if (segments > 1 && inlineBytes > 0) {
            throw new IllegalArgumentException("a message of several segments is not inline; give one or the other");
        }
    }

    private static void require(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " " + value + " is out of range; it is from " + least + " to " + most);
        }
    }
}
