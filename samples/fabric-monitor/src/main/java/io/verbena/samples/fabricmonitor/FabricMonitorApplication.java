package io.verbena.samples.fabricmonitor;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Watches the fabric, and shows it in a page. The starter reads it; see {@code rdma.subnet} in application.yml. */
@SpringBootApplication
@EnableScheduling
public class FabricMonitorApplication {

    /** Starts it. */
    public static void main(String[] arguments) {
        SpringApplication.run(FabricMonitorApplication.class, arguments);
    }
}
