package io.verbena.spring.boot.benchmark;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.CounterSweep;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.mad.MadTransactor;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Node;
import java.util.Arrays;
import java.util.Collection;
import java.util.Random;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Reads the subnet and scrapes its meters as Prometheus does, and prints the milliseconds of each run. On an embedded
 * fabric, it also reads the counters with ten unresponsive nodes.
 */
public final class Scrapes {
    private static final int SILENT = 10;

    private Scrapes() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /** Arguments: the number of warm-up runs, the number of measured runs, and properties of the application. */
    public static void main(String[] arguments) {
        int warm = Integer.parseInt(arguments[0]);
        int runs = Integer.parseInt(arguments[1]);
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off", "logging.level.root=warn")
                .run(Arrays.copyOfRange(arguments, 2, arguments.length))) {
            for (int i = 0; i < warm; i++) {
                run(context, false);
            }
            for (int i = 0; i < runs; i++) {
                run(context, true);
            }
            context.getBeanProvider(EmbeddedFabric.class).ifAvailable(fabric -> silence(context, fabric, runs));
        }
    }

    private static void run(ConfigurableApplicationContext context, boolean tell) {
        SubnetSnapshot snapshot = context.getBean(SubnetService.class).refresh();
        if (!snapshot.failures().isEmpty()) {
            throw new IllegalStateException(snapshot.failures().toString());
        }
        MadTransactor mad = context.getBean(MadTransactor.class);
        long sent = mad.statistics().sent();
        long began = System.nanoTime();
        String text = context.getBean(PrometheusMeterRegistry.class).scrape();
        double millis = millisSince(began);
        if (mad.statistics().sent() != sent) {
            throw new IllegalStateException("a scrape has sent datagrams");
        }
        if (tell) {
            System.out.printf("discovery %.1f%n", snapshot.discoveryTime().toNanos() / 1e6);
            System.out.printf("sweep %.1f%n", snapshot.sweepTime().toNanos() / 1e6);
            System.out.printf("scrape %.1f%n", millis);
            System.out.printf("ports %d%n", snapshot.counts().count());
            System.out.printf(
                    "samples %d%n",
                    text.lines().filter(line -> !line.startsWith("#")).count());
        }
    }

    private static void silence(ConfigurableApplicationContext context, EmbeddedFabric fabric, int runs) {
        MadTransactor mad = context.getBean(MadTransactor.class);
        SubnetSnapshot snapshot = context.getBean(SubnetService.class).refresh();
        Collection<Node> nodes = snapshot.subnet().nodes();
        CounterSweep sweep = new CounterSweep(mad);
        new Random(7)
                .ints(1, fabric.nodes().size())
                .distinct()
                .limit(SILENT)
                .mapToObj(fabric.nodes()::get)
                .forEach(EmbeddedNode::silence);
        for (int i = 0; i < runs; i++) {
            long began = System.nanoTime();
            int failures = sweep.runAsync(nodes, NodePaths.withoutAdministration())
                    .join()
                    .failures()
                    .size();
            System.out.printf("silent %.1f%n", millisSince(began));
            System.out.printf("failures %d%n", failures);
        }
    }

    private static double millisSince(long began) {
        return (System.nanoTime() - began) / 1e6;
    }
}
