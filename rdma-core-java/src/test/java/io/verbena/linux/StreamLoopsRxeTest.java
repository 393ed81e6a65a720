package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.stream.StreamLoopContract;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Tag;

/** The contract of streams in event loops over RoCE. */
@Tag("rxe")
class StreamLoopsRxeTest extends StreamLoopContract {
    @Override
    protected CmBed bed() {
        try {
            return new CmBed(Rdma.open(), InetAddress.getByName("10.77.0.2"), InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
