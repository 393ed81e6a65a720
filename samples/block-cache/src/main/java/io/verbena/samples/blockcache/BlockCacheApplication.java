package io.verbena.samples.blockcache;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** A server of blocks, a client, or both with a story; {@code block-cache.role} says which. */
@SpringBootApplication
@EnableConfigurationProperties(BlockCacheProperties.class)
public class BlockCacheApplication {

    /** Starts it. */
    public static void main(String[] arguments) {
        System.exit(SpringApplication.exit(SpringApplication.run(BlockCacheApplication.class, arguments)));
    }
}
