package io.verbena.diag.validate;

import static io.verbena.diag.validate.Severity.ERROR;
import static io.verbena.diag.validate.Severity.INFO;
import static io.verbena.diag.validate.Severity.WARNING;

import java.util.Arrays;
import java.util.Locale;

/** The kinds of findings, with the severity, the likely cause and the next step of each. */
public enum FindingKind {
    /** Part of the fabric did not respond. */
    UNREADABLE(
            ERROR,
            "The node is down, overloaded, or protects its attributes by an M_Key.",
            "Read the attribute again with smpquery; reset the node if it does not respond."),
    /** Two nodes have the same node GUID. */
    DUPLICATE_NODE_GUID(
            ERROR,
            "The firmware of one node was written with the GUIDs of the other.",
            "Write the correct GUIDs to the firmware of one of the nodes."),
    /** Two ports have the same GUID. */
    DUPLICATE_PORT_GUID(
            ERROR,
            "The firmware of one node was written with the GUIDs of the other.",
            "Write the correct GUIDs to the firmware of one of the nodes."),
    /** A node or port has the GUID 0. */
    ZERO_GUID(ERROR, "The firmware has no GUIDs.", "Write GUIDs to the firmware of the node."),
    /** Two ports have the same LID, or overlapping ranges of LIDs. */
    DUPLICATE_LID(
            ERROR,
            "Two subnets were merged, or the subnet manager kept a stale file of LIDs.",
            "Make the subnet manager assign new LIDs, and check that only one subnet manager is master."),
    /** A connected port has no LID. */
    ZERO_LID(ERROR, "No subnet manager has configured the port.", "Check the log of the subnet manager for the port."),
    /** Nodes with different GUIDs have the same NodeDescription. */
    DUPLICATE_DESCRIPTION(
            WARNING,
            "The host name was not written to the device, or a host was cloned.",
            "Set the NodeDescription of each host; see rdma-ndd(8)."),
    /** A link is not active. */
    LINK_NOT_ACTIVE(
            ERROR,
            "The subnet manager has not finished, or does not reach the port.",
            "Check the log of the subnet manager, then reset the port with ibportstate."),
    /** A link is slower than both ends enable. */
    LINK_SLOW(
            WARNING,
            "The cable or a connector is damaged or rated for a lower speed, or the speed is limited by configuration.",
            "Reseat the cable and reset the port; replace the cable if the speed stays low."),
    /** A link is narrower than both ends enable. */
    LINK_NARROW(
            WARNING,
            "A lane of the cable or a connector is damaged.",
            "Reseat the cable and reset the port; replace the cable if the width stays low."),
    /** A link is slower than expected. */
    SPEED_BELOW_EXPECTED(
            WARNING,
            "A device, module or cable of an older generation is part of the link.",
            "Compare both ends and the cable with the plan of the fabric."),
    /** A link is narrower than expected. */
    WIDTH_BELOW_EXPECTED(
            WARNING, "The cable has fewer lanes, or a lane is damaged.", "Reseat the cable, then replace it."),
    /** Links between the same two nodes have different rates. */
    UNEQUAL_PARALLEL_LINKS(
            WARNING,
            "One of the cables is damaged or of another type.",
            "Replace the cable of the link with the lowest rate."),
    /** The ends of a link have different MTUs. */
    MTU_MISMATCH(
            WARNING,
            "The subnet manager configured only one end, or a tool changed the other.",
            "Make the subnet manager sweep again; check its MTU settings."),
    /** The ends of a link have different numbers of virtual lanes. */
    VL_MISMATCH(
            WARNING,
            "The subnet manager configured only one end, or a tool changed the other.",
            "Make the subnet manager sweep again; check its QoS settings."),
    /** The fabric has no master subnet manager. */
    NO_MASTER(ERROR, "No subnet manager runs, or none reaches the fabric.", "Start a subnet manager."),
    /** The fabric has several master subnet managers. */
    SEVERAL_MASTERS(
            ERROR,
            "The subnet managers use different SM_Keys, or two subnets were connected.",
            "Stop all but one, and give all the same SM_Key."),
    /** A standby subnet manager has a higher priority than the master. */
    MASTER_NOT_BEST(
            WARNING,
            "The master does not hand over, or the standby has just started.",
            "Check the logs of both subnet managers for their election."),
    /** A port names another subnet manager than the master. */
    WRONG_SM_LID(
            ERROR,
            "The port was configured by an earlier or a second subnet manager.",
            "Make the master sweep again; stop other subnet managers."),
    /** The fabric has no standby subnet manager. */
    NO_STANDBY(INFO, "Only one subnet manager runs.", "Start a second subnet manager on another host."),
    /** The highest LID of a forwarding table is far above all LIDs. */
    LARGE_LINEAR_TOP(
            INFO,
            "The subnet manager does not set LinearFDBTop to the highest LID in use.",
            "None; reading the tables of this switch takes longer."),
    /** An end port is not a member of the default partition. */
    NO_DEFAULT_PARTITION(
            WARNING,
            "The configuration of partitions omits the port.",
            "Add the port to the default partition, at least as a limited member."),
    /** A port is a full and a limited member of one partition. */
    BOTH_MEMBERSHIPS(
            WARNING,
            "The configuration lists the port twice, and the subnet manager allows both keys.",
            "Remove one of the memberships unless the port serves virtual machines."),
    /** A switch port that enforces partitions lacks a key of the host behind it. */
    PARTITION_NOT_ENFORCED(
            ERROR,
            "The subnet manager did not update the table of the switch.",
            "Make the subnet manager sweep again."),
    /** Two ports that must communicate share no partition. */
    PAIR_WITHOUT_PARTITION(
            ERROR,
            "One port is not a member of the partition, or both are limited members.",
            "Make one of the ports a full member of a common partition."),
    /** A multicast group for IPoIB is missing. */
    NO_IPOIB_GROUP(
            WARNING,
            "The subnet manager creates no broadcast group for the partition.",
            "Add the flag ipoib to the partition in the configuration of the subnet manager."),
    /** The rate of an IPoIB group is higher than a member supports. */
    IPOIB_RATE_TOO_HIGH(
            ERROR,
            "The group was created with the rate of faster ports.",
            "Lower the rate of the group, or repair the slow link."),
    /** The MTU of an IPoIB group is higher than a member supports. */
    IPOIB_MTU_TOO_HIGH(ERROR, "The group was created with the MTU of other ports.", "Lower the MTU of the group."),
    /** A service level leads to a virtual lane that the link does not have. */
    SL_TO_MISSING_VL(
            ERROR,
            "The QoS settings use more virtual lanes than the link has.",
            "Correct the SL2VL tables in the configuration of the subnet manager."),
    /** A port drops the default service level. */
    SL_DROPPED(
            ERROR, "The SL2VL table maps service level 0 to VL15.", "Correct the SL2VL tables of the subnet manager."),
    /** A virtual lane that carries traffic has no weight in arbitration. */
    VL_WITHOUT_WEIGHT(
            ERROR,
            "The arbitration tables and the SL2VL tables do not match.",
            "Add the virtual lane to the arbitration tables."),
    /** A switch has another SL2VL mapping than most. */
    SL2VL_DIFFERS(
            WARNING,
            "The switch was configured separately, or missed the last change.",
            "Make the subnet manager sweep again; remove special QoS settings of the switch."),
    /** A port has another protection by M_Key than most. */
    M_KEY_DIFFERS(
            WARNING,
            "The port was added after the M_Keys were set, or was set by another subnet manager.",
            "Make the subnet manager sweep again."),
    /** A port counted requests with a wrong M_Key. */
    M_KEY_VIOLATIONS(
            WARNING,
            "A program without the key tries to change the port.",
            "Find the sender in the traps of the subnet manager."),
    /** A switch does not forward packets to a LID. */
    UNREACHABLE_LID(
            ERROR,
            "The forwarding table of the switch has no entry, or an entry for the wrong port.",
            "Make the subnet manager route again; check its log for the switch."),
    /** Packets to a LID circulate. */
    ROUTING_LOOP(
            ERROR,
            "The forwarding tables of the switches come from different computations.",
            "Make the subnet manager route again; check its log for failed writes."),
    /** Routes are longer than necessary. */
    NOT_MINIMAL(
            INFO,
            "The routing algorithm avoids credit loops by longer routes, or the tables are old.",
            "None if the algorithm is up/down or similar; otherwise, route again."),
    /** A link between switches carries no routes. */
    UNUSED_LINK(
            WARNING,
            "The routing algorithm does not use the link, or the tables are older than the link.",
            "Make the subnet manager route again; check the roots that it uses."),
    /** Equally good links of a switch carry very different numbers of routes. */
    UNBALANCED_ROUTES(
            WARNING,
            "The routing algorithm does not know the shape of the fabric, or the tables are old.",
            "Make the subnet manager route again, or choose another routing algorithm."),
    /** Packets can wait for one another in a circle. */
    CREDIT_LOOP(
            ERROR,
            "The routing algorithm allows cyclic dependencies on this topology.",
            "Use a routing algorithm without credit loops, such as updn with roots, ftree, lash or dfsssp."),
    /** Multicast packets, together with unicast packets, can wait for one another in a circle. */
    MULTICAST_CREDIT_LOOP(
            ERROR,
            "The multicast trees do not follow the order of the unicast routes.",
            "Use a routing algorithm that also orders multicast trees, or separate multicast by a virtual lane."),
    /** A multicast tree has a loop. */
    MULTICAST_LOOP(
            ERROR,
            "The multicast tables of the switches come from different computations.",
            "Make the subnet manager route again."),
    /** A multicast tree consists of several parts. */
    MULTICAST_SPLIT(
            ERROR,
            "A switch lacks the entry of the group, or a link of the tree is down.",
            "Make the subnet manager route again."),
    /** A multicast tree forwards in one direction only. */
    MULTICAST_ONE_WAY(
            ERROR, "A switch lacks a port in the entry of the group.", "Make the subnet manager route again."),
    /** A switch has more links to one switch of the next level than other switches have. */
    UNEVEN_UPLINKS(
            WARNING,
            "The cables of two links are swapped, or a cable leads to another switch than planned.",
            "Compare the cables of both switches with the plan of the fabric."),
    /** A switch has fewer links upward than the other switches of its level. */
    FEWER_UPLINKS(WARNING, "A cable is missing or its link is down.", "Connect the missing cables of the switch."),
    /** Ports of a host with the same number lead to different planes. */
    RAIL_MISMATCH(WARNING, "Two cables of the host are swapped.", "Exchange the cables of the host."),
    /** Groups of a Dragonfly+ fabric have no link between them. */
    MISSING_GLOBAL_LINK(
            WARNING, "A cable between the groups is missing or its link is down.", "Connect the missing cable."),
    /** An error counter exceeds its threshold. */
    COUNTER_EXCEEDED(
            WARNING,
            "The link has had errors since the counters were reset.",
            "Reset the counters and check whether they increase; if so, reseat and then replace the cable."),
    /** An error counter increases. */
    COUNTER_INCREASES(
            ERROR,
            "The link has errors now.",
            "Reseat and then replace the cable; exchange the ports to find a bad one."),
    /** The bit error rate of a link is too high. */
    BIT_ERROR_RATE(
            ERROR, "The cable or a connector is damaged or dirty.", "Clean and reseat the cable, then replace it."),
    /** The error correction of a link repairs many bits. */
    RAW_BIT_ERROR_RATE(
            WARNING,
            "The cable or a connector is damaged or dirty, or the cable is too long for the speed.",
            "Clean and reseat the cable; replace it if the rate grows."),
    /** A port waits for credits during much of the time. */
    CONGESTION(
            WARNING,
            "The receiver is slow, or several senders share the links behind the port.",
            "Look at the ports in the direction of the traffic; check the balance of routes."),
    /** Devices of one type have different hardware revisions. */
    REVISION_MIX(INFO, "The devices were bought at different times.", "None, unless a revision has a known defect."),
    /** Devices of one type have different firmware versions. */
    FIRMWARE_MIX(
            WARNING, "Some devices were not updated.", "Update the firmware of the devices to the version of most."),
    /** A node has another NodeDescription than in the reference. */
    DESCRIPTION_CHANGED(INFO, "The host was renamed or exchanged.", "Update the reference if the change was intended."),
    /** A node of the reference is missing. */
    NODE_MISSING(ERROR, "The node is off, or its cables are disconnected.", "Check the power and cables of the node."),
    /** A node is not in the reference. */
    NODE_ADDED(INFO, "The node was added.", "Update the reference if the change was intended."),
    /** A link of the reference is missing. */
    LINK_MISSING(ERROR, "The cable is disconnected, moved or damaged.", "Check the cable at both ends."),
    /** A link is not in the reference. */
    LINK_ADDED(WARNING, "A cable was added or moved.", "Compare the cabling with the plan.");

    private final Severity severity;
    private final String cause;
    private final String nextStep;

    FindingKind(Severity severity, String cause, String nextStep) {
        this.severity = severity;
        this.cause = cause;
        this.nextStep = nextStep;
    }

    /** Returns the identifier in reports, such as {@code duplicate-lid}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the severity. */
    public Severity severity() {
        return severity;
    }

    /** Returns the likely cause as a sentence. */
    public String cause() {
        return cause;
    }

    /** Returns what an operator should do next, as a sentence. */
    public String nextStep() {
        return nextStep;
    }

    /**
     * Returns the kind with this identifier.
     *
     * @throws IllegalArgumentException if it does not exist
     */
    public static FindingKind called(String id) {
        return Arrays.stream(values())
                .filter(kind -> kind.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no kind of finding is called '" + id + "'"));
    }
}
