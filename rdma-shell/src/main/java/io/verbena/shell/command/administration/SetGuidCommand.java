package io.verbena.shell.command.administration;

import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.Lid;
import io.verbena.iba.RecordQuery;
import io.verbena.mad.MadOptions;
import io.verbena.path.IbPath;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.FieldValues;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "set_guid 4 1 0x0002c90300001234 # Set the first alias GUID of the port with LID 4.",
    "set_guid 4 2 0 # Let the subnet administration choose a GUID."
})
@Command(
        name = "set_guid",
        description = "Sets an alias GUID of a port through the subnet administration.",
        footer = {"", "GUID 0 lets the subnet administration choose one."})
public final class SetGuidCommand extends AddressedCommand {
    private static final int GUIDS_PER_BLOCK = 8;

    @Mixin
    ChangeOptions changing = new ChangeOptions();

    @Option(
            names = "--smkey",
            paramLabel = "KEY",
            description = "SM_Key for trusted requests; prompts for the key if KEY is not a number.")
    @Nullable String smKey;

    @Parameters(index = "0", paramLabel = "ADDRESS", description = "The port.")
    String address;

    @Parameters(
            index = "1",
            paramLabel = "SLOT",
            description = "Index in the GUID table of the port, 1 to 255; index 0 is the GUID of the port itself.")
    String slot;

    @Parameters(index = "2", paramLabel = "GUID", description = "Alias GUID.")
    String guid;

    record Alias(Lid lid, int slot, Guid guid) {}

    @Override
    protected MadOptions madOptions(MadOptions defaults) {
        return smKey == null ? defaults : defaults.withKeys(defaults.keys().withSmKey(Numbers.key("--smkey", smKey)));
    }

    @Override
    protected Result run(Session session) {
        int at = (int) Numbers.parse("SLOT", slot, Byte.SIZE);
        if (at == 0) {
            throw new IllegalArgumentException(
                    "SLOT: 0 is the GUID of the port itself and cannot be changed; expected 1 to 255");
        }
        Guid wanted = Numbers.isNumber(guid) ? Guid.of(Numbers.parse("GUID", guid, Long.SIZE)) : Guid.parse(guid);
        IbPath path = addressing.gmp(session, address);
        int index = at % GUIDS_PER_BLOCK;
        FieldValues values = FieldValues.parse(
                GuidInfoRecord.LAYOUT,
                List.of(
                        "lid=" + path.dlid(),
                        "blockNum=" + at / GUIDS_PER_BLOCK,
                        "guidInfo.guid[" + index + "]=" + wanted.toHex()));
        GuidInfoRecord after = changing.make(
                log(),
                "set GUID " + at + " of " + address + " to " + wanted.toHex(),
                () -> session.sa().set(RecordQuery.of((GuidInfoRecord) values.structure(), values.componentMask())));
        Alias alias = new Alias(
                path.dlid(), at, after == null ? wanted : after.guidInfo().guid(index));
        return Result.of(
                () -> after == null
                        ? List.of()
                        : List.of("GUID " + at + " of LID " + alias.lid() + ": "
                                + alias.guid().toHex()),
                () -> alias);
    }
}
