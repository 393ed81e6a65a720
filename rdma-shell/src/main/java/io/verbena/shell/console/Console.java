package io.verbena.shell.console;

import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.shell.core.ShellRunner;

/** Opens the console. */
public final class Console {
    private Console() {}

    /**
     * Starts Spring with the configuration class {@code source}, one of whose beans is the {@link CommandSet}, and runs
     * what is typed until the user leaves. Nothing is scanned or auto-configured that {@code source} does not ask for.
     *
     * @param args what the console was started with, for the bean {@code ApplicationArguments}
     * @return 0 after a session in a terminal; where the input is redirected, the exit code of its last command
     * @throws IllegalArgumentException if it cannot start as it is configured; the message says in one line why
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
        // They are options of the commands; --debug means something else to Spring.
        application.setAddCommandLineProperties(false);
        // What fails at the start is told by whoever called.
        application.setDefaultProperties(Map.of(
                "logging.level.root", "warn",
                "logging.level.org.springframework.boot.diagnostics", "off",
                "logging.level.org.springframework.boot.SpringApplication", "off",
                "logging.level.org.springframework.context.annotation", "error"));
        return application;
    }
}
