package io.verbena.samples.blockcache;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** A server of blocks, a client, or a demonstration with both, according to {@code block-cache.role}. */
@SpringBootApplication
@EnableConfigurationProperties(BlockCacheProperties.class)
public class BlockCacheApplication {

    /** Starts the application. */
    public static void main(String[] arguments) {
        System.exit(SpringApplication.exit(SpringApplication.run(BlockCacheApplication.class, arguments)));
    }
}
