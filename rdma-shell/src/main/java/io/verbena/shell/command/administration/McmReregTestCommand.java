package io.verbena.shell.command.administration;

import io.verbena.diag.MembershipStorm;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Joins, joins once more and leaves a multicast group for many ports at once. */
@Exits(partial = "a request that was refused or not answered")
@Examples({
    "mcm_rereg_test port_guids.list --dry-run # How many ports would take part.",
    "mcm_rereg_test ports -r 10 -o 256 # Ten rounds, 256 requests at once."
})
@Command(
        name = "mcm_rereg_test",
        description = "Has many ports join a multicast group, join it once more and leave it, all at once.",
        footer = {
            "",
            "FILE has one port GUID on each line, as ibstat -p prints them. The subnet administration does for all of these"
                    + " ports what it is asked from this one; to load it is what this is for."
        })
public final class McmReregTestCommand extends FabricCommand {
    private static final int MOST_ROUNDS = 10_000;

    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    ChangeOptions changing = new ChangeOptions();

    @Option(
            names = {"-r", "--rounds"},
            paramLabel = "N",
            description = "Do it so often; once unless given.")
    Integer rounds = 1;

    @Option(
            names = "--outstanding_smps",
            paramLabel = "N",
            description = "Have at most so many requests under way at once; 64 unless given.")
    Integer outstanding = MadOptions.DEFAULTS.outstanding();

    @Option(
            names = "--mgid",
            paramLabel = "GID",
            description = "The multicast group, which is made if it is not there; ff12::7e57 unless given.")
    String group = "ff12::7e57";

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "The ports; port_guids.list in this folder unless given.")
    Path file = Path.of("port_guids.list");

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected MadOptions madOptions(MadOptions defaults) {
        return defaults.withOutstanding(outstanding);
    }

    @Override
    protected Result run(Session session) {
        if (rounds < 1 || rounds > MOST_ROUNDS) {
            throw new IllegalArgumentException(rounds + " rounds make no sense; give 1 to " + MOST_ROUNDS);
        }
        List<Guid> ports = GuidList.read(file);
        MembershipStorm storm = new MembershipStorm(session.mad(), session.sa(), Gid.parse(group));
        MembershipStorm.Counts counts = changing.make(
                log(),
                "have " + count(ports.size(), "port") + " join and leave the group " + group + ", "
                        + count(rounds, "time"),
                () -> storm.run(ports, rounds));
        if (counts == null) {
            return Result.of(
                    List::of, () -> new MembershipStorm.Counts(Gid.parse(group), ports.size(), rounds, 0, 0, 0, 0));
        }
        return Result.of(counts, McmReregTestCommand::text).without(storm.failures());
    }

    private static List<String> text(MembershipStorm.Counts counts) {
        return List.of("%d joined, %d joined once more, %d left, %d failed"
                .formatted(counts.joined(), counts.renewed(), counts.left(), counts.failed()));
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
