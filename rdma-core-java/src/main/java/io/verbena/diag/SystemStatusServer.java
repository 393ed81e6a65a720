package io.verbena.diag;

import io.verbena.diag.OpenIb.DatagramText;
import io.verbena.diag.SystemStatusClient.Processor;
import io.verbena.iba.MadMethod;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadServerRequest;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTransactor;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers requests for the name and the processors of this host, until it is closed: those of a {@link SystemStatusClient}
 * and of {@code ibsysstat}. Safe for use by several threads.
 */
public final class SystemStatusServer implements AutoCloseable {
    private final MadServer server;
    private final AtomicLong answered;

    private SystemStatusServer(MadServer server, AtomicLong answered) {
        this.server = server;
        this.answered = answered;
    }

    /**
     * Opens a server for the class of the OpenFabrics Alliance, which {@code ibsysstat} uses.
     *
     * @throws io.verbena.error.RdmaException if another program serves this class at the end port
     */
    public static SystemStatusServer open(MadTransactor mad) {
        return open(mad, OpenIb.OUI);
    }

    /**
     * Opens a server for the class of a vendor.
     *
     * @param oui the OUI of the vendor, 24 bits
     * @throws io.verbena.error.RdmaException if another program serves this class at the end port
     */
    public static SystemStatusServer open(MadTransactor mad, int oui) {
        MadService service = MadService.of(OpenIb.systemStatus(oui), MadMethod.GET)
                .withAttributes(Set.of(OpenIb.STATUS_PING, OpenIb.HOST_INFO, OpenIb.PROCESSOR_INFO));
        AtomicLong answered = new AtomicLong();
        MadServer server = mad.serve(service, request -> {
            answered.incrementAndGet();
            answer(request);
        });
        return new SystemStatusServer(server, answered);
    }

    private static void answer(MadServerRequest request) {
        switch (request.attributeId()) {
            case OpenIb.HOST_INFO -> request.respond(DatagramText.write(LocalHost.name()));
            case OpenIb.PROCESSOR_INFO -> request.respond(DatagramText.write(Processor.write(LocalHost.processors())));
            default -> request.respond(new byte[0]);
        }
    }

    /** Returns the number of requests that this server has answered. A request counts before its reply leaves. */
    public long answered() {
        return answered.get();
    }

    @Override
    public void close() {
        server.close();
    }
}
