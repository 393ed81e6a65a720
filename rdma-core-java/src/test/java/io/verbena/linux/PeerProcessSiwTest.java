package io.verbena.linux;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Tag;

/** Processes that are stopped and killed, over iWARP. */
@Tag("siw")
class PeerProcessSiwTest extends PeerProcessContract {
    @Override
    protected InetAddress address() throws UnknownHostException {
        return InetAddress.getByName("10.78.0.2");
    }
}
