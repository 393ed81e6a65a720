package io.verbena.samples.echoservice;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Runs a server, a client, or both, according to the profile. With a client, the application ends after the last
 * response.
 */
@SpringBootApplication
public class EchoServiceApplication {

    /** Starts the application; arguments that are not options are the lines to send. */
    public static void main(String[] arguments) {
        ConfigurableApplicationContext application = SpringApplication.run(EchoServiceApplication.class, arguments);
        if (application.getBeanProvider(EchoClient.class).getIfAvailable() != null) {
            System.exit(SpringApplication.exit(application));
        }
    }
}
