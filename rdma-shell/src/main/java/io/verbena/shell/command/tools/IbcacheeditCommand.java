package io.verbena.shell.command.tools;

import io.verbena.iba.Guid;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.GuidChanges;
import io.verbena.subnet.cache.SubnetCache;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Exits(partial = "a link of the file has no peer", failed = "a file cannot be read or written")
@Examples({
    "ibcacheedit old.cache new.cache --caguid 0x2c90300001490:0x2c90300002000 # Replace the GUID of an adapter.",
    "ibcacheedit old.cache new.cache --portguid 0x2c90300002000:0x2c90300001491:0x2c90300002001 # Replace the GUID of its port."
})
@Command(
        name = "ibcacheedit",
        description = "Changes GUIDs in a file that ibnetdiscover --cache wrote. Needs no fabric.",
        footer = {
            "",
            "Each option can be repeated. BEFORE and NODE are GUIDs in ORIGINAL. The ports of a switch share its GUID, so"
                    + " changing either changes both; the GUIDs of an adapter and of its ports change separately. The command"
                    + " prints nothing. EDITED is replaced atomically, and may be ORIGINAL."
        })
public final class IbcacheeditCommand extends PrintingCommand {
    @Option(names = "--switchguid", paramLabel = "BEFORE:AFTER", description = "Change the GUID of a switch.")
    List<String> switches = List.of();

    @Option(names = "--caguid", paramLabel = "BEFORE:AFTER", description = "Change the GUID of a channel adapter.")
    List<String> adapters = List.of();

    @Option(
            names = "--sysimgguid",
            paramLabel = "BEFORE:AFTER",
            description = "Change the system image GUID of all nodes of a system.")
    List<String> systems = List.of();

    @Option(names = "--portguid", paramLabel = "NODE:BEFORE:AFTER", description = "Change the GUID of a port.")
    List<String> ports = List.of();

    @Parameters(index = "0", paramLabel = "ORIGINAL", description = "File to read.")
    Path original;

    @Parameters(index = "1", paramLabel = "EDITED", description = "File to write.")
    Path edited;

    record EditedSubnet(String file, int nodes) {}

    @Override
    public Integer call() {
        GuidChanges changes = changes();
        Subnet subnet = changes.apply(SubnetCache.read(original));
        SubnetCache.write(subnet, edited);
        EditedSubnet report = new EditedSubnet(edited.toString(), subnet.nodes().size());
        return print(Result.of(List::of, () -> report).without(subnet.failures()));
    }

    private GuidChanges changes() {
        GuidChanges changes = new GuidChanges();
        each("--switchguid", switches, changes::switchGuid);
        each("--caguid", adapters, changes::adapterGuid);
        each("--sysimgguid", systems, changes::systemImageGuid);
        for (String change : ports) {
            List<Guid> guids = guids("--portguid", "NODE:BEFORE:AFTER", change);
            changes.portGuid(guids.get(0), guids.get(1), guids.get(2));
        }
        return changes;
    }

    private static void each(String option, List<String> texts, BiConsumer<Guid, Guid> change) {
        for (String text : texts) {
            List<Guid> guids = guids(option, "BEFORE:AFTER", text);
            change.accept(guids.get(0), guids.get(1));
        }
    }

    private static List<Guid> guids(String option, String form, String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != form.split(":").length || !Arrays.stream(parts).allMatch(Guid::isGuid)) {
            throw new IllegalArgumentException(
                    option + ": '" + text + "' is not of the form " + form + "; write GUIDs like 0x0002c90300001491");
        }
        return Arrays.stream(parts).map(Guid::parse).toList();
    }
}
