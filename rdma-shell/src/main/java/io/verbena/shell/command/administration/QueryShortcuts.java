package io.verbena.shell.command.administration;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of saquery that select a query, of which at most one may be given. */
final class QueryShortcuts {
    @Option(
            names = {"-p", "--p"},
            description = "Query path records (PR).")
    boolean paths;

    @Option(
            names = {"-N", "--N"},
            description = "Query node records (NR).")
    boolean nodes;

    @Option(
            names = {"-L", "--L"},
            description = "Show the LIDs of the node with this name.")
    boolean lids;

    @Option(
            names = {"-l", "--l"},
            description = "Show the first LID of the node with this name.")
    boolean lid;

    @Option(
            names = {"-G", "--G"},
            description = "Show the port GUIDs of the node with this name.")
    boolean guids;

    @Option(
            names = {"-O", "--O"},
            description = "Show the name of the node with this LID.")
    boolean nameOfLid;

    @Option(
            names = {"-U", "--U"},
            description = "Show the name of the node with this port GUID.")
    boolean nameOfGuid;

    @Option(
            names = {"-s", "--s"},
            description = "Show the ports of subnet managers, including disabled ones.")
    boolean managers;

    @Option(
            names = {"-g", "--g"},
            description = "Show the multicast groups.")
    boolean groups;

    @Option(
            names = {"-m", "--m"},
            description = "Show the members of all multicast groups, or of the group with this MLID.")
    boolean members;

    @Option(
            names = {"-x", "--x"},
            description = "Query link records (LR).")
    boolean links;

    @Option(
            names = {"-c", "--c"},
            description = "Query the ClassPortInfo (CPI) of the subnet administration.")
    boolean classPortInfo;

    @Option(
            names = {"-S", "--S"},
            description = "Query service records (SR).")
    boolean services;

    @Option(
            names = {"-I", "--I"},
            description = "Query event subscriptions (IIR).")
    boolean subscriptions;

    @Option(
            names = {"-D", "--list"},
            description = "Show the names of the channel adapters.")
    boolean list;

    @Option(
            names = "--src-to-dst",
            paramLabel = "NODE:NODE",
            description = "Show the paths between two nodes; each is a LID, a port GUID or a name.")
    @Nullable String sourceToDestination;

    @Option(names = "--sgid-to-dgid", paramLabel = "GID-GID", description = "Show the paths between two GIDs.")
    @Nullable String gids;

    boolean looksUp() {
        return lids || lid || guids || nameOfLid || nameOfGuid;
    }

    /** Returns the kind of record that the option selects; null if the option does more than select a kind. */
    @Nullable RecordKind kind() {
        if (paths || sourceToDestination != null || gids != null) {
            return RecordKind.PATH;
        } else if (groups || members) {
            return RecordKind.MULTICAST_MEMBER;
        } else if (links) {
            return RecordKind.LINK;
        } else if (classPortInfo) {
            return RecordKind.CLASS_PORT_INFO;
        } else if (services) {
            return RecordKind.SERVICE;
        }
        return subscriptions ? RecordKind.INFORM_INFO : nodes ? RecordKind.NODE : null;
    }

    void requireOne() {
        Map<String, Boolean> given = new LinkedHashMap<>();
        given.put("-p", paths);
        given.put("-N", nodes);
        given.put("-L", lids);
        given.put("-l", lid);
        given.put("-G", guids);
        given.put("-O", nameOfLid);
        given.put("-U", nameOfGuid);
        given.put("-s", managers);
        given.put("-g", groups);
        given.put("-m", members);
        given.put("-x", links);
        given.put("-c", classPortInfo);
        given.put("-S", services);
        given.put("-I", subscriptions);
        given.put("--list", list);
        given.put("--src-to-dst", sourceToDestination != null);
        given.put("--sgid-to-dgid", gids != null);
        given.values().removeIf(is -> !is);
        if (given.size() > 1) {
            throw new IllegalArgumentException(
                    String.join(" and ", given.keySet()) + " are mutually exclusive; each selects a query");
        }
    }
}
