package io.verbena.diag;

import io.verbena.iba.MadMethod;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTransactor;

/**
 * Answers pings with the name of this host, until it is closed: those of a {@link PingClient} and of {@code ibping}. Safe for
 * use by several threads.
 */
public final class PingServer implements AutoCloseable {
    private final MadServer server;

    private PingServer(MadServer server) {
        this.server = server;
    }

    /**
     * Begins to answer.
     *
     * @throws io.verbena.error.RdmaException if another program answers pings at this end port
     */
    public static PingServer open(MadTransactor mad) {
        return open(mad, LocalHost.name());
    }

    /**
     * Begins to answer with another name than that of this host.
     *
     * @param host what it is called; of more than 215 bytes the rest is cut off
     * @throws io.verbena.error.RdmaException if another program answers pings at this end port
     */
    public static PingServer open(MadTransactor mad, String host) {
        byte[] name = DatagramText.write(host);
        return new PingServer(
                mad.serve(MadService.of(OpenIb.PING, MadMethod.GET), inquiry -> inquiry.answer(name.clone())));
    }

    @Override
    public void close() {
        server.close();
    }
}
