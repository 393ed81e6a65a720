package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import io.verbena.iba.DottedText;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.iba.StructureDump;
import io.verbena.iba.Structures;
import io.verbena.mad.DecodedMad;
import io.verbena.mad.MadRequest;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.console.NearestNames;
import io.verbena.spi.PortAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "query",
        description = "Reads any attribute of any management class, by name.",
        footer = {
            "",
            "  query SubnGet PortInfo 0,1 --modifier 2",
            "  query PerformanceGet PortCounters 4 portSelect=1",
            "  query SubnAdmGet NodeRecord lid=4",
            "With -v the answer is shown word by word."
        })
final class QueryCommand extends FabricCommand {
    private static final Map<String, ManagementClass> METHODS = new LinkedHashMap<>(Map.of(
            "SubnGet", ManagementClass.SUBNET_LID_ROUTED,
            "SubnAdmGet", ManagementClass.SUBNET_ADMINISTRATION,
            "PerformanceGet", ManagementClass.PERFORMANCE,
            "BMGet", ManagementClass.BASEBOARD_MANAGEMENT,
            "DevMgtGet", ManagementClass.DEVICE_MANAGEMENT,
            "CongestionControlGet", ManagementClass.CONGESTION_CONTROL));

    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Option(
            names = {"-m", "--modifier"},
            paramLabel = "N",
            description = "The attribute modifier; 0 unless given.")
    String modifier = "0";

    @Parameters(index = "0", paramLabel = "METHOD", description = "Class and method, such as SubnGet.")
    String method;

    @Parameters(index = "1", paramLabel = "ATTRIBUTE", description = "The attribute, such as NodeInfo.")
    String attribute;

    @Parameters(
            index = "2..*",
            arity = "0..*",
            paramLabel = "ADDRESS|FIELD=VALUE",
            description = "Whom to ask, and the fields of the request. SubnAdmGet asks the subnet administration.")
    List<String> rest = List.of();

    @Override
    EndPortOptions endPortOptions() {
        return endPort;
    }

    /** What may have been meant. */
    static String hint(List<String> nearest) {
        return nearest.isEmpty() ? "" : "; did you mean " + String.join(" or ", nearest) + "?";
    }

    @Override
    Result run(Session session) {
        ManagementClass managementClass = managementClass();
        Layout<?> layout = layout(managementClass);
        List<String> assignments = new ArrayList<>(rest);
        String address = assignments.isEmpty() || isAssignment(assignments.get(0)) ? null : assignments.remove(0);
        assignments.stream().filter(word -> !isAssignment(word)).findFirst().ifPresent(word -> {
            throw new IllegalArgumentException("'" + word + "' is not FIELD=VALUE");
        });
        FieldValues values = FieldValues.parse(layout, assignments);
        long modifierBits = Numbers.parse("--modifier", modifier, 0xffffffffL);
        long mask = managementClass == ManagementClass.SUBNET_ADMINISTRATION ? values.componentMask() : 0;
        Path path = session.resolve(path(session, managementClass, address));
        boolean directed = path instanceof DirectedPath && managementClass == ManagementClass.SUBNET_LID_ROUTED;
        MadRequest request = new MadRequest(
                directed ? ManagementClass.SUBNET_DIRECTED_ROUTE : managementClass,
                MadMethod.GET,
                layout.attributeId(),
                modifierBits,
                mask,
                values.structure());
        DecodedMad answer = session.mad().call(request, path);
        return result(request + " of " + path, answer, layout);
    }

    private Result result(String title, DecodedMad answer, Layout<?> layout) {
        Structure found = answer.payload().isEmpty()
                ? layout.create()
                : answer.payload().get(0).structure();
        boolean dump = options().verbosity() > 0;
        return Result.of(
                () -> {
                    List<String> lines = new ArrayList<>(List.of("# " + title));
                    lines.addAll(dump ? StructureDump.of(found) : DottedText.of(found));
                    return lines;
                },
                () -> found);
    }

    private static boolean isAssignment(String word) {
        return word.indexOf('=') > 0 && !word.startsWith("IbPath[");
    }

    private Path path(Session session, ManagementClass managementClass, @Nullable String address) {
        if (address != null) {
            return addressing.parse(address);
        }
        if (managementClass == ManagementClass.SUBNET_LID_ROUTED) {
            return DirectedPath.self();
        }
        PortAttributes port = session.endPort().attributes();
        boolean administration = managementClass == ManagementClass.SUBNET_ADMINISTRATION;
        IbPath path = administration ? IbPath.to(port.smLid()).withSl(port.smSl()) : IbPath.to(port.lid());
        if (!path.isResolved()) {
            throw new RdmaException("no subnet manager has set up end port " + session.endPort() + "; give an address");
        }
        return path;
    }

    private ManagementClass managementClass() {
        return METHODS.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(method))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + method + "' is not a method that can be called; "
                        + "these can: "
                        + String.join(", ", METHODS.keySet().stream().sorted().toList())));
    }

    private Layout<?> layout(ManagementClass managementClass) {
        List<String> names = Structures.names().stream()
                .filter(name -> Structures.byName(name)
                        .filter(layout -> layout.managementClasses().contains(managementClass))
                        .isPresent())
                .toList();
        return names.stream()
                .filter(name -> name.equalsIgnoreCase(attribute))
                .findFirst()
                .<Layout<?>>flatMap(Structures::byName)
                .orElseThrow(() -> new IllegalArgumentException("'" + attribute + "' is not an attribute of the class "
                        + managementClass.text() + hint(NearestNames.to(attribute, names))));
    }
}
