package io.verbena.shell;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.shell.cli.KnownNames;
import io.verbena.shell.cli.StartOptions;
import io.verbena.shell.command.VerbenaCommand;
import io.verbena.shell.console.CommandSet;
import io.verbena.shell.console.Script;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import io.verbena.trace.PcapFile;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/**
 * Configures the console: its commands and the beans of the starter that they use. Options of the command line take
 * precedence over {@code rdma.*} properties.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration(RdmaAutoConfiguration.class)
@Import(ConsoleFabric.class)
class VerbenaConsole {
    @Bean
    static StartOptions startOptions(ApplicationArguments arguments) {
        return VerbenaCommand.startOptions(arguments.getSourceArgs());
    }

    @Bean
    RdmaFabricDetails rdmaFabricDetails(StartOptions start, RdmaProperties properties) {
        RdmaFabricDetails configured = RdmaFabricDetails.of(properties);
        return new Details(start.fabric().orElseGet(configured::fabric), configured.endPort());
    }

    private record Details(String fabric, Optional<String> endPort) implements RdmaFabricDetails {}

    @Bean
    @Lazy
    EndPort endPort(StartOptions start, RdmaFabricDetails details, Rdma rdma) {
        return start.endPort(rdma)
                .or(() -> details.endPort().map(rdma::endPort))
                .orElseGet(rdma::defaultEndPort);
    }

    @Bean
    RdmaCustomizer consoleCustomizer(ConsoleFabric fabric, @Nullable PcapFile pcap) {
        return builder -> {
            builder.mad(fabric.madOptions()).tracer(fabric.state()).packets(fabric.state());
            // The state survives a fabric that cannot be opened, so the next attempt finds it.
            Optional.ofNullable(pcap).ifPresent(file -> builder.packets(packet -> file.packet(packet)));
        };
    }

    /** Opens the packet capture eagerly: the console does not start if it cannot write the requested capture. */
    @Bean
    @Lazy(false)
    @Nullable PcapFile pcap(StartOptions start) {
        return start.pcap().map(PcapFile::open).orElse(null);
    }

    @Bean
    @Nullable Script script(StartOptions start) {
        return start.script().map(file -> new Script(file, start.keepsGoing())).orElse(null);
    }

    @Bean
    CommandSet commands(StartOptions start, ConsoleFabric fabric) {
        return new CommandSet() {
            @Override
            public CommandLine commandLine(PrintWriter out, PrintWriter err, String... words) {
                return VerbenaCommand.commandLineWithin(
                                start.with(fabric.state().format()), fabric, words)
                        .setOut(out)
                        .setErr(err);
            }

            @Override
            public String group(String command) {
                return VerbenaCommand.group(command);
            }

            @Override
            public boolean pages() {
                return fabric.state().pages();
            }

            @Override
            public Map<String, String> candidates(ArgSpec argument) {
                return KnownNames.candidates(fabric, argument);
            }
        };
    }
}
