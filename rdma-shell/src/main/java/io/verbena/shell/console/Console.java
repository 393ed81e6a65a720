package io.verbena.shell.console;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.beans.BeansException;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.shell.core.ShellRunner;

/** Opens the console. */
public final class Console {
    private Console() {}

    /**
     * Starts Spring with the configuration class {@code source}, one of whose beans is the {@link CommandSet}, and runs
     * commands until the user leaves. Spring scans and auto-configures only what {@code source} requests.
     *
     * @param args the arguments of the console, for the bean {@code ApplicationArguments}
     * @return 0 after a session on a terminal; with redirected input, the exit code of the last command
     * @throws IllegalArgumentException if the console cannot start with its configuration
     */
    public static int run(Class<?> source, String... args) throws Exception {
        try (ConfigurableApplicationContext context = start(source, args)) {
            ShellRunner runner = context.getBean(ShellRunner.class);
            runner.run(args);
            return runner instanceof TerminalRunner
                    ? 0
                    : context.getBean(ConsoleSession.class).lastExitCode();
        }
    }

    private static ConfigurableApplicationContext start(Class<?> source, String... args) {
        try {
            return application(source).run(args);
        } catch (RuntimeException e) {
            throw FailedStart.explained(e);
        }
    }

    private static SpringApplication application(Class<?> source) {
        SpringApplication application = new SpringApplication(ConsoleConfiguration.class, source);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLazyInitialization(true);
        application.setLogStartupInfo(false);
        // The arguments are options of the commands; --debug has another meaning in Spring.
        application.setAddCommandLineProperties(false);
        // The caller reports failures of the start.
        application.setDefaultProperties(Map.of(
                "logging.level.root", "warn",
                "logging.level.org.springframework.boot.diagnostics", "off",
                "logging.level.org.springframework.boot.SpringApplication", "off",
                "logging.level.org.springframework.context.annotation", "error"));
        return application;
    }

    /**
     * Reduces a failed start to one line from the failure analyzers on the class path, without the frame that Spring Boot
     * prints around it.
     */
    static final class FailedStart {
        private FailedStart() {}

        static RuntimeException explained(RuntimeException failure) {
            return analyzers().stream()
                    .map(analyzer -> analyzer.analyze(failure))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .<RuntimeException>map(analysis -> new IllegalArgumentException(line(analysis), failure))
                    .orElseGet(() -> cause(failure));
        }

        /** Returns the exception of the failed bean instead of the exceptions that Spring wraps around it. */
        private static RuntimeException cause(RuntimeException failure) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (cause instanceof RuntimeException thrown && !(cause instanceof BeansException)) {
                    return thrown;
                }
            }
            return failure;
        }

        /** Returns the analyzers that do not need an application context, because it is closed already. */
        private static List<FailureAnalyzer> analyzers() {
            return SpringFactoriesLoader.forDefaultResourceLocation()
                    .load(FailureAnalyzer.class, (type, name, failure) -> {});
        }

        private static String line(FailureAnalysis analysis) {
            String text = analysis.getDescription() + (analysis.getAction() == null ? "" : ". " + analysis.getAction());
            return text.strip().replaceAll("\\s*\\R\\s*", "; ");
        }
    }
}
