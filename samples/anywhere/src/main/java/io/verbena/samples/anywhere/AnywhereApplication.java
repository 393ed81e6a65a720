package io.verbena.samples.anywhere;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Prints a report and ends. */
@SpringBootApplication
public class AnywhereApplication {

    /** Starts the application. */
    public static void main(String[] arguments) {
        System.exit(SpringApplication.exit(SpringApplication.run(AnywhereApplication.class, arguments)));
    }
}
