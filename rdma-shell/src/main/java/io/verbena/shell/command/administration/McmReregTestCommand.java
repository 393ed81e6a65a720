package io.verbena.shell.command.administration;

import io.verbena.diag.MembershipStorm;
import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.Names;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Exits(partial = "a request was refused or timed out")
@Examples({
    "mcm_rereg_test port_guids.list --dry-run # Show the number of ports.",
    "mcm_rereg_test ports -r 10 -o 256 # Run ten rounds with 256 requests in flight."
})
@Command(
        name = "mcm_rereg_test",
        description = "Joins, rejoins and leaves a multicast group for many ports at once.",
        footer = {
            "",
            "FILE contains one port GUID per line, as ibstat -p prints them. This port sends the requests on behalf of all"
                    + " ports. The command is a load test of the subnet administration."
        })
public final class McmReregTestCommand extends EndPortCommand {
    private static final int MAX_ROUNDS = 10_000;

    @Mixin
    ChangeOptions changing = new ChangeOptions();

    @Option(
            names = {"-r", "--rounds"},
            paramLabel = "N",
            description = "Number of rounds (default: 1).")
    Integer rounds = 1;

    @Option(
            names = "--outstanding_smps",
            paramLabel = "N",
            description = "Maximum number of requests in flight (default: 64).")
    Integer outstanding = MadOptions.DEFAULTS.outstanding();

    @Option(
            names = "--mgid",
            paramLabel = "GID",
            description = "Multicast group, created if it does not exist (default: ff12::7e57).")
    String group = "ff12::7e57";

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "File of port GUIDs (default: port_guids.list).")
    Path file = Path.of("port_guids.list");

    @Override
    protected MadOptions madOptions(MadOptions defaults) {
        return defaults.withOutstanding(outstanding);
    }

    @Override
    protected Result run(Session session) {
        Numbers.within("--rounds", rounds, 1, MAX_ROUNDS);
        List<Guid> ports = GuidList.read(file);
        MembershipStorm storm = new MembershipStorm(session.mad(), session.sa(), Gid.parse(group));
        MembershipStorm.Counts counts = changing.make(
                log(),
                "have " + Names.count(ports.size(), "port") + " join and leave the group " + group + ", "
                        + Names.count(rounds, "time"),
                () -> storm.run(ports, rounds));
        if (counts == null) {
            return Result.of(
                    List::of, () -> new MembershipStorm.Counts(Gid.parse(group), ports.size(), rounds, 0, 0, 0, 0));
        }
        return Result.of(counts, McmReregTestCommand::text).without(storm.failures());
    }

    private static List<String> text(MembershipStorm.Counts counts) {
        return List.of("%d joined, %d joined again, %d left, %d failed"
                .formatted(counts.joined(), counts.renewed(), counts.left(), counts.failed()));
    }

    static final class GuidList {
        private static final int MAX_GUIDS = 65_536;
        private static final int MAX_SHOWN = 40;

        private GuidList() {}

        /** Returns the distinct GUIDs in the order of the file. */
        static List<Guid> read(Path file) {
            Set<Guid> guids = new LinkedHashSet<>();
            try (BufferedReader in = Files.newBufferedReader(file)) {
                int number = 0;
                for (@Nullable String line = in.readLine(); line != null; line = in.readLine()) {
                    number++;
                    String text = line.replaceFirst("#.*", "").strip();
                    if (!text.isEmpty()) {
                        guids.add(guid(file, number, text));
                    }
                    if (guids.size() > MAX_GUIDS) {
                        throw new RdmaException("the list " + file + " contains more than " + MAX_GUIDS + " GUIDs");
                    }
                }
            } catch (IOException e) {
                throw new RdmaException("cannot read the list " + file + ": " + FileErrors.reason(e), e);
            }
            if (guids.isEmpty()) {
                throw new RdmaException("the list " + file + " contains no GUID; ibstat -p writes such a list");
            }
            return List.copyOf(guids);
        }

        private static Guid guid(Path file, int line, String text) {
            if (!Guid.isGuid(text) || Guid.parse(text).equals(Guid.ZERO)) {
                throw new RdmaException("line " + line + " of the list " + file + " is '"
                        + text.substring(0, Math.min(text.length(), MAX_SHOWN))
                        + "'; expected a port GUID, for example 0x0002c90300001491");
            }
            return Guid.parse(text);
        }
    }
}
