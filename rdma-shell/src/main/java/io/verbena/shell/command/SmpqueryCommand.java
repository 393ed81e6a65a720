package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.path.Path;
import io.verbena.shell.view.SmpqueryView;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(name = "smpquery", description = "Reads an attribute of subnet management from one node or port.")
final class SmpqueryCommand extends FabricCommand {
    /** What can be read, by its name or its short name. */
    enum Operation {
        NODEINFO("NI", "Node info"),
        NODEDESC("ND", "Node description"),
        PORTINFO("PI", "Port info"),
        SWITCHINFO("SI", "Switch info");

        private final String alias;
        private final String title;

        Operation(String alias, String title) {
            this.alias = alias;
            this.title = title;
        }

        boolean isOfPort() {
            return this == PORTINFO;
        }

        Structure read(MadTransactor mad, Path path, int port) {
            return switch (this) {
                case NODEINFO -> mad.subnGet(NodeInfo.class, path);
                case NODEDESC -> mad.subnGet(NodeDescription.class, path);
                case PORTINFO -> mad.subnGet(PortInfo.class, path, port);
                case SWITCHINFO -> mad.subnGet(SwitchInfo.class, path);
            };
        }
    }

    /** The names of the operations, for completion and help. */
    static final class OperationNames implements Iterable<String>, ITypeConverter<Operation> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Operation.values())
                    .map(operation -> operation.name().toLowerCase(Locale.ROOT))
                    .iterator();
        }

        @Override
        public Operation convert(String text) {
            return Stream.of(Operation.values())
                    .filter(operation ->
                            operation.name().equalsIgnoreCase(text) || operation.alias.equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + text + "' is not an operation; choose one of " + String.join(", ", this)));
        }
    }

    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Parameters(
            index = "0",
            paramLabel = "OPERATION",
            converter = OperationNames.class,
            completionCandidates = OperationNames.class,
            description = "What to read: ${COMPLETION-CANDIDATES} (or NI, ND, PI, SI).")
    Operation operation;

    @Parameters(index = "1", paramLabel = "ADDRESS", description = "Whom to ask.")
    String address;

    @Parameters(index = "2", arity = "0..1", paramLabel = "PORT", description = "The port that portinfo is about.")
    @Nullable Integer port;

    @Override
    EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    Result run(Session session) {
        int modifier = portNumber();
        Path path = addressing.parse(address);
        try {
            return read(session, session.resolve(path), modifier);
        } catch (RdmaException e) {
            throw e.during("cannot read the " + operation.title.toLowerCase(Locale.ROOT) + " of " + address);
        }
    }

    private Result read(Session session, Path path, int modifier) {
        Structure found = operation.read(session.mad(), path, modifier);
        return Result.of(() -> text(found, path, modifier), () -> found);
    }

    private int portNumber() {
        int number = port == null ? 0 : port;
        if (number < 0 || number > 254) {
            throw new IllegalArgumentException(number + " is not the number of a port; ports are from 0 to 254");
        }
        return operation.isOfPort() ? number : 0;
    }

    private List<String> text(Structure found, Path path, int modifier) {
        if (found instanceof NodeDescription description) {
            return SmpqueryView.description(description);
        }
        return SmpqueryView.of(operation.title, found, path, operation.isOfPort() ? " port " + modifier : "");
    }
}
