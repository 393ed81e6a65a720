package io.verbena.contract.cm;

import io.verbena.cm.CmId;
import io.verbena.cm.EventChannel;
import io.verbena.hca.PortSpace;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Two identifiers for a test: one listens, and one may connect to it. */
abstract class TwoIdentifiers {
    CmBed bed;
    EventChannel channel;
    CmId listening;
    CmId client;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    /** That of connections. */
    PortSpace space() {
        return PortSpace.TCP;
    }

    @BeforeEach
    final void open() {
        bed = bed();
        channel = bed.rdma().connectionManager().eventChannel();
        listening = channel.id(space());
        listening.bind(bed.server(0));
        listening.listen(4);
        client = channel.id(space());
    }

    @AfterEach
    final void close() {
        bed.close();
    }

    final InetSocketAddress listened() {
        return listening.localAddress().orElseThrow();
    }
}
