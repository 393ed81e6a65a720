package io.verbena.shell.command.tools;

import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.DiffView;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetCache;
import io.verbena.subnet.diff.SubnetDiff;
import io.verbena.subnet.diff.SubnetDiff.DiffCheck;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Exits(found = "a difference", partial = "part of the subnet could not be read")
@Examples({
    "subnet_diff yesterday.cache # Show the changes since yesterday.",
    "subnet_diff before.cache after.cache --diffcheck port,rate # Compare ports and rates of two files."
})
@Command(
        name = "subnet_diff",
        description = "Compares a subnet file with another file or with the current subnet.",
        footer = {
            "",
            "ibnetdiscover --cache writes subnet files. Lines with < are from the first subnet, with > from the second."
        })
public final class SubnetDiffCommand extends NamedSubnetCommand {
    @Option(
            names = "--diffcheck",
            paramLabel = "WORDS",
            description = "What to compare: sw, ca, router, port, lid, nodedesc, rate (default: all).")
    @Nullable String checks;

    @Parameters(index = "0", paramLabel = "REFERENCE", description = "File with the first subnet.")
    Path reference;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "CURRENT",
            description = "File with the second subnet (default: discover the subnet).")
    @Nullable Path current;

    @Override
    protected Result run(Session session) {
        NodeNameMap names = naming.read();
        Subnet before = SubnetCache.read(reference);
        Subnet after = current == null ? session.subnet(discovery) : SubnetCache.read(current);
        SubnetDiff diff = SubnetDiff.of(before, after, checks == null ? DiffCheck.ALL : DiffCheck.parse(checks));
        return Result.of(() -> DiffView.of(diff, names, true), () -> DiffView.json(diff, names))
                .found(!diff.isEmpty())
                .without(after.failures());
    }
}
