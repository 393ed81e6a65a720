package io.verbena.shell;

import io.verbena.shell.command.DeviceNames;
import io.verbena.shell.command.VerbenaCommand;
import io.verbena.shell.console.CommandSet;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParseResult;

/**
 * What the console of Verbena is made of beside the console itself: the commands, on the fabric of the starter. What the
 * console was started with counts more than the {@code rdma.*} properties.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration(RdmaAutoConfiguration.class)
class VerbenaConsole {
    private static final String FABRIC = "--fabric";
    private static final String DEVICE = "--Ca";
    private static final String PORT = "--Port";
    private static final String TIMEOUT = "--timeout";

    @Bean
    static BeanFactoryPostProcessor argumentsAsProperties(
            ConfigurableEnvironment environment, ApplicationArguments arguments) {
        MapPropertySource properties =
                new MapPropertySource("arguments of the console", properties(parse(arguments.getSourceArgs())));
        return beans -> environment.getPropertySources().addFirst(properties);
    }

    @Bean
    CommandSet commands(ApplicationArguments arguments, RdmaFabricDetails details, RdmaProperties properties) {
        String[] outer = outerArguments(arguments.getSourceArgs(), details, properties);
        return new CommandSet() {
            @Override
            public CommandLine commandLine(PrintWriter out, PrintWriter err) {
                return VerbenaCommand.commandLineWithin(outer).setOut(out).setErr(err);
            }

            @Override
            public List<String> candidates(ArgSpec argument) {
                return DeviceNames.isAskedFor(argument) ? DeviceNames.of(outer) : List.of();
            }
        };
    }

    private static ParseResult parse(String... arguments) {
        return VerbenaCommand.commandLine(() -> 0).parseArgs(arguments);
    }

    private static @Nullable String value(ParseResult given, String option) {
        return given.hasMatchedOption(option)
                ? given.matchedOption(option).originalStringValues().get(0)
                : null;
    }

    /** What is no fabric, or no end port by itself, is left to the commands, which know what to say of it. */
    private static Map<String, Object> properties(ParseResult given) {
        Map<String, Object> properties = new HashMap<>();
        String fabric = value(given, FABRIC);
        if (fabric != null && fabric.matches("native|embedded(:.*)?")) {
            String[] parts = fabric.split(":", 2);
            properties.put("rdma.fabric.type", parts[0]);
            properties.put("rdma.fabric.topology", parts.length < 2 ? "" : parts[1]);
        }
        String device = value(given, DEVICE);
        String port = value(given, PORT);
        if (device != null) {
            properties.put("rdma.end-port", port == null ? device : device + "/" + port);
        } else if (port != null && !port.matches("[0-9]+")) {
            properties.put("rdma.end-port", port);
        }
        return properties;
    }

    /** The arguments of the console, and what they leave open from the beans. */
    private static String[] outerArguments(String[] arguments, RdmaFabricDetails details, RdmaProperties properties) {
        ParseResult given = parse(arguments);
        List<String> outer = new ArrayList<>();
        if (!given.hasMatchedOption(FABRIC)) {
            outer.addAll(List.of(FABRIC, details.fabric()));
        }
        if (!given.hasMatchedOption(DEVICE) && !given.hasMatchedOption(PORT)) {
            details.endPort().ifPresent(port -> outer.addAll(List.of(PORT, port)));
        }
        if (!given.hasMatchedOption(TIMEOUT)) {
            outer.addAll(
                    List.of(TIMEOUT, String.valueOf(properties.mad().timeout().toMillis())));
        }
        outer.addAll(Arrays.asList(arguments));
        return outer.toArray(String[]::new);
    }
}
