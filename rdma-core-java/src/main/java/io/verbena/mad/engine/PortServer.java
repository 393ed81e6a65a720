package io.verbena.mad.engine;

import io.verbena.error.RdmaException;
import io.verbena.iba.MadMethod;
import io.verbena.iba.VendorOuiMad;
import io.verbena.mad.MadHandler;
import io.verbena.mad.MadRefusal;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.decode.MadFormat;
import io.verbena.mad.decode.MadMessage;
import io.verbena.spi.MadAddress;
import java.lang.System.Logger.Level;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A server on a port: checks requests on the reader and handles them on a thread of its own. */
final class PortServer implements MadServer {
    private static final System.Logger LOG = System.getLogger("io.verbena.mad");

    /** Maximum number of requests queued for the handler. */
    static final int MAX_WAITING = 1024;

    /** Maximum total length of the requests queued for the handler, in bytes; a single request may be longer. */
    static final int MAX_WAITING_BYTES = 16 << 20;

    private final Port port;
    private final MadService service;
    private final MadHandler handler;
    private final int headerLength;
    private final ThreadPoolExecutor thread;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicBoolean failureReported = new AtomicBoolean();
    private volatile int agent;

    /** The port as its servers see it. */
    interface Port {
        /** Returns the name of the port. */
        String name();

        /** Stops the clock for a request. */
        ClockHold holdClock();

        /** Counts a request that gets no response. */
        void dropped();

        /** Sends a response. */
        void send(PortServer server, byte[] response, MadAddress destination);

        /** Removes a server that was closed. */
        void remove(PortServer server);
    }

    PortServer(Port port, MadService service, MadHandler handler) {
        this.port = port;
        this.service = service;
        this.handler = handler;
        this.headerLength = MadFormat.payloadOffset(MadFormat.of(service.managementClass()));
        this.thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), work -> {
            Thread created =
                    new Thread(work, "verbena-mad-server-%s-0x%02x".formatted(port.name(), service.managementClass()));
            created.setDaemon(true);
            return created;
        });
    }

    @Override
    public MadService service() {
        return service;
    }

    void registeredAs(int number) {
        agent = number;
    }

    int agent() {
        return agent;
    }

    /** Handles a request. Called on the reader, without the lock. */
    void received(MadAddress source, MadMessage message) {
        if (message.length() < headerLength || isOfAnotherVendor(message)) {
            return;
        }
        try {
            ServedRequest request = new ServedRequest(
                    peer(source),
                    message,
                    service.classVersion(),
                    headerLength,
                    (response, destination) -> port.send(this, response, destination));
            MadRefusal refusal = refusal(message);
            if (refusal == null) {
                execute(request);
            } else {
                refuse(request, refusal);
            }
        } catch (IllegalArgumentException e) {
            // An incomplete long request cannot be handled, and its sender knows that it was cut.
            port.dropped();
        }
    }

    /** Returns the address to which a response to {@code source} is sent. */
    static MadAddress peer(MadAddress source) {
        return new MadAddress(
                source.lid(),
                source.queuePair(),
                source.queuePair() == 0 ? 0 : MadAddress.GSI_QUEUE_KEY,
                source.serviceLevel(),
                source.pathBits(),
                source.pKeyIndex(),
                source.route());
    }

    private boolean isOfAnotherVendor(MadMessage message) {
        return service.oui() != 0
                && VendorOuiMad.LAYOUT
                                .wrap(message.copy(0, MadFormat.LENGTH), 0)
                                .oui()
                        != service.oui();
    }

    private @Nullable MadRefusal refusal(MadMessage message) {
        if (message.u8(MadFormat.BASE_VERSION_AT) != MadFormat.BASE_VERSION
                || message.u8(MadFormat.CLASS_VERSION) != service.classVersion()) {
            return MadRefusal.VERSION;
        }
        if (!service.methods().contains(MadMethod.of(message.u8(MadFormat.METHOD)))) {
            return MadRefusal.METHOD;
        }
        int attribute = message.u16(MadFormat.ATTRIBUTE_ID);
        return service.attributes().isEmpty() || service.attributes().contains(attribute) ? null : MadRefusal.ATTRIBUTE;
    }

    private void execute(ServedRequest request) {
        int length = request.length();
        long waiting = waitingBytes.addAndGet(length);
        if (waiting > MAX_WAITING_BYTES && waiting > length) {
            waitingBytes.addAndGet(-length);
            refuse(request, MadRefusal.BUSY);
            return;
        }
        ClockHold clock = port.holdClock();
        try {
            thread.execute(() -> {
                waitingBytes.addAndGet(-length);
                clock.run(() -> handle(request));
            });
        } catch (RejectedExecutionException e) {
            waitingBytes.addAndGet(-length);
            clock.release();
            refuse(request, MadRefusal.BUSY);
        }
    }

    private void handle(ServedRequest request) {
        try {
            handler.handle(request);
        } catch (IllegalArgumentException e) {
            refuse(request, MadRefusal.FIELD);
        } catch (RdmaException e) {
            // The requester retries, as if the response had been lost.
            port.dropped();
        } catch (RuntimeException | Error e) {
            port.dropped();
            // Peers decide how often the handler fails, so only the first failure is logged.
            if (failureReported.compareAndSet(false, true)) {
                LOG.log(
                        Level.WARNING,
                        "the handler of class 0x%02x failed; later failures are not logged: %s"
                                .formatted(service.managementClass(), e),
                        e);
            }
        }
    }

    /** Refuses a request. Some methods have no response, and some requesters are unreachable. */
    private void refuse(ServedRequest request, MadRefusal refusal) {
        try {
            request.refuse(refusal);
        } catch (IllegalStateException | RdmaException e) {
            port.dropped();
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            port.remove(this);
            thread.shutdown();
        }
    }
}
