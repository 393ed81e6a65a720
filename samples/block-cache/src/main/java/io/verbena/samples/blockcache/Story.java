package io.verbena.samples.blockcache;

import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * Demonstrates a server and two clients: writes by messages, reads by RDMA during writes, and a restart of the server.
 */
@Component
@ConditionalOnProperty(name = "block-cache.role", havingValue = "demo", matchIfMissing = true)
class Story implements ApplicationRunner {
    private final BlockCacheProperties properties;
    private final Hosts hosts;
    private final InetSocketAddress address;

    Story(BlockCacheProperties properties, Hosts hosts) {
        this.properties = properties;
        this.hosts = hosts;
        this.address = properties.address(hosts);
    }

    @Override
    public void run(ApplicationArguments arguments) {
        try (BlockClient writer = client(1);
                BlockClient reader = client(2)) {
            try (BlockServer server = start()) {
                say("A server keeps %d blocks of %d bytes at %s.", blocks(), size(), text(server.address()));
                write(writer, 1);
                say("Client 1 wrote %d blocks, by as many messages.", server.requests());
                long before = server.requests();
                say("Client 2 read %s.", readAll(reader, properties.rounds()));
                say("For these reads the server answered %d messages.", server.requests() - before);
                say("While client 1 wrote on, client 2 %s.", readMeanwhile(writer, reader));
                say("The server stops, and its blocks are gone.");
            }
            try (BlockServer server = start()) {
                Block block = reader.read(0);
                say(
                        "Another server starts. Client 2 connected again, with other keys, and found block 0 %s.",
                        block.isEmpty() ? "empty" : "with data of the server before");
                write(writer, 2);
                say("Client 1 wrote %d blocks, and client 2 found %d of them old.", server.requests(), old(reader));
            }
        }
    }

    private BlockServer start() {
        return BlockServer.start(hosts.server(), address, blocks(), size());
    }

    private BlockClient client(int number) {
        return new BlockClient(hosts.client(number), address, properties.timeout());
    }

    private void write(BlockClient writer, int value) {
        for (int number = 0; number < blocks(); number++) {
            writer.write(number, Patterns.of(value, size()));
        }
    }

    /** Reads a block repeatedly while another client writes to it. */
    private String readMeanwhile(BlockClient writer, BlockClient reader) {
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            for (int value = 0; value < 10 * properties.rounds(); value++) {
                writer.write(0, Patterns.of(value, size()));
            }
        });
        CompletableFuture<Void> written = writing.whenComplete((none, failure) -> done.set(true));
        BlockClient.Statistics before = reader.statistics();
        long answered = 0;
        long mixed = 0;
        while (!done.get() || answered == 0) {
            answered++;
            mixed += Patterns.isWhole(reader.read(0)) ? 0 : 1;
        }
        written.join();
        return "read block 0 %d times, took %d torn copies again, and was given %d torn ones"
                .formatted(answered, reader.statistics().torn() - before.torn(), mixed);
    }

    private int old(BlockClient reader) {
        int old = 0;
        for (int number = 0; number < blocks(); number++) {
            old += reader.read(number).data().mismatch(Patterns.of(2, size())) < 0 ? 0 : 1;
        }
        return old;
    }

    /** Reads all blocks repeatedly and describes the number, the time and the rate. */
    static String readAll(BlockClient client, int rounds) {
        int blocks = client.blocks();
        long bytes = 0;
        long began = System.nanoTime();
        for (int round = 0; round < rounds; round++) {
            for (int number = 0; number < blocks; number++) {
                bytes += client.read(number).data().remaining();
            }
        }
        double seconds = Math.max(1, System.nanoTime() - began) / 1e9;
        return String.format(
                Locale.ROOT,
                "%d blocks by RDMA in %.0f ms: %.0f per second, %.0f MB/s",
                rounds * blocks,
                seconds * 1e3,
                rounds * blocks / seconds,
                bytes / seconds / 1e6);
    }

    static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private int blocks() {
        return properties.blocks();
    }

    private int size() {
        return properties.blockSize();
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
