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
     */
    public static int run(Class<?> source, String... args) throws Exception {
        try (ConfigurableApplicationContext context = application(source).run(args)) {
            ShellRunner runner = context.getBean(ShellRunner.class);
            runner.run(args);
            return runner instanceof TerminalRunner
                    ? 0
                    : context.getBean(ConsoleSession.class).lastExitCode();
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
        application.setDefaultProperties(Map.of("logging.level.root", "warn"));
        return application;
    }
}
