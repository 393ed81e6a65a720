package io.verbena.samples.blockcache;

import java.util.concurrent.CountDownLatch;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** Serves blocks with test data until the process is stopped. */
@Component
@ConditionalOnProperty(name = "block-cache.role", havingValue = "server")
class ServerRunner implements ApplicationRunner {
    private final BlockCacheProperties properties;
    private final Hosts hosts;

    ServerRunner(BlockCacheProperties properties, Hosts hosts) {
        this.properties = properties;
        this.hosts = hosts;
    }

    @Override
    public void run(ApplicationArguments arguments) throws InterruptedException {
        try (BlockServer server = BlockServer.start(
                hosts.server(), properties.address(hosts), properties.blocks(), properties.blockSize())) {
            for (int number = 0; number < properties.blocks(); number++) {
                server.write(number, Patterns.of(number, properties.blockSize()));
            }
            System.out.printf(
                    "Serving %d blocks of %d bytes at %s%n",
                    properties.blocks(), properties.blockSize(), Story.text(server.address()));
            new CountDownLatch(1).await();
        }
    }
}
