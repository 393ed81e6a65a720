package io.verbena.shell.console;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.shell.core.command.availability.Availability;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands with the syntax of infiniband-diags, to try the console with. */
@Command(
        name = "verbena",
        subcommands = {
            DemoCommands.Lid.class,
            DemoCommands.Broken.class,
            DemoCommands.Watch.class,
            DemoCommands.Away.class,
            CommandLine.HelpCommand.class
        })
final class DemoCommands implements CommandSet {

    @Configuration(proxyBeanMethods = false)
    static class Beans {
        @Bean
        CommandSet demoCommands() {
            return new DemoCommands();
        }
    }

    static final class Main {
        private Main() {}

        public static void main(String[] args) throws Exception {
            System.exit(Console.run(Beans.class, args));
        }
    }

    enum Speed {
        SDR,
        EDR,
        NDR
    }

    static final class Devices implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("mlx5_0", "mlx5_1").iterator();
        }
    }

    @Command(name = "lid", aliases = "address", description = "Shows what was understood.")
    static final class Lid implements Callable<Integer> {
        @Spec
        CommandSpec spec = CommandSpec.create();

        @Option(names = "-l", description = "One line for each.")
        boolean list;

        @Option(names = {"-P", "--Port"})
        int port;

        @Option(
                names = {"-C", "--Ca"},
                completionCandidates = Devices.class,
                description = "The device to use.")
        @Nullable String device;

        @Option(names = {"-s", "--speed"})
        @Nullable Speed speed;

        @Parameters(paramLabel = "NODE")
        String[] nodes = {};

        @Override
        public Integer call() {
            spec.commandLine()
                    .getOut()
                    .printf(
                            "list=%s port=%d device=%s speed=%s nodes=%s%n",
                            list, port, device, speed, Arrays.toString(nodes));
            return 0;
        }
    }

    @Command(name = "broken", description = "Fails.")
    static final class Broken implements Callable<Integer> {
        @Override
        public Integer call() {
            throw new IllegalStateException("cannot read port 4 of \"leaf2\"");
        }
    }

    @Command(name = "watch", description = "Runs until it is interrupted.")
    static final class Watch implements Callable<Integer> {
        @Spec
        CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() throws InterruptedException {
            spec.commandLine().getOut().println("watching");
            Thread.sleep(Long.MAX_VALUE);
            return 0;
        }
    }

    @Command(name = "away", description = "Is never available.")
    static final class Away implements Callable<Integer> {
        @Override
        public Integer call() {
            return 0;
        }
    }

    @Override
    public CommandLine commandLine(PrintWriter out, PrintWriter err, String... words) {
        return new CommandLine(new DemoCommands())
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(DemoCommands::report);
    }

    private static int report(Exception failure, CommandLine command, CommandLine.ParseResult input) {
        if (failure instanceof InterruptedException) {
            command.getErr().println("interrupted");
            return 130;
        }
        command.getErr().println("verbena: " + failure.getMessage());
        return 4;
    }

    @Override
    public String group(String command) {
        return command.equals("lid") ? "Fabric" : "Trials";
    }

    @Override
    public Availability availability(String command) {
        return command.equals("away") ? Availability.unavailable("there is no device") : Availability.available();
    }

    @Override
    public Map<String, String> candidates(ArgSpec argument) {
        return argument.paramLabel().equals("NODE")
                ? new TreeMap<>(Map.of("leaf1", "", "leaf2", "a switch", "spine 1", ""))
                : Map.of();
    }
}
