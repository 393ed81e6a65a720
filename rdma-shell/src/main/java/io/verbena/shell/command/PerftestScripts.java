package io.verbena.shell.command;

import io.verbena.shell.cli.CompoundCommand;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.StartOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The scripts of perftest, which run its programs: each run is a thread of this process, bound to a processor if one is given. */
final class PerftestScripts {
    private PerftestScripts() {}

    /** A command that runs on a thread of its own, with its output and exit status. */
    private static final class Run {
        private final StringWriter output = new StringWriter();
        private final StringWriter errors = new StringWriter();
        private final FutureTask<Integer> task;

        Run(StartOptions start, FabricHost host, @Nullable String core, String... words) {
            task = new FutureTask<>(() -> {
                if (core != null) {
                    bind(core);
                }
                return VerbenaCommand.commandLineWithin(start, host, words)
                        .setOut(new PrintWriter(output))
                        .setErr(new PrintWriter(errors))
                        .execute(words);
            });
            new Thread(task, "verbena-" + words[0]).start();
        }

        /** Waits for the end, prints the output, and returns the exit status. */
        int end(PrintWriter out, PrintWriter err) throws InterruptedException {
            try {
                return task.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IllegalArgumentException invalid) {
                    throw invalid;
                }
                throw new IllegalStateException(e.getCause());
            } finally {
                out.print(output);
                out.flush();
                err.print(errors);
                err.flush();
            }
        }

        /** Binds this thread, and the threads that it starts, to a processor. */
        private static void bind(String core) throws IOException, InterruptedException {
            String thread = Files.readSymbolicLink(Path.of("/proc/thread-self"))
                    .getFileName()
                    .toString();
            Process taskset = new ProcessBuilder("taskset", "-cp", core, thread)
                    .redirectErrorStream(true)
                    .start();
            String said = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (taskset.waitFor() != 0) {
                throw new IllegalArgumentException("cannot use processor '" + core + "': " + said);
            }
        }
    }

    @Examples({
        "run_perftest_loopback 0 1 ib_write_bw -s 10 # Measure writes of 10 bytes between two processors of this host.",
        "run_perftest_loopback 0 0 ib_send_lat -d mlx5_0 # Measure the latency of sends of a device to itself."
    })
    @Exits(found = "the client ended with 1", failed = "the client failed")
    @Command(
            name = "run_perftest_loopback",
            description = "Runs server and client of a program of perftest on this host, each on a processor.",
            footer = {"", "The exit status is that of the client."})
    static final class RunPerftestLoopbackCommand extends CompoundCommand {
        /** The time that the script leaves the server before it starts the client. */
        private static final long PAUSE_MILLIS = 1000;

        @Parameters(index = "0", paramLabel = "SERVER_CORE", description = "Processor of the server.")
        String serverCore;

        @Parameters(index = "1", paramLabel = "CLIENT_CORE", description = "Processor of the client.")
        String clientCore;

        @Parameters(
                index = "2..*",
                arity = "1..*",
                paramLabel = "COMMAND",
                description = "The command with its options, but without a host.")
        List<String> command;

        @Override
        protected Integer run(FabricHost host, StartOptions start) throws InterruptedException {
            List<String> calling = new ArrayList<>(command);
            calling.add("localhost");
            Run server = new Run(start, host, serverCore, command.toArray(String[]::new));
            Thread.sleep(PAUSE_MILLIS);
            if (server.task.isDone()) {
                return server.end(out(), err());
            }
            Run client = new Run(start, host, clientCore, calling.toArray(String[]::new));
            int code = client.end(out(), err());
            if (code != 0) {
                server.task.cancel(true);
                return code;
            }
            server.end(out(), err());
            return code;
        }
    }

    @Examples({
        "run_perftest_multi_devices -d mlx5_0,mlx5_1 --cmd ib_write_bw # Wait for a client on each of two devices.",
        "run_perftest_multi_devices -d mlx5_0,mlx5_1 --cmd ib_write_bw -r host2 # Measure from both devices at once."
    })
    @Exits(found = "a run ended with 1", failed = "a run failed")
    @Command(
            name = "run_perftest_multi_devices",
            description = "Runs a program of perftest on several devices at once.",
            footer = {
                "",
                "The runs use the TCP ports from 15000 on, in the order of the devices. The exit status is the highest of theirs."
            })
    static final class RunPerftestMultiDevicesCommand extends CompoundCommand {
        private static final int FIRST_PORT = 15000;

        @Option(
                names = {"-d", "--devices"},
                paramLabel = "DEVICES",
                required = true,
                split = ",",
                description = "Devices, separated by commas.")
        List<String> devices;

        @Option(
                names = {"-C", "--cmd"},
                paramLabel = "COMMAND",
                required = true,
                description = "The command with its options, but without a host.")
        String command;

        @Option(
                names = {"-c", "--cores"},
                paramLabel = "CORES",
                split = ",",
                description = "Processor of each device (default: any).")
        @Nullable List<String> cores;

        @Option(
                names = {"-i", "--ib_ports"},
                paramLabel = "PORTS",
                split = ",",
                description = "Port of each device (default: that of the command).")
        @Nullable List<String> ports;

        @Option(
                names = {"-x", "--gid_indexes"},
                paramLabel = "INDEXES",
                split = ",",
                description = "GID index of each device (default: that of the command).")
        @Nullable List<String> gidIndexes;

        @Option(
                names = {"-r", "--remote"},
                paramLabel = "HOST",
                description = "Host of the servers (default: be the servers).")
        @Nullable String remote;

        @Override
        protected Integer run(FabricHost host, StartOptions start) throws InterruptedException {
            requireAll("--cores", cores);
            requireAll("--ib_ports", ports);
            requireAll("--gid_indexes", gidIndexes);
            List<Run> runs = new ArrayList<>();
            for (int i = 0; i < devices.size(); i++) {
                String core = cores == null ? null : cores.get(i);
                runs.add(new Run(start, host, core, words(i).toArray(String[]::new)));
            }
            int highest = 0;
            for (Run run : runs) {
                highest = Math.max(highest, run.end(out(), err()));
            }
            return highest;
        }

        private void requireAll(String option, @Nullable List<String> values) {
            if (values != null && values.size() != devices.size()) {
                throw new IllegalArgumentException(option + ": " + values.size() + " values for " + devices.size()
                        + " devices; give one for each device");
            }
        }

        private List<String> words(int index) {
            List<String> words = new ArrayList<>(Arrays.asList(command.strip().split("\\s+", -1)));
            words.addAll(List.of("-d", devices.get(index), "-p", String.valueOf(FIRST_PORT + index)));
            if (ports != null) {
                words.addAll(List.of("-i", ports.get(index)));
            }
            if (gidIndexes != null) {
                words.addAll(List.of("-x", gidIndexes.get(index)));
            }
            if (remote != null) {
                words.add(remote);
            }
            return words;
        }
    }
}
