package io.verbena.samples.madlab;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** Asks what {@code mad-lab.queries} lists, prints it, and ends; with status 1 if one was not answered. */
@SpringBootApplication
@EnableConfigurationProperties(MadLabProperties.class)
public class MadLabApplication {

    /** Starts it. */
    public static void main(String[] arguments) {
        System.exit(SpringApplication.exit(SpringApplication.run(MadLabApplication.class, arguments)));
    }
}
