package io.verbena.contract.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamSettings;
import io.verbena.stream.Streams;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Two ends of a stream, and the server that accepted it. */
record StreamPair(RdmaStreamServer listening, RdmaStream client, RdmaStream server) {
    static final Duration LONG = Duration.ofSeconds(30);

    static StreamPair open(Streams streams, InetSocketAddress address, StreamSettings settings) {
        RdmaStreamServer listening = streams.listen(address, settings, 4);
        CompletableFuture<RdmaStream> accepted =
                CompletableFuture.supplyAsync(() -> listening.accept(LONG).orElseThrow());
        RdmaStream client = streams.connect(listening.localAddress(), settings, LONG);
        return new StreamPair(listening, client, accepted.join());
    }

    static ByteBuffer buffer(int bytes, boolean direct) {
        return direct ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes);
    }

    static ByteBuffer random(int bytes, boolean direct) {
        byte[] data = new byte[bytes];
        new Random(bytes).nextBytes(data);
        return buffer(bytes, direct).put(data).flip();
    }

    static ByteBuffer readFully(RdmaStream stream, int bytes, boolean direct) {
        ByteBuffer read = buffer(bytes, direct);
        while (read.hasRemaining()) {
            assertThat(stream.read(read)).isPositive();
        }
        return read.flip();
    }
}
