package io.verbena.samples.webfluxoverrdma;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Runs a server, a client, or both, according to the profile. With a client, the application ends after the last
 * response.
 */
@SpringBootApplication
public class WebFluxOverRdmaApplication {

    /** Starts the application. */
    public static void main(String[] arguments) {
        ConfigurableApplicationContext application = SpringApplication.run(WebFluxOverRdmaApplication.class, arguments);
        if (application.getBeanProvider(BookClient.class).getIfAvailable() != null) {
            System.exit(SpringApplication.exit(application));
        }
    }
}
