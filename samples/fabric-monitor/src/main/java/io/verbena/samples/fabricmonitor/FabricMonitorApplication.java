package io.verbena.samples.fabricmonitor;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Watches the fabric and shows it on a web page. The starter reads the fabric; see {@code rdma.subnet} in
 * application.yml.
 */
@SpringBootApplication
@EnableScheduling
public class FabricMonitorApplication {

    /** Starts the application. */
    public static void main(String[] arguments) {
        SpringApplication.run(FabricMonitorApplication.class, arguments);
    }
}
