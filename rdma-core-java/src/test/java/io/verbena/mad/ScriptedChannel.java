package io.verbena.mad;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;
import io.verbena.mad.decode.MadFormat;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A channel whose peer is the test: the test sees what is sent, and determines what arrives. */
final class ScriptedChannel implements MadChannel {
    private static final long TIMEOUT_SECONDS = 5;
    private static final int HEADER = 24;

    /** A message that was sent; {@code directed} shows it as a directed route SMP in any case. */
    record Request(int agent, MadAddress destination, DirectedRouteSmp directed, int timeoutMillis, ByteBuffer sent) {
        byte[] bytes() {
            byte[] bytes = new byte[sent.remaining()];
            sent.get(sent.position(), bytes);
            return bytes;
        }

        MadHeader header() {
            return MadHeader.LAYOUT.wrapWritable(bytes(), 0);
        }

        /** Returns the attribute modifier, which is the port number in these tests. */
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
    private final AtomicInteger wakeUpsAfterTheClose = new AtomicInteger();
    private volatile RuntimeException sendFailure = new RdmaException("the wire is cut");
    private volatile Predicate<Request> unsendable = request -> false;

    ScriptedChannel(boolean segments) {
        this.segments = segments;
    }

    // ---- used by the engine

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
            throw sendFailure;
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
        if (isClosed()) {
            wakeUpsAfterTheClose.incrementAndGet();
        }
        events.add(WAKE_UP);
    }

    @Override
    public void close() {
        closed.countDown();
    }

    // ---- used by the test

    /** Returns the next message, waiting for it if necessary. */
    Request next() {
        try {
            Request request = sent.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
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

    /** Returns all further messages, after everything that arrived was handled. */
    List<Request> rest() {
        settle();
        List<Request> rest = new ArrayList<>();
        sent.drainTo(rest);
        return rest;
    }

    /** Waits until everything that arrived, and all dependents, were handled. */
    void settle() {
        CountDownLatch taken = new CountDownLatch(1);
        events.add(receiver -> taken.countDown());
        await(taken);
    }

    /** Makes these messages fail to be sent. */
    void cut(Predicate<Request> requests) {
        unsendable = requests;
    }

    void answer(Request request, Structure payload) {
        arrive(0, request.destination(), reply(request, 0, payload));
    }

    void refuse(Request request, int status) {
        arrive(0, request.destination(), reply(request, status, null));
    }

    /** Returns a request as the kernel does, with its header only. */
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

    /** Delivers a datagram, waiting while too many are queued: a real channel has a limited number of slots. */
    void arriveNow(MadAddress source, byte[] mad) {
        while (events.size() > 1000) {
            settle();
        }
        arrive(0, source, mad);
    }

    /** Delivers a datagram with unreadable memory, as a defective channel would. */
    void arriveBroken() {
        ByteBuffer broken = ByteBuffer.allocate(256).position(100).slice().limit(24);
        events.add(receiver -> receiver.received(0, 0, MadAddress.DIRECTED, broken));
    }

    /** Makes these messages fail to be sent with this exception. */
    void cut(Predicate<Request> requests, RuntimeException failure) {
        sendFailure = failure;
        unsendable = requests;
    }

    /** Makes the port unreadable. */
    void fail(String message) {
        fail(new RdmaException(message));
    }

    /** Makes the port unreadable with this exception. */
    void fail(RdmaException reason) {
        events.add(receiver -> {
            throw reason;
        });
    }

    int wakeUpsAfterTheClose() {
        return wakeUpsAfterTheClose.get();
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
        header.methodBits(method | MadFormat.RESPONSE);
        if (payload != null) {
            payload.copyTo(mad, MadFormat.payloadOffset(header.managementClassBits(), payload.layout()));
        }
        return mad;
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                    .as("happened in time")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
