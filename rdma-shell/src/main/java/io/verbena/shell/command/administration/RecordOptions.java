package io.verbena.shell.command.administration;

import io.verbena.shell.cli.Numbers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for fields of path and multicast member records. */
final class RecordOptions {
    private static final int SELECTOR_SHIFT = 6;
    private static final int VALUE = 0x3f;

    @Option(names = "--slid", paramLabel = "LID", description = "Source LID of a path.")
    @Nullable String slid;

    @Option(names = "--dlid", paramLabel = "LID", description = "Destination LID of a path.")
    @Nullable String dlid;

    @Option(names = "--mlid", paramLabel = "LID", description = "LID of a multicast group.")
    @Nullable String mlid;

    @Option(names = "--sgid", paramLabel = "GID", description = "Source GID of a path.")
    @Nullable String sgid;

    @Option(names = "--dgid", paramLabel = "GID", description = "Destination GID of a path.")
    @Nullable String dgid;

    @Option(names = "--gid", paramLabel = "GID", description = "Port GID of a multicast member.")
    @Nullable String gid;

    @Option(names = "--mgid", paramLabel = "GID", description = "GID of a multicast group.")
    @Nullable String mgid;

    @Option(
            names = {"-r", "--reversible"},
            paramLabel = "N",
            description = "Whether the path is reversible: 1 or 0.")
    @Nullable String reversible;

    @Option(
            names = {"-n", "--numb_path"},
            paramLabel = "N",
            description = "Maximum number of paths.")
    @Nullable String numberOfPaths;

    @Option(
            names = "--pkey",
            paramLabel = "P_KEY",
            description = "Partition key; prompts for the key if it is not a number.")
    @Nullable String pKey;

    @Option(
            names = {"-Q", "--qos_class"},
            paramLabel = "N",
            description = "QoS class of a path.")
    @Nullable String qosClass;

    @Option(names = "--sl", paramLabel = "N", description = "Service level.")
    @Nullable String sl;

    @Option(
            names = {"-M", "--mtu"},
            paramLabel = "N",
            description =
                    "MTU in the lower six bits, 1 to 5 for 256 to 4096; selector in the upper two bits: 0 greater, 1 less,"
                            + " 2 exactly, 3 largest available. For example, 0x84 is exactly 2048.")
    @Nullable String mtu;

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "N",
            description = "Rate and selector, in the format of --mtu.")
    @Nullable String rate;

    @Option(
            names = "--pkt_lifetime",
            paramLabel = "N",
            description = "Packet lifetime and selector, in the format of --mtu.")
    @Nullable String packetLifetime;

    @Option(
            names = {"-q", "--qkey"},
            paramLabel = "Q_KEY",
            description = "Q_Key of a group; prompts for the key if it is not a number.")
    @Nullable String qKey;

    @Option(
            names = {"-T", "--tclass"},
            paramLabel = "N",
            description = "Traffic class.")
    @Nullable String trafficClass;

    @Option(
            names = {"-F", "--flow_label"},
            paramLabel = "N",
            description = "Flow label.")
    @Nullable String flowLabel;

    @Option(
            names = {"-H", "--hop_limit"},
            paramLabel = "N",
            description = "Hop limit.")
    @Nullable String hopLimit;

    @Option(names = "--scope", paramLabel = "N", description = "Scope of a group.")
    @Nullable String scope;

    @Option(
            names = {"-J", "--join_state"},
            paramLabel = "N",
            description = "Join state of a member.")
    @Nullable String joinState;

    @Option(
            names = {"-X", "--proxy_join"},
            paramLabel = "N",
            description = "Whether another port joined the member: 1 or 0.")
    @Nullable String proxyJoin;

    @Option(names = "--service_id", paramLabel = "N", description = "Service ID of a path.")
    @Nullable String serviceId;

    List<String> assignments(RecordKind kind) {
        List<String> all = new ArrayList<>();
        add(all, kind, "--slid", "slid", slid);
        add(all, kind, "--dlid", "dlid", dlid);
        add(all, kind, "--mlid", "mlid", mlid);
        add(all, kind, "--sgid", "sgid", sgid);
        add(all, kind, "--dgid", "dgid", dgid);
        add(all, kind, "--gid", "portGid", gid);
        add(all, kind, "--mgid", "mgid", mgid);
        add(all, kind, "--reversible", "reversible", reversible);
        add(all, kind, "--numb_path", "numbPath", numberOfPaths);
        add(all, kind, "--pkey", "pKey", key("--pkey", pKey));
        add(all, kind, "--qos_class", "qosClass", qosClass);
        add(all, kind, "--sl", "sl", sl);
        compare(all, kind, "--mtu", "mtu", mtu);
        compare(all, kind, "--rate", "rate", rate);
        compare(all, kind, "--pkt_lifetime", "packetLifeTime", packetLifetime);
        add(all, kind, "--qkey", "qKey", key("--qkey", qKey));
        add(all, kind, "--tclass", "trafficClass", trafficClass);
        add(all, kind, "--flow_label", "flowLabel", flowLabel);
        add(all, kind, "--hop_limit", "hopLimit", hopLimit);
        add(all, kind, "--scope", "scope", scope);
        add(all, kind, "--join_state", "joinState", joinState);
        add(all, kind, "--proxy_join", "proxyJoin", proxyJoin);
        add(all, kind, "--service_id", "serviceId", serviceId);
        return all;
    }

    private static @Nullable String key(String option, @Nullable String text) {
        return text == null ? null : "0x" + Long.toHexString(Numbers.key(option, text));
    }

    private static void add(List<String> all, RecordKind kind, String option, String field, @Nullable String value) {
        if (value == null) {
            return;
        }
        if (!kind.has(field)) {
            throw new IllegalArgumentException(option + ": " + kind.longName + " has no such field");
        }
        all.add(field + "=" + value);
    }

    private static void compare(List<String> all, RecordKind kind, String option, String field, @Nullable String text) {
        if (text != null) {
            long both = Numbers.parse(option, text, Byte.SIZE);
            add(all, kind, option, field + "Selector", String.valueOf(both >> SELECTOR_SHIFT));
            add(all, kind, option, field, String.valueOf(both & VALUE));
        }
    }
}
