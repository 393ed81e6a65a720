package io.verbena.traffic.stream;

import io.verbena.stream.StreamMapping;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.stream.TestLink.RdmaLink;
import io.verbena.verbs.Deadline;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** The tests over one connection. Both sides start each test together, by 16 bytes there and back. */
final class StreamTestRun {
    private static final int HELLO = 16;

    private final TestLink link;
    private final StreamTestOptions options;
    private final boolean calls;

    /** The next byte of the pattern of each direction. */
    private byte nextSent;

    private byte nextReceived;

    StreamTestRun(TestLink link, StreamTestOptions options, boolean calls) {
        this.link = link;
        this.options = options;
        this.calls = calls;
    }

    StreamTestResult run(StreamTestCase test) {
        ByteBuffer outgoing = ByteBuffer.allocateDirect(test.size());
        ByteBuffer incoming = ByteBuffer.allocateDirect(test.size());
        return link instanceof RdmaLink rdma && options.kind() == StreamTestOptions.StreamTestKind.MAPPED
                ? runMapped(test, rdma, outgoing, incoming)
                : runMessages(test, outgoing, incoming);
    }

    /** Exchanges 16 bytes; the first {@code pattern} bytes carry the pattern. */
    private void synchronize(int pattern) {
        ByteBuffer hello = ByteBuffer.allocateDirect(HELLO);
        if (calls) {
            fill(hello, pattern);
            link.write(hello);
            link.read(hello.clear());
            verify(hello, pattern);
        } else {
            link.read(hello);
            verify(hello, pattern);
            fill(hello, pattern);
            link.write(hello.clear());
        }
    }

    private StreamTestResult runMessages(StreamTestCase test, ByteBuffer outgoing, ByteBuffer incoming) {
        synchronize(HELLO);
        long start = System.nanoTime();
        for (int i = 0; i < test.iterations(); i++) {
            if (calls) {
                send(test, outgoing);
                receive(test, incoming);
            } else {
                receive(test, incoming);
                send(test, outgoing);
            }
        }
        return new StreamTestResult(test, System.nanoTime() - start);
    }

    private void send(StreamTestCase test, ByteBuffer outgoing) {
        for (int i = 0; i < test.messages(); i++) {
            fill(outgoing, test.size());
            link.write(outgoing.clear());
        }
    }

    private void receive(StreamTestCase test, ByteBuffer incoming) {
        for (int i = 0; i < test.messages(); i++) {
            link.read(incoming.clear());
            verify(incoming, test.size());
        }
    }

    /**
     * Runs a test with writes into mapped memory. The last byte of the memory counts the transfers of both sides; the receiver
     * reads it until it has the expected value.
     */
    private StreamTestResult runMapped(StreamTestCase test, RdmaLink rdma, ByteBuffer outgoing, ByteBuffer incoming) {
        int last = test.size() - 1;
        incoming.put(last, (byte) -1);
        outgoing.put(last, (byte) -1);
        StreamMapping mapping = rdma.stream.map(incoming.clear(), 0);
        try {
            synchronize(0);
            long start = System.nanoTime();
            byte marker = 0;
            for (int i = 0; i < test.iterations(); i++) {
                if (!calls) {
                    awaitMarker(incoming, last, marker++);
                }
                // The receiver sees the last message of an iteration only, so all of them carry the same pattern.
                fill(outgoing, last);
                for (int message = 1; message < test.messages(); message++) {
                    writeMapped(rdma, outgoing);
                }
                outgoing.put(last, marker++);
                writeMapped(rdma, outgoing);
                if (calls) {
                    awaitMarker(incoming, last, marker++);
                }
            }
            return new StreamTestResult(test, System.nanoTime() - start);
        } finally {
            mapping.close();
        }
    }

    private static void writeMapped(RdmaLink rdma, ByteBuffer outgoing) {
        rdma.stream.writeTo(outgoing.clear(), 0);
    }

    private void awaitMarker(ByteBuffer incoming, int last, byte marker) {
        Deadline deadline = Deadline.in(link.timeout());
        for (int tries = 0; incoming.get(last) != marker; tries++) {
            link.pause(tries, deadline, incoming.capacity());
            // The device writes the byte; it must be read from memory each time.
            VarHandle.fullFence();
        }
        verify(incoming, last);
    }

    /** Writes the pattern: bytes that count on from message to message. */
    private void fill(ByteBuffer outgoing, int length) {
        for (int i = 0; options.verify() && i < length; i++) {
            outgoing.put(i, nextSent++);
        }
    }

    private void verify(ByteBuffer incoming, int length) {
        for (int i = 0; options.verify() && i < length; i++) {
            byte expected = nextReceived++;
            if (incoming.get(i) != expected) {
                throw new TrafficException(link + ": byte " + i + " of a message is " + (incoming.get(i) & 0xff)
                        + ", expected " + (expected & 0xff) + "; check that the peer verifies, too (-T v)");
            }
        }
    }
}
