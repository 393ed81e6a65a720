package io.verbena.gsi;

import io.verbena.hca.GidTableEntry;
import io.verbena.iba.Gid;
import io.verbena.iba.GlobalRouteHeader;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.verbs.Context;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Determines the source addresses of datagrams, and caches the last one. Not thread safe. */
final class Sources {
    private static final int IP_VERSION_6 = 6;
    private static final int NO_ROUTER = 64;

    // In front of a datagram over IPv4, the header is in the last 20 of the 40 bytes.
    private static final int IPV4_AT = 20;
    private static final int IPV4_SOURCE_AT = 12;
    private static final long MAPPED = 0xffff_0000_0000L;
    private static final int IP_VERSION_AT = 4;

    private final Context context;
    private final int port;
    private final byte[] bytes = new byte[GlobalRouteHeader.LENGTH];
    private final GlobalRouteHeader header = GlobalRouteHeader.LAYOUT.wrap(bytes, 0);
    private MadAddress last = MadAddress.DIRECTED;
    private Gid lastOwn = Gid.ZERO;
    private int lastOwnIndex;

    Sources(Context context, int port) {
        this.context = context;
        this.port = port;
    }

    /**
     * Returns the source of a completed receive.
     *
     * @param routeHeader the 40 bytes in front of the datagram
     */
    MadAddress of(WorkCompletion received, int partitionKeyIndex, ByteBuffer routeHeader) {
        GlobalRoute route = received.hasGlobalRoute() ? route(routeHeader) : null;
        MadAddress source = new MadAddress(
                received.sourceLid(),
                received.sourceQueuePair(),
                MadAddress.GSI_QUEUE_KEY,
                received.serviceLevel(),
                received.pathBits(),
                partitionKeyIndex,
                route);
        if (!source.equals(last)) {
            last = source;
        }
        return last;
    }

    private @Nullable GlobalRoute route(ByteBuffer routeHeader) {
        routeHeader.get(routeHeader.position(), bytes);
        if (header.ipVersion() == IP_VERSION_6) {
            return new GlobalRoute(
                    header.sgid(), ownIndex(header.dgid()), header.flowLabel(), NO_ROUTER, header.trafficClass());
        }
        if (bytes[IPV4_AT] >> IP_VERSION_AT != IP_VERSION_AT) {
            return null;
        }
        int at = routeHeader.position() + IPV4_AT + IPV4_SOURCE_AT;
        Gid source = mapped(routeHeader.getInt(at));
        return new GlobalRoute(source, ownIndex(mapped(routeHeader.getInt(at + Integer.BYTES))), 0, NO_ROUTER, 0);
    }

    private static Gid mapped(int address) {
        return new Gid(0, MAPPED | Integer.toUnsignedLong(address));
    }

    /** Returns the index of the destination GID in the table of the port, or 0 if it is no longer there. */
    private int ownIndex(Gid own) {
        if (!own.equals(lastOwn)) {
            lastOwnIndex = context.gids().stream()
                    .filter(entry -> entry.port() == port && entry.gid().equals(own))
                    .mapToInt(GidTableEntry::index)
                    .findFirst()
                    .orElse(0);
            lastOwn = own;
        }
        return lastOwnIndex;
    }
}
