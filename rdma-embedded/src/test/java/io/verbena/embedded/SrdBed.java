package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.efa.EfaDevice;
import io.verbena.stream.Streams;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/** A host of the embedded fabric with streams over SRD, on paths that delay, reorder and lose datagrams. */
public final class SrdBed {
    private static final int PATHS = 8;

    private SrdBed() {}

    /** Streams over eight paths, two of which lose datagrams. */
    public static CmBed open() {
        EmbeddedFabric fabric = EmbeddedFabric.open("two-node")
                .paths(PATHS, Duration.ofMillis(1), 1)
                .pathLoss(2, 0.1)
                .pathLoss(5, 0.5);
        Rdma rdma = Rdma.builder().driver(fabric.driver("host0")).open();
        try {
            return new CmBed(
                    rdma,
                    Streams.overSrd(EfaDevice.of(rdma.verbs("emb0")), 1),
                    InetAddress.getLoopbackAddress(),
                    InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
