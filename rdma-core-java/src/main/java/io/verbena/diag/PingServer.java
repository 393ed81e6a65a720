package io.verbena.diag;

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
     * Begins to answer.
     *
     * @throws io.verbena.error.RdmaException if another program answers pings at this end port
     */
    public static PingServer open(MadTransactor mad) {
        return open(mad, LocalHost.name());
    }

    /** The same with the class of another vendor, whose OUI has 24 bits. */
    public static PingServer open(MadTransactor mad, int oui) {
        return open(mad, LocalHost.name(), oui);
    }

    /**
     * Begins to answer with another name than that of this host.
     *
     * @param host what it is called; of more than 215 bytes the rest is cut off
     * @throws io.verbena.error.RdmaException if another program answers pings at this end port
     */
    public static PingServer open(MadTransactor mad, String host) {
        return open(mad, host, OpenIb.OUI);
    }

    /**
     * The same with the class of another vendor.
     *
     * @param oui 24 bits
     */
    public static PingServer open(MadTransactor mad, String host, int oui) {
        byte[] name = DatagramText.write(host);
        AtomicLong answered = new AtomicLong();
        MadServer server = mad.serve(MadService.of(OpenIb.ping(oui), MadMethod.GET), inquiry -> {
            inquiry.answer(name.clone());
            answered.incrementAndGet();
        });
        return new PingServer(server, answered);
    }

    /** How many it has answered; from any thread. */
    public long answered() {
        return answered.get();
    }

    @Override
    public void close() {
        server.close();
    }
}
