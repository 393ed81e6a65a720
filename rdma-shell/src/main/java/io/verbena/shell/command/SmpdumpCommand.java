package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.mad.MadException;
import io.verbena.mad.MadRequest;
import io.verbena.mad.decode.DecodedMad;
import io.verbena.path.Path;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.SmpqueryView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "smpdump 4 0x15 1 # Dump the PortInfo of port 1.",
    "smpdump -p 4 0x15 1 # Show its fields.",
    "smpdump -s 0,1 0x10 # Show the NodeDescription as text."
})
@Command(name = "smpdump", description = "Reads an attribute of subnet management by its ID and shows its bytes.")
final class SmpdumpCommand extends AddressedCommand {
    @Option(
            names = {"-s", "--string"},
            description = "Show the bytes as text.")
    boolean string;

    @Option(
            names = {"-p", "--decode"},
            description = "Show the fields of the attribute.")
    boolean decode;

    @Parameters(index = "0", paramLabel = "ADDRESS", description = "Address of the node.")
    String address;

    @Parameters(index = "1", paramLabel = "ATTRIBUTE", description = "Attribute ID, for example 0x11 for NodeInfo.")
    String attribute;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "MODIFIER",
            defaultValue = "0",
            description = "Attribute modifier (default: 0).")
    String modifier;

    @Override
    protected Result run(Session session) {
        if (string && decode) {
            throw new IllegalArgumentException("--string and --decode are mutually exclusive");
        }
        int attributeId = (int) Numbers.parse("ATTRIBUTE", attribute, 16);
        long modifierBits = Numbers.parse("MODIFIER", modifier, 32);
        Path path = session.resolve(addressing.parse(address));
        byte[] mad = reply(
                session,
                MadRequest.of(ManagementClass.SUBNET_LID_ROUTED, MadMethod.GET, attributeId, modifierBits),
                path);
        return Result.of(
                () -> decode ? SmpqueryView.fields(mad) : SmpqueryView.text(mad, string), () -> SmpqueryView.json(mad));
    }

    /** Returns the response, even if its status reports an error. */
    private byte[] reply(Session session, MadRequest<DecodedMad> request, Path path) {
        try {
            return session.mad().call(request, path).mad().structure().toBytes();
        } catch (MadException e) {
            byte[] refusal = e.exchange().reply();
            if (refusal != null) {
                return refusal;
            }
            throw e.during("cannot read attribute " + attribute + " of " + address);
        } catch (RdmaException e) {
            throw e.during("cannot read attribute " + attribute + " of " + address);
        }
    }
}
