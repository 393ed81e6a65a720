package io.verbena.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Measures what the starter adds to the startup of an application on the embedded fabric. Starts with and without the
 * starter alternate in one warm JVM.
 */
public final class ContextRefresh {
    private static final int WARM_UP = 20;
    private static final int RUNS = 30;

    private ContextRefresh() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    public static void main(String[] arguments) {
        String verbena = StreamSupport.stream(
                        ImportCandidates.load(AutoConfiguration.class, ContextRefresh.class.getClassLoader())
                                .spliterator(),
                        false)
                .filter(name -> name.startsWith("io.verbena."))
                .collect(Collectors.joining(","));
        String[] without = {"--spring.autoconfigure.exclude=" + verbena};
        String[] with = {"--rdma.fabric.type=embedded", "--rdma.fabric.topology=two-node"};
        for (int i = 0; i < WARM_UP; i++) {
            millis(without);
            millis(with);
        }
        double[] differences = new double[RUNS];
        double[] whole = new double[RUNS];
        for (int i = 0; i < RUNS; i++) {
            double base = millis(without);
            whole[i] = millis(with);
            differences[i] = whole[i] - base;
        }
        System.out.printf(Locale.ROOT, "with the starter ms: %.1f%n", median(whole));
        System.out.printf(Locale.ROOT, "added by the starter ms: %.1f%n", median(differences));
    }

    /** Returns the duration of a start, without closing the context. */
    private static double millis(String... arguments) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        long begin = System.nanoTime();
        try (ConfigurableApplicationContext context = application.run(arguments)) {
            long end = System.nanoTime();
            if (arguments.length > 1 && !context.containsBean("rdma")) {
                throw new IllegalStateException("the application context has no bean 'rdma': the starter is missing");
            }
            return (end - begin) / 1e6;
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
