package io.verbena.samples.grpcoverrdma;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Runs a server, a client, or both, according to the profile. With a client, the application ends after the last
 * response.
 */
@SpringBootApplication
public class GrpcOverRdmaApplication {

    /** Starts the application. */
    public static void main(String[] arguments) {
        ConfigurableApplicationContext application = SpringApplication.run(GrpcOverRdmaApplication.class, arguments);
        if (application.getBeanProvider(PrimesClient.class).getIfAvailable() != null) {
            System.exit(SpringApplication.exit(application));
        }
    }
}
