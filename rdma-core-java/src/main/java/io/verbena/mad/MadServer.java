package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.iba.MadMethod;
import io.verbena.iba.VendorOuiMad;
import io.verbena.spi.MadAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of a management class that come to an end port, until it is closed. What is not of its service, it
 * refuses by itself: another version, method or attribute. Safe for use by several threads.
 *
 * <p>The handler runs on a thread of the server, one request after the other, so that it never holds up the reader of the
 * end port; a server that is asked more than it can answer says that it is busy.
 */
public final class MadServer implements AutoCloseable {
    private static final int MOST_WAITING = 1024;

    private final MadPort port;
    private final MadService service;
    private final MadHandler handler;
    private final int headerLength;
    private final ThreadPoolExecutor thread;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile int agent;

    MadServer(MadPort port, MadService service, MadHandler handler) {
        this.port = port;
        this.service = service;
        this.handler = handler;
        this.headerLength = MadFormats.payloadOffset(MadFormats.of(service.managementClass()));
        this.thread =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), work -> {
                    Thread made = new Thread(
                            work, "verbena-mad-server-%s-0x%02x".formatted(port.name(), service.managementClass()));
                    made.setDaemon(true);
                    return made;
                });
        port.register(this);
    }

    /** What it answers. */
    public MadService service() {
        return service;
    }

    void registeredAs(int number) {
        agent = number;
    }

    int agent() {
        return agent;
    }

    /** A request has arrived; on the reader, which does not hold the lock. */
    void received(MadAddress source, MadMessage message) {
        if (message.length() < headerLength || isOfAnotherVendor(message)) {
            return;
        }
        MadAddress peer = peer(source);
        try {
            MadInquiry inquiry = new MadInquiry(this, peer, message, headerLength);
            MadRefusal refusal = refusal(message);
            if (refusal == null) {
                execute(inquiry);
            } else {
                refuse(inquiry, refusal);
            }
        } catch (IllegalArgumentException e) {
            // A long request that is not whole: nobody can answer it, and its sender knows that it was cut.
            port.dropped();
        }
    }

    /** Where the answer to what came from there goes. */
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
                && VendorOuiMad.LAYOUT.wrap(message.copy(0, MadCodec.LENGTH), 0).oui() != service.oui();
    }

    private @Nullable MadRefusal refusal(MadMessage message) {
        if (message.u8(MadCodec.BASE_VERSION_AT) != MadCodec.BASE_VERSION
                || message.u8(MadCodec.CLASS_VERSION) != service.classVersion()) {
            return MadRefusal.VERSION;
        }
        if (!service.methods().contains(MadMethod.of(message.u8(MadCodec.METHOD)))) {
            return MadRefusal.METHOD;
        }
        int attribute = message.u16(MadCodec.ATTRIBUTE_ID);
        return service.attributes().isEmpty() || service.attributes().contains(attribute) ? null : MadRefusal.ATTRIBUTE;
    }

    private void execute(MadInquiry inquiry) {
        Work work = port.beginWork();
        try {
            thread.execute(() -> work.run(() -> handle(inquiry)));
        } catch (RejectedExecutionException e) {
            work.end();
            refuse(inquiry, MadRefusal.BUSY);
        }
    }

    private void handle(MadInquiry inquiry) {
        try {
            handler.handle(inquiry);
        } catch (IllegalArgumentException e) {
            refuse(inquiry, MadRefusal.FIELD);
        } catch (RdmaException e) {
            // Who asked hears nothing, as if the answer had been lost on its way, and asks again.
            port.dropped();
        }
    }

    /** Refuses what can be: some requests have no answer, and whoever has gone away hears none. */
    private void refuse(MadInquiry inquiry, MadRefusal refusal) {
        try {
            inquiry.refuse(refusal);
        } catch (IllegalStateException | RdmaException e) {
            port.dropped();
        }
    }

    void send(byte[] reply, MadAddress destination) {
        port.sendReply(this, reply, destination);
    }

    /** Takes no more requests; what its handler has begun may end, but is answered to nobody. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            port.unregister(this);
            thread.shutdown();
        }
    }
}
