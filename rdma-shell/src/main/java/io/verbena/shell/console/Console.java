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
}
