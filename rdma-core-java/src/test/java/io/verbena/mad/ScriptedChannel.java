package io.verbena.mad;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A channel at whose far end the test sits: it sees what is sent, and says what arrives. */
final class ScriptedChannel implements MadChannel {
    private static final long PATIENCE_SECONDS = 5;
    private static final int HEADER = 24;

    /** What was sent; one that goes by LID is looked at as if it were directed too. */
    record Request(int agent, MadAddress destination, DirectedRouteSmp directed, int timeoutMillis, ByteBuffer sent) {
        byte[] bytes() {
            byte[] bytes = new byte[sent.remaining()];
            sent.get(sent.position(), bytes);
            return bytes;
        }

        MadHeader header() {
            return MadHeader.LAYOUT.wrapWritable(bytes(), 0);
        }

        /** The port number, in what these tests ask. */
        long modifier() {
            return header().attributeModifier();
        }

        long transactionId() {
            return header().transactionId();
        }
    }

    @FunctionalInterface
    private interface Event {
        void happen(MadReceiver receiver);
    }

    private static final Event WAKE_UP = receiver -> {};

    private final BlockingQueue<Request> sent = new LinkedBlockingQueue<>();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final List<MadRegistration> registrations = new ArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final boolean segments;
    private volatile Predicate<Request> unsendable = request -> false;

    ScriptedChannel(boolean segments) {
        this.segments = segments;
    }

    // ---- what the engine does

    @Override
    public synchronized int register(MadRegistration registration) {
        assertThat(registrations).noneMatch(registration::collidesWith);
        registrations.add(registration);
        return registrations.size() - 1;
    }

    @Override
    public void unregister(int agent) {}

    @Override
    public boolean segments() {
        return segments;
    }

    @Override
    public void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        byte[] bytes = new byte[mad.remaining()];
        mad.get(mad.position(), bytes);
        Request request = new Request(
                agent,
                destination,
                DirectedRouteSmp.LAYOUT.decode(Arrays.copyOf(bytes, 256)),
                timeoutMillis,
                ByteBuffer.wrap(bytes));
        if (unsendable.test(request)) {
            throw new RdmaException("the wire is cut");
        }
        sent.add(request);
    }

    @Override
    public void receive(MadReceiver receiver, long timeoutNanos) {
        try {
            Event event = events.poll(timeoutNanos, TimeUnit.NANOSECONDS);
            if (event != null) {
                event.happen(receiver);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void wakeUp() {
        events.add(WAKE_UP);
    }

    @Override
    public void close() {
        closed.countDown();
    }

    // ---- what the test does

    /** What was sent next; it need not have been sent yet. */
    Request next() {
        try {
            Request request = sent.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(request).as("the next request").isNotNull();
            return request;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    MadRegistration registration(Request request) {
        return registrations.get(request.agent());
    }

    List<Request> next(int count) {
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            requests.add(next());
        }
        return requests;
    }

    /** All that was sent and not yet looked at, once all that was to arrive has been taken. */
    List<Request> rest() {
        settle();
        List<Request> rest = new ArrayList<>();
        sent.drainTo(rest);
        return rest;
    }

    /** Waits until the engine has taken all that was to arrive, and what hung on it is done. */
    void settle() {
        CountDownLatch taken = new CountDownLatch(1);
        events.add(receiver -> taken.countDown());
        await(taken);
    }

    /** From now on these cannot be sent. */
    void cut(Predicate<Request> requests) {
        unsendable = requests;
    }

    void answer(Request request, Structure payload) {
        arrive(0, request.destination(), reply(request, 0, payload));
    }

    void refuse(Request request, int status) {
        arrive(0, request.destination(), reply(request, status, null));
    }

    /** As the kernel gives a request back: the header only. */
    void giveBack(Request request, int errno) {
        arrive(errno, Arrays.copyOf(request.bytes(), HEADER));
    }

    void timeOut(Request request) {
        giveBack(request, Errno.ETIMEDOUT);
    }

    void arrive(int status, byte[] mad) {
        arrive(status, MadAddress.DIRECTED, mad);
    }

    void arrive(int status, MadAddress source, byte[] mad) {
        events.add(receiver -> receiver.received(0, status, source, ByteBuffer.wrap(mad)));
    }

    /** The port can no longer be read. */
    void fail(String message) {
        events.add(receiver -> {
            throw new RdmaException(message);
        });
    }

    void awaitClose() {
        await(closed);
    }

    boolean isClosed() {
        return closed.getCount() == 0;
    }

    static byte[] reply(Request request, int status, @Nullable Structure payload) {
        byte[] mad = request.bytes();
        MadHeader header = MadHeader.LAYOUT.wrapWritable(mad, 0).status(status);
        int method = header.method() == MadMethod.SET ? MadMethod.GET.code() : header.methodBits();
        header.methodBits(method | MadCodec.RESPONSE);
        if (payload != null) {
            payload.copyTo(mad, MadCodec.payloadOffset(header.managementClassBits(), payload.layout()));
        }
        return mad;
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("happened in time")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
