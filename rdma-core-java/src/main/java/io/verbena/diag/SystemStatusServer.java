package io.verbena.diag;

import io.verbena.iba.MadMethod;
import io.verbena.mad.MadInquiry;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTransactor;
import java.util.Set;

/**
 * Tells the name and the processors of this host to whoever asks, until it is closed: to a {@link SystemStatusClient} and to
 * {@code ibsysstat}. Safe for use by several threads.
 */
public final class SystemStatusServer implements AutoCloseable {
    private final MadServer server;

    private SystemStatusServer(MadServer server) {
        this.server = server;
    }

    /**
     * Begins to answer.
     *
     * @throws io.verbena.error.RdmaException if another program tells the status of the host at this end port
     */
    public static SystemStatusServer open(MadTransactor mad) {
        return open(mad, OpenIb.OUI);
    }

    /**
     * The same with the class of another vendor.
     *
     * @param oui 24 bits
     */
    public static SystemStatusServer open(MadTransactor mad, int oui) {
        MadService service = MadService.of(OpenIb.systemStatus(oui), MadMethod.GET)
                .withAttributes(Set.of(OpenIb.STATUS_PING, OpenIb.HOST_INFO, OpenIb.PROCESSOR_INFO));
        return new SystemStatusServer(mad.serve(service, SystemStatusServer::answer));
    }

    private static void answer(MadInquiry inquiry) {
        switch (inquiry.attributeId()) {
            case OpenIb.HOST_INFO -> inquiry.answer(DatagramText.write(LocalHost.name()));
            case OpenIb.PROCESSOR_INFO -> inquiry.answer(DatagramText.write(Processor.write(LocalHost.processors())));
            default -> inquiry.answer(new byte[0]);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
