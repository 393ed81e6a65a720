package io.verbena.shell.parity;

import static io.verbena.shell.parity.KnownDifferences.asC;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.ManagementClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * An option of a command of infiniband-diags or ibutils, tried with the C program and with ours at the same moment. Each way to try it
 * asserts, and then notes the verdict for {@code docs/parity.md}.
 *
 * <p>Arguments are written as in a shell, but for quotes.
 *
 * @param command the program
 * @param option what its manual calls the option, or its arguments
 */
public record Parity(String command, String option) {

    private static final long HANGING_SECONDS = 3;

    /** The option of a command. */
    public static Parity of(String command, String option) {
        return new Parity(command, option);
    }

    /** Both write the same, line by line. */
    public void same(String arguments) {
        same(lines -> lines, arguments);
    }

    /** Both write the same lines, in whatever order. */
    public void sameInAnyOrder(String arguments) {
        same(lines -> lines.stream().sorted().toList(), arguments);
    }

    /**
     * Checks that both programs print the same facts.
     *
     * @param facts removes lines that are not facts, such as a date
     */
    public void same(UnaryOperator<List<String>> facts, String arguments) {
        CommandRun theirs = theirs(arguments);
        CommandRun ours = ours(arguments);
        assertThat(theirs.exitCode()).as(theirs.out() + theirs.err()).isZero();
        assertThat(ours.err()).isEmpty();
        assertThat(ours.exitCode()).as(ours.out()).isZero();
        assertThat(facts.apply(asC(ours.lines()))).as(command + " " + arguments).isEqualTo(facts.apply(theirs.lines()));
        note("same", "");
    }

    /** Both write the same, line by line; ours may say with its exit code that something is not well. */
    public void sameFound(String arguments) {
        CommandRun theirs = theirs(arguments);
        CommandRun ours = ours(arguments);
        assertThat(theirs.exitCode()).as(theirs.out() + theirs.err()).isIn(0, 1);
        assertThat(ours.err()).isEmpty();
        assertThat(ours.exitCode()).as(ours.out()).isIn(0, 1);
        assertThat(asC(ours.lines())).as(command + " " + arguments).isEqualTo(theirs.lines());
        note("same", "");
    }

    /** Both refuse; ours with one line that says this, and the exit code of usage or failure. */
    public void refused(String saying, String arguments) {
        CommandRun theirs = theirs(arguments);
        CommandRun ours = ours(arguments);
        assertThat(theirs.exitCode()).as(theirs.out() + theirs.err()).isNotZero();
        assertThat(ours.exitCode()).isIn(2, 4);
        assertThat(ours.out()).isEmpty();
        assertThat(ours.errors()).isNotEmpty().hasSizeLessThanOrEqualTo(2);
        assertThat(ours.errors().get(0)).startsWith("verbena: ").contains(saying);
        note("same", "");
    }

    /**
     * It does something else here, on purpose.
     *
     * @param check asserts of ours, and of what the C program did, in what they differ
     */
    public void differs(Difference reason, BiConsumer<CommandRun, CommandRun> check, String arguments) {
        check.accept(ours(arguments), theirs(arguments));
        note("differs", reason.word());
    }

    /**
     * Both report the same facts, whatever their exit codes are: those of ibutils are no verdict.
     *
     * @param facts finds the facts in the output of either program
     * @param theirArguments the arguments of the C program, such as an output directory of its own
     */
    public <T> void sameReport(Function<CommandRun, T> facts, String arguments, String theirArguments) {
        CommandRun theirs = theirs(theirArguments);
        CommandRun ours = ours(arguments);
        assertThat(ours.exitCode()).as(ours.err() + ours.out()).isIn(0, 1);
        assertThat(facts.apply(ours))
                .as(command + " " + arguments + "\n" + theirs.out())
                .isEqualTo(facts.apply(theirs));
        note("same", "");
    }

    /**
     * The C program fails or hangs here, so that nothing can be compared; ours is tried on the embedded fabric instead.
     *
     * @param saying a part of what it says, on either stream
     */
    public void notAnswerable(String saying, String arguments) {
        CommandRun theirs = theirs(arguments);
        assertThat(theirs.exitCode()).as(theirs.out() + theirs.err()).isNotZero();
        assertThat(theirs.out() + theirs.err()).contains(saying);
        note("not answerable", "");
    }

    /**
     * Both find fault, and write the same facts.
     *
     * @param facts as in {@link #same(UnaryOperator, String)}
     */
    public void sameFault(UnaryOperator<List<String>> facts, String arguments) {
        CommandRun theirs = theirs(arguments);
        CommandRun ours = ours(arguments);
        assertThat(ours.err()).isEmpty();
        assertThat(ours.exitCode()).as(ours.out()).isEqualTo(theirs.exitCode()).isIn(0, 1);
        assertThat(facts.apply(asC(ours.lines()))).as(command + " " + arguments).isEqualTo(facts.apply(theirs.lines()));
        note("same", "");
    }

    /**
     * Checks that both programs send identical requests of a management class and print no results; Verbena reports the
     * change first. The effect on the fabric is then the same.
     */
    public void sameSent(ManagementClass managementClass, String arguments) {
        try {
            Path pcap = Files.createTempFile("sent", ".pcap");
            Files.delete(pcap);
            CommandRun theirs = theirs("-ddd " + arguments);
            CommandRun ours = ours("--pcap " + pcap + " " + arguments);
            assertThat(ours.out()).isEmpty();
            assertThat(ours.errors().get(0)).startsWith("verbena: will set ");
            assertThat(ours.exitCode() == 0).as(ours.err()).isEqualTo(theirs.exitCode() == 0);
            assertThat(SentDatagrams.keptIn(pcap, managementClass))
                    .as(command + " " + arguments)
                    .isNotEmpty()
                    .isEqualTo(SentDatagrams.shownIn(theirs, managementClass));
            Files.delete(pcap);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        note("same", "");
    }

    /** The C program never ends here. */
    public void hangs(String arguments) {
        try {
            String[] words = (command + " " + arguments).split(" +");
            CommandRun theirs = CommandRun.c(
                    HANGING_SECONDS,
                    words[0],
                    List.of(words).subList(1, words.length).toArray(String[]::new));
            assertThat(theirs.exitCode()).isEqualTo(CommandRun.HANGS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        note("not answerable", "");
    }

    private CommandRun theirs(String arguments) {
        return CommandRun.cLine(command + " " + arguments);
    }

    private CommandRun ours(String arguments) {
        return CommandRun.verbena((command + " " + arguments).strip().split(" +"));
    }

    private void note(String verdict, String reason) {
        ParityNotes.add(List.of(command, option, verdict, reason));
    }
}
