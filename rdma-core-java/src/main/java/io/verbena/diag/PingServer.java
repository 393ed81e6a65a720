package io.verbena.diag;

import io.verbena.diag.OpenIb.DatagramText;
import io.verbena.iba.MadMethod;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTransactor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers pings with the name of this host, until it is closed: those of a {@link PingClient} and of {@code ibping}. Safe for
 * use by several threads.
 */
public final class PingServer implements AutoCloseable {
    private final MadServer server;
    private final AtomicLong answered;

    private PingServer(MadServer server, AtomicLong answered) {
        this.server = server;
        this.answered = answered;
    }

    /**
     * Opens a server for the class of a vendor that answers with the name of this host.
     *
     * @param oui the OUI of the vendor, 24 bits
     * @throws io.verbena.error.RdmaException if another program serves this class at the end port
     */
    public static PingServer open(MadTransactor mad, int oui) {
        return open(mad, LocalHost.name(), oui);
    }

    /**
     * Opens a server that answers with a name other than that of this host.
     *
     * @param host the name; bytes after the first 215 are cut off
     * @throws io.verbena.error.RdmaException if another program answers pings at this end port
     */
    public static PingServer open(MadTransactor mad, String host) {
        return open(mad, host, OpenIb.OUI);
    }

    private static PingServer open(MadTransactor mad, String host, int oui) {
        byte[] name = DatagramText.write(host);
        AtomicLong answered = new AtomicLong();
        MadServer server = mad.serve(MadService.of(OpenIb.ping(oui), MadMethod.GET), request -> {
            answered.incrementAndGet();
            request.respond(name.clone());
        });
        return new PingServer(server, answered);
    }

    /** Returns the number of pings that this server has answered. A ping counts before its reply leaves. */
    public long answered() {
        return answered.get();
    }

    @Override
    public void close() {
        server.close();
    }
}
