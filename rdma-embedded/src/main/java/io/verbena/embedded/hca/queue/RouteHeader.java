package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.embedded.hca.memory.KeyTable;
import io.verbena.embedded.hca.memory.SegmentList;
import io.verbena.iba.GlobalRouteHeader;
import java.nio.ByteBuffer;

/** Writes the global route header of a datagram in front of it (IBA 8.3). For one thread at a time. */
final class RouteHeader {
    static final int LENGTH = GlobalRouteHeader.LENGTH;

    private static final int IP_VERSION = 6;

    /** The base transport header follows (IBA 8.3.2). */
    private static final int NEXT_HEADER = 0x1b;

    private final byte[] bytes = new byte[LENGTH];
    private final GlobalRouteHeader header = GlobalRouteHeader.LAYOUT.wrapWritable(bytes, 0);
    private final SegmentList source;

    RouteHeader(KeyTable keys, Domain domain, int queuePair) {
        source = new SegmentList(keys, domain, queuePair, 1);
        source.add(ByteBuffer.wrap(bytes), 0, LENGTH);
    }

    void write(Message message, SegmentList target) {
        header.ipVersion(IP_VERSION)
                .trafficClass(message.trafficClass)
                .flowLabel(message.flowLabel)
                .payloadLength(message.length())
                .nextHeader(NEXT_HEADER)
                .hopLimit(message.hopLimit)
                .sgid(message.sourceGid)
                .dgid(message.destinationGid);
        source.copyTo(target, 0);
    }
}
