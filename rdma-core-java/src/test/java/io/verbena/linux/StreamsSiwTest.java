package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.stream.StreamContract;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Tag;

/** The stream contract over iWARP. */
@Tag("siw")
class StreamsSiwTest extends StreamContract {
    @Override
    protected CmBed bed() {
        try {
            return new CmBed(Rdma.open(), InetAddress.getByName("10.78.0.2"), InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
