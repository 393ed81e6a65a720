package io.verbena.spring.boot.connection;

import io.verbena.connection.MessageChannel;
import io.verbena.connection.RdmaConnection;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Beans with listeners. */
final class ListenerSamples {
    private ListenerSamples() {}

    static class Texts {
        final AtomicInteger calls = new AtomicInteger();

        @RdmaListener("ingest")
        String answer(String message, RdmaConnection connection) {
            calls.incrementAndGet();
            if (message.equals("who?")) {
                return connection.peerAddress().getAddress().getHostAddress();
            }
            if (message.equals("fail")) {
                throw new IllegalStateException("no answer to this");
            }
            return "you said " + message;
        }
    }

    static class Buffers {
        @RdmaListener("ingest")
        ByteBuffer echo(ByteBuffer message, MessageChannel channel) {
            return message.position(1);
        }
    }

    static class Bytes {
        byte[] last = {};

        @RdmaListener("ingest")
        void take(byte[] message) {
            last = message;
        }
    }

    static class Slow {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch twoBegun = new CountDownLatch(2);
        final CountDownLatch finish = new CountDownLatch(1);
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();

        @RdmaListener("ingest")
        String answer(String message) throws InterruptedException {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            begun.countDown();
            twoBegun.countDown();
            finish.await();
            running.decrementAndGet();
            return "at last";
        }
    }

    static class Channels {
        @RdmaListener("ingest")
        void twice(MessageChannel channel) {
            for (int i = 0; i < 2; i++) {
                channel.send(channel.receive(Duration.ofSeconds(5)));
            }
        }
    }

    static class Connections {
        @RdmaListener("ingest")
        void announce(RdmaConnection connection) {
            connection.announceReceives(3, 17, Duration.ofSeconds(5));
            connection.awaitDisconnect(Duration.ofSeconds(5));
        }
    }

    static class Domains {
        final Set<ProtectionDomain> domains = ConcurrentHashMap.newKeySet();

        @RdmaListener("ingest")
        void take(RdmaConnection connection) {
            domains.add(connection.queuePair().domain());
            connection.announceReceives(1, 1, Duration.ofSeconds(5));
            connection.awaitDisconnect(Duration.ofSeconds(5));
        }
    }
}
