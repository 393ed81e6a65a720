package io.verbena.monitor;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Watches a fabric over time: collector, store, alarms and web in one process. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class MonitorApplication {
    private static final String FABRIC = "--fabric";
    private static final String EMBEDDED = "embedded";

    /** Starts the application. Arguments are properties; {@code --fabric FABRIC} selects a fabric as in all commands. */
    public static void main(String[] arguments) {
        SpringApplication.run(MonitorApplication.class, properties(List.of(arguments)));
    }

    /** Replaces {@code --fabric} by the properties of the starter. */
    static String[] properties(List<String> arguments) {
        List<String> properties = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals(FABRIC) && i + 1 < arguments.size()) {
                properties.addAll(fabric(arguments.get(++i)));
            } else if (argument.startsWith(FABRIC + "=")) {
                properties.addAll(fabric(argument.substring(FABRIC.length() + 1)));
            } else {
                properties.add(argument);
            }
        }
        return properties.toArray(String[]::new);
    }

    private static List<String> fabric(String fabric) {
        if (fabric.equals(EMBEDDED) || fabric.startsWith(EMBEDDED + ":")) {
            String topology = fabric.equals(EMBEDDED) ? "" : fabric.substring(EMBEDDED.length() + 1);
            return List.of("--rdma.fabric.type=embedded", "--rdma.fabric.topology=" + topology);
        }
        return List.of("--rdma.fabric.type=" + fabric, "--rdma.fabric.topology=");
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }
}
