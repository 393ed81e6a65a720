package io.verbena.shell;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.KnownNames;
import io.verbena.shell.cli.SessionState;
import io.verbena.shell.cli.StartOptions;
import io.verbena.shell.command.VerbenaCommand;
import io.verbena.shell.console.CommandSet;
import io.verbena.shell.console.Script;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import io.verbena.trace.PcapFile;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;
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
@Import(VerbenaConsole.ConsoleFabric.class)
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

    /** Lends the beans of the console to its commands. If a bean cannot be created, the next command tries again. */
    static final class ConsoleFabric implements FabricHost {
        private final RdmaFabricDetails details;
        private final MadOptions madOptions;
        private final SessionState state = new SessionState();
        private final ObjectProvider<EmbeddedFabric> embedded;
        private final ObjectProvider<Rdma> rdma;
        private final ObjectProvider<EndPort> endPort;
        private final ObjectProvider<MadTransactor> transactor;
        private final ObjectProvider<ManagementAccess> access;
        private @Nullable MadTransactor mad;

        ConsoleFabric(
                StartOptions start,
                RdmaFabricDetails details,
                RdmaProperties properties,
                ObjectProvider<EmbeddedFabric> embedded,
                ObjectProvider<Rdma> rdma,
                ObjectProvider<EndPort> endPort,
                ObjectProvider<MadTransactor> transactor,
                ObjectProvider<ManagementAccess> access) {
            this.details = details;
            this.madOptions = start.madOptions(properties.mad().options());
            state.page(start.pages());
            this.embedded = embedded;
            this.rdma = rdma;
            this.endPort = endPort;
            this.transactor = transactor;
            this.access = access;
        }

        @Override
        public String fabric() {
            return details.fabric();
        }

        @Override
        public SessionState state() {
            return state;
        }

        @Override
        public MadOptions madOptions() {
            return madOptions;
        }

        @Override
        public Optional<EmbeddedFabric> embedded() {
            return bean(() -> Optional.ofNullable(embedded.getIfAvailable()));
        }

        @Override
        public Rdma rdma() {
            return bean(rdma::getObject);
        }

        @Override
        public EndPort endPort() {
            return bean(endPort::getObject);
        }

        /** Returns the transactor bean. If its port was lost with its device, returns a new transactor on the same port. */
        @Override
        public synchronized MadTransactor mad() {
            MadTransactor current = mad == null ? bean(this::madBean) : mad;
            mad = current.isOpen() ? current : rdma().mad(current.endPort(), madOptions);
            return mad;
        }

        private MadTransactor madBean() {
            MadTransactor found = transactor.getIfAvailable();
            if (found != null) {
                return found;
            }
            throw access.getObject()
                    .refusal()
                    .orElseGet(() -> new RdmaException("this console has no bean of the type MadTransactor"));
        }

        /**
         * Returns a bean, or throws the exception of the library that prevented its creation instead of the one that Spring
         * wraps around it.
         */
        private static <T> T bean(Supplier<T> beans) {
            try {
                return beans.get();
            } catch (BeansException e) {
                for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                    boolean wrapped = cause instanceof RdmaConfigurationException && cause.getCause() != null;
                    if (cause instanceof RuntimeException failure && !(cause instanceof BeansException) && !wrapped) {
                        throw failure;
                    }
                }
                throw e;
            }
        }
    }
}
