package io.verbena.shell.command;

import io.verbena.shell.cli.CompoundCommand;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result.ExitCode;
import io.verbena.shell.cli.StartOptions;
import io.verbena.shell.cli.Terminals;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "watch ibnetdiscover -l # Run every two seconds and highlight changes, until Ctrl-C.",
    "watch -n 10s -c 6 smpquery portinfo 4 1 # Run six times within a minute."
})
@Exits(found = "the last run found a problem", partial = "the last run was incomplete")
@Command(
        name = "watch",
        description = "Runs a command repeatedly and, on a terminal, highlights the changes since the previous run.")
final class WatchCommand extends CompoundCommand {
    private static final String CLEAR = "\u001b[H\u001b[2J";

    @Option(
            names = {"-n", "--interval"},
            paramLabel = "TIME",
            defaultValue = "2s",
            description = "Interval between two runs, for example 500ms (default: 2s).")
    String interval;

    @Option(
            names = {"-c", "--count"},
            paramLabel = "N",
            description = "Number of runs (default: until Ctrl-C).")
    @Nullable Integer count;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command with its options and arguments.")
    List<String> command;

    @Override
    protected Integer run(FabricHost host, StartOptions start) {
        Duration pause = Numbers.duration("--interval", interval);
        if (count != null && count < 1) {
            throw new IllegalArgumentException("--count: " + count + " is out of range; expected at least 1");
        }
        boolean terminal = Terminals.isThere();
        boolean pages = host.state().pages();
        host.state().page(pages && !terminal);
        try {
            return watch(host, start, pause, terminal);
        } catch (InterruptedException e) {
            return ExitCode.OK.code();
        } finally {
            host.state().page(pages);
        }
    }

    private int watch(FabricHost host, StartOptions start, Duration pause, boolean terminal)
            throws InterruptedException {
        PrintWriter out = out();
        String[] words = command.toArray(String[]::new);
        List<String> before = List.of();
        for (int round = 1; ; round++) {
            StringWriter output = new StringWriter();
            PrintWriter screen = new PrintWriter(output);
            int code = VerbenaCommand.commandLineWithin(start, host, words)
                    .setOut(screen)
                    .setErr(terminal ? screen : err())
                    .execute(words);
            List<String> now = output.toString().lines().toList();
            if (terminal && code != ExitCode.USAGE.code()) {
                out.println(CLEAR + "Every " + interval + ": " + String.join(" ", command) + System.lineSeparator());
                (round == 1 ? now : ChangedText.highlight(before, now)).forEach(out::println);
            } else {
                now.forEach(out::println);
            }
            out.flush();
            if (code == ExitCode.USAGE.code() || (count != null && round == count)) {
                return code;
            }
            before = now;
            Thread.sleep(pause.toMillis());
        }
    }

    /** Highlights the changes between two outputs. */
    public static final class ChangedText {
        private static final String REVERSE = "\u001b[7m";
        private static final String PLAIN = "\u001b[0m";

        private ChangedText() {}

        /**
         * Returns the lines of {@code now}, with parts that differ from the same place of {@code before} in reverse video.
         */
        public static List<String> highlight(List<String> before, List<String> now) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < now.size(); i++) {
                lines.add(i < before.size() ? highlight(before.get(i), now.get(i)) : REVERSE + now.get(i) + PLAIN);
            }
            return lines;
        }

        private static String highlight(String before, String now) {
            StringBuilder text = new StringBuilder();
            boolean reverse = false;
            for (int i = 0; i < now.length(); i++) {
                boolean changed = i >= before.length() || before.charAt(i) != now.charAt(i);
                if (changed != reverse) {
                    text.append(changed ? REVERSE : PLAIN);
                    reverse = changed;
                }
                text.append(now.charAt(i));
            }
            return reverse ? text.append(PLAIN).toString() : text.toString();
        }
    }
}
