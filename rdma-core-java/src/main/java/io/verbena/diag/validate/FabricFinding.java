package io.verbena.diag.validate;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A fault or a noteworthy property of a fabric. Immutable.
 *
 * @param check the name of the check that found it
 * @param id the kind, as in {@link FindingKind#id}
 * @param severity the severity
 * @param evidence what was found, on one line
 * @param affected the affected nodes and ports; the two ends of a link follow one another
 * @param cause the likely cause
 * @param nextStep what an operator should do next
 */
public record FabricFinding(
        String check,
        String id,
        Severity severity,
        String evidence,
        List<Affected> affected,
        String cause,
        String nextStep) {
    /** Copies the list. */
    public FabricFinding {
        affected = List.copyOf(affected);
    }

    /**
     * An affected node or port.
     *
     * @param node the GUID of the node
     * @param type the type of the node
     * @param name the name of the node
     * @param port the port number; null for the whole node
     * @param lid the LID of the node or port; 0 if it has none
     */
    public record Affected(
            Guid node, NodeType type, String name, @Nullable Integer port, Lid lid) {
        /** Returns name and port, such as {@code leaf2 port 4}. */
        @Override
        public String toString() {
            return port == null ? name : name + " port " + port;
        }
    }

    static FabricFinding of(String check, FindingKind kind, String evidence, List<Affected> affected) {
        return new FabricFinding(check, kind.id(), kind.severity(), evidence, affected, kind.cause(), kind.nextStep());
    }

    /**
     * Returns what identifies this finding in reports of different times: its kind and the affected GUIDs and ports,
     * without LIDs, names and values.
     */
    public String key() {
        return key(
                id,
                affected.stream()
                        .map(each -> place(each.node().toHex(), each.port()))
                        .toList());
    }

    /**
     * Returns the key of a finding in an earlier report.
     *
     * @param id the kind
     * @param places the affected nodes and ports; see {@link #place}
     */
    public static String key(String id, List<String> places) {
        return id + places.stream().sorted().collect(Collectors.joining(",", " ", ""));
    }

    /** Returns an affected node or port in the form for {@link #key(String, List)}. */
    public static String place(String guid, @Nullable Integer port) {
        return port == null ? guid : guid + "/" + port;
    }
}
