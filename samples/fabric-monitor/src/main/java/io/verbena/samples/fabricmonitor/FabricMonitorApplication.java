package io.verbena.samples.fabricmonitor;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Discovers the fabric again and again, logs what changed, and serves it as JSON. */
@SpringBootApplication
@EnableScheduling
public class FabricMonitorApplication {

    /** Starts it. */
    public static void main(String[] arguments) {
        SpringApplication.run(FabricMonitorApplication.class, arguments);
    }
}
