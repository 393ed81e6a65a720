package io.verbena.shell.parity;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The nodes of the net that the tests run on, as our own discovery finds them, and that answer by LID: tests know nothing of
 * the net.
 */
public final class Net {
    private static final Net CURRENT = new Net(
            CommandRun.verbena("ibnetdiscover", "--format", "json").ok().json().get("nodes"));

    private final List<Member> members;

    private Net(JsonNode nodes) {
        members = nodes.valueStream().map(Net::member).filter(Net::answers).toList();
    }

    /** ibsim forwards no farther than some 16 switches by LID. */
    private static boolean answers(Member member) {
        return !member.lids().isEmpty()
                && CommandRun.verbenaLine("smpquery -t 50 nodeinfo " + member.lid())
                                .exitCode()
                        == 0;
    }

    /**
     * A node.
     *
     * @param type {@code SWITCH}, {@code CHANNEL_ADAPTER} or {@code ROUTER}
     * @param route the directed route, such as {@code 0,1,4}
     * @param lids the distinct LIDs of its ports that are not down; a switch has one
     * @param portGuids the distinct GUIDs of these ports
     */
    public record Member(
            String type, String guid, String name, int ports, String route, List<String> lids, List<String> portGuids) {
        /** The LID of its first port. */
        public String lid() {
            return lids.get(0);
        }
    }

    /** The net that is there. */
    public static Net current() {
        return CURRENT;
    }

    /** All nodes, the nearest first. */
    public Stream<Member> nodes() {
        return members.stream();
    }

    /** The switches. */
    public Stream<Member> switches() {
        return nodes().filter(node -> node.type().equals("SWITCH"));
    }

    /** The channel adapters; the first is our own. */
    public Stream<Member> adapters() {
        return nodes().filter(node -> node.type().equals("CHANNEL_ADAPTER"));
    }

    /** One switch, the nearest. */
    public Member someSwitch() {
        return switches().findFirst().orElseThrow();
    }

    /** Our own adapter. */
    public Member someAdapter() {
        return adapters().findFirst().orElseThrow();
    }

    /** Another adapter, the farthest. */
    public Member otherAdapter() {
        return adapters().reduce((near, far) -> far).orElseThrow();
    }

    /** The adapters that answer by their LID, which on the simulator not all do; our own is the first. */
    public Stream<Member> answeringAdapters() {
        return adapters()
                .filter(host -> CommandRun.verbena("smpquery", "-t", "100", "nodeinfo", host.lid())
                                .exitCode()
                        == 0);
    }

    private static Member member(JsonNode node) {
        return new Member(
                node.get("type").asString(),
                node.get("guid").asString(),
                node.get("name").asString(),
                node.get("ports").asInt(),
                node.get("path").asString().replaceAll("[^0-9,]", ""),
                ofPorts(node, "lid").filter(lid -> !lid.equals("0")).toList(),
                ofPorts(node, "guid").toList());
    }

    private static Stream<String> ofPorts(JsonNode node, String field) {
        return node.get("links")
                .valueStream()
                .filter(port -> !port.get("state").asString().equals("DOWN"))
                .map(port -> port.get(field).asString())
                .distinct();
    }
}
