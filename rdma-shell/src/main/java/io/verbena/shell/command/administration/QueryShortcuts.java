package io.verbena.shell.command.administration;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Old ways to say what is asked for; one at a time. */
final class QueryShortcuts {
    @Option(
            names = {"-p", "--p"},
            description = "Paths, PR.")
    boolean paths;

    @Option(
            names = {"-N", "--N"},
            description = "Nodes, NR.")
    boolean nodes;

    @Option(
            names = {"-L", "--L"},
            description = "The LIDs of the node with this name.")
    boolean lids;

    @Option(
            names = {"-l", "--l"},
            description = "The first LID of the node with this name.")
    boolean lid;

    @Option(
            names = {"-G", "--G"},
            description = "The port GUIDs of the node with this name.")
    boolean guids;

    @Option(
            names = {"-O", "--O"},
            description = "The name of the node with this LID.")
    boolean nameOfLid;

    @Option(
            names = {"-U", "--U"},
            description = "The name of the node with this port GUID.")
    boolean nameOfGuid;

    @Option(
            names = {"-s", "--s"},
            description = "The ports of subnet managers, running and disabled.")
    boolean managers;

    @Option(
            names = {"-g", "--g"},
            description = "The multicast groups.")
    boolean groups;

    @Option(
            names = {"-m", "--m"},
            description = "The members of the multicast groups, or of the one with this MLID.")
    boolean members;

    @Option(
            names = {"-x", "--x"},
            description = "Links, LR.")
    boolean links;

    @Option(
            names = {"-c", "--c"},
            description = "What the subnet administration is able to do, CPI.")
    boolean classPortInfo;

    @Option(
            names = {"-S", "--S"},
            description = "Services, SR.")
    boolean services;

    @Option(
            names = {"-I", "--I"},
            description = "Subscriptions, IIR.")
    boolean subscriptions;

    @Option(
            names = {"-D", "--list"},
            description = "The names of the channel adapters.")
    boolean list;

    @Option(
            names = "--src-to-dst",
            paramLabel = "NODE:NODE",
            description = "The paths from one node to another, each a LID, a port GUID or a name.")
    @Nullable String sourceToDestination;

    @Option(names = "--sgid-to-dgid", paramLabel = "GID-GID", description = "The paths from one GID to another.")
    @Nullable String gids;

    boolean looksUp() {
        return lids || lid || guids || nameOfLid || nameOfGuid;
    }

    /** The kind that it stands for; null if it is no mere name of one. */
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

    /**
     * Refuses two at a time.
     *
     * @throws IllegalArgumentException if more than one was given
     */
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
                    String.join(" and ", given.keySet()) + " exclude each other; each says what is asked for");
        }
    }
}
