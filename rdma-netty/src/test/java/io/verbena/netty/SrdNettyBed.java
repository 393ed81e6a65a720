package io.verbena.netty;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.efa.EfaDevice;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.stream.Streams;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/** A host of the embedded fabric with streams over SRD, on eight paths that reorder datagrams, two of which lose some. */
public final class SrdNettyBed {
    private SrdNettyBed() {}

    /** The fabric, whose paths lose and reorder datagrams. */
    public static EmbeddedFabric fabric() {
        return EmbeddedFabric.open("two-node")
                .paths(8, Duration.ofMillis(1), 1)
                .pathLoss(2, 0.1)
                .pathLoss(5, 0.5);
    }

    /** Streams over SRD of a host, which the caller closes. */
    public static Streams streams(Rdma rdma) {
        return Streams.overSrd(EfaDevice.of(rdma.verbs("emb0")), 1);
    }

    static CmBed open() {
        Rdma rdma = Rdma.builder().driver(fabric().driver("host0")).open();
        try {
            return new CmBed(rdma, streams(rdma), InetAddress.getLoopbackAddress(), InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
