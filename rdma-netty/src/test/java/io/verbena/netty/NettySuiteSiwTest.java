package io.verbena.netty;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Tag;

/** Netty's tests over iWARP. */
@Tag("siw")
class NettySuiteSiwTest extends NettySuite {
    @Override
    CmBed bed() {
        try {
            return new CmBed(Rdma.open(), InetAddress.getByName("10.78.0.2"), InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    boolean waitsForAcceptance() {
        return false;
    }
}
