package io.verbena.diag;

import io.verbena.iba.MadMethod;
import io.verbena.mad.MadInquiry;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTransactor;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells the name and the processors of this host to whoever asks, until it is closed: to a {@link SystemStatusClient} and to
 * {@code ibsysstat}. Safe for use by several threads.
 */
public final class SystemStatusServer implements AutoCloseable {
    private final MadServer server;
    private final AtomicLong answered;

    private SystemStatusServer(MadServer server, AtomicLong answered) {
        this.server = server;
        this.answered = answered;
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
        AtomicLong answered = new AtomicLong();
        MadServer server = mad.serve(service, inquiry -> {
            answer(inquiry);
            answered.incrementAndGet();
        });
        return new SystemStatusServer(server, answered);
    }

    private static void answer(MadInquiry inquiry) {
        switch (inquiry.attributeId()) {
            case OpenIb.HOST_INFO -> inquiry.answer(DatagramText.write(LocalHost.name()));
            case OpenIb.PROCESSOR_INFO -> inquiry.answer(DatagramText.write(Processor.write(LocalHost.processors())));
            default -> inquiry.answer(new byte[0]);
        }
    }

    /** How many questions it has answered; from any thread. */
    public long answered() {
        return answered.get();
    }

    @Override
    public void close() {
        server.close();
    }
}
