package io.verbena.samples.madlab;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** Sends the requests of {@code mad-lab.queries}, prints them and ends. The exit code is 1 if a request failed. */
@SpringBootApplication
@EnableConfigurationProperties(MadLabProperties.class)
public class MadLabApplication {

    /** Starts the application. */
    public static void main(String[] arguments) {
        System.exit(SpringApplication.exit(SpringApplication.run(MadLabApplication.class, arguments)));
    }
}
