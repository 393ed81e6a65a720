package org.example;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.mad.MadTransactor;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Prints what the starter found. */
@SpringBootApplication
public class Outside {
    public static void main(String[] arguments) {
        SpringApplication.run(Outside.class, arguments);
    }

    @Bean
    CommandLineRunner report(Rdma rdma, EndPort port, MadTransactor mad) {
        return arguments -> System.out.println(
                port.name() + " sees " + rdma.discovery(mad).run().nodes().size() + " nodes");
    }
}
