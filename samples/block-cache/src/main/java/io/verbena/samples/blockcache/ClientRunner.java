package io.verbena.samples.blockcache;

import io.verbena.error.RdmaException;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** Reads all blocks of a server repeatedly and prints the rate. */
@Component
@ConditionalOnProperty(name = "block-cache.role", havingValue = "client")
class ClientRunner implements ApplicationRunner {
    private final BlockCacheProperties properties;
    private final Hosts hosts;

    ClientRunner(BlockCacheProperties properties, Hosts hosts) {
        this.properties = properties;
        this.hosts = hosts;
    }

    /**
     * Reads the blocks.
     *
     * @throws RdmaException if the server does not respond within the timeout
     */
    @Override
    public void run(ApplicationArguments arguments) {
        try (BlockClient client = new BlockClient(hosts.client(1), properties.address(hosts), properties.timeout())) {
            System.out.println("Read " + Story.readAll(client, properties.rounds()));
        }
    }
}
