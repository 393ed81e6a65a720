package io.verbena.subnet;

import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.path.IbPath;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A port of a node, as it was when the subnet was read. */
public final class Port {
    private final Node node;
    private final int number;
    private Guid guid;
    private @Nullable PortInfo info;
    private @Nullable Port peer;
    private boolean fdr10;
    private boolean carriedOver;
    private Lid lid = Lid.NONE;

    Port(Node node, int number) {
        this.node = node;
        this.number = number;
        this.guid = Guid.ZERO;
    }

    /** The node it belongs to. */
    public Node node() {
        return node;
    }

    /** Its number; 0 is the management port of a switch. */
    public int number() {
        return number;
    }

    /** Its GUID; all ports of a switch share one. {@link Guid#ZERO} where it was not learned. */
    public Guid guid() {
        return guid;
    }

    /** What it said of itself; empty where it did not answer or was not asked. */
    public Optional<PortInfo> info() {
        return Optional.ofNullable(info);
    }

    /** The port at the other end of its link. */
    public Optional<Port> peer() {
        return Optional.ofNullable(peer);
    }

    /** The LID that reaches it: its own, or that of its switch. {@link Lid#NONE} where it has none. */
    public Lid lid() {
        Port end = endPort();
        return end.info == null ? end.lid : end.info.lid();
    }

    /** Whether packets end here: any port of a channel adapter or router, port 0 of a switch. */
    public boolean isEndPort() {
        return !node.isSwitch() || number == 0;
    }

    /** Itself, or for another port of a switch port 0 of that; itself, too, where that was not learned of. */
    public Port endPort() {
        return isEndPort() ? this : node.port(0).orElse(this);
    }

    /** Whether a LID is one of its own, all of which differ in their low {@link #lmc} bits. */
    public boolean has(Lid other) {
        Lid base = lid();
        return base.isUnicast() && other.bits() >>> lmc() == base.bits() >>> lmc();
    }

    /** The path of subnet management to its LID; empty where it has none. Other packets need one of the administration. */
    public Optional<IbPath> lidPath() {
        return lid().isUnicast() ? Optional.of(IbPath.to(lid())) : Optional.empty();
    }

    /** How many low bits of the LID are free to choose. */
    public int lmc() {
        PortInfo addressed = endPort().info;
        return addressed == null ? 0 : addressed.lmc();
    }

    /** Its logical state; {@link PortState#UNKNOWN} where it did not answer. */
    public PortState state() {
        return info().map(PortInfo::portState).orElse(PortState.UNKNOWN);
    }

    /** The active width of its link. */
    public LinkWidth width() {
        return info().map(PortInfo::linkWidthActive).orElse(LinkWidth.UNKNOWN);
    }

    /** The active speed of its link. */
    public LaneSpeed speed() {
        return fdr10 ? LaneSpeed.FDR10 : info().map(LaneSpeed::active).orElse(LaneSpeed.UNKNOWN);
    }

    /** Whether the vendor says that what PortInfo calls QDR is FDR10. */
    public boolean isFdr10() {
        return fdr10;
    }

    /**
     * Whether what it said of itself was not read again, but taken from an older subnet, because the other end of its link
     * is as it was; see {@link Discovery#since}.
     */
    public boolean isCarriedOver() {
        return carriedOver;
    }

    /** Takes what an older subnet knows of it. */
    void carryOver(Port old) {
        info = old.info;
        fdr10 = old.fdr10;
        carriedOver = true;
    }

    void guid(Guid value) {
        guid = value;
    }

    void info(PortInfo value) {
        info = value;
    }

    /** The LID as another told it; what the port itself says comes first. */
    void lid(Lid value) {
        lid = value;
    }

    /** The vendor says that what PortInfo calls QDR is FDR10. */
    void fdr10(boolean value) {
        fdr10 = value;
    }

    /** Joins two ports; false if one of them is joined to a third. */
    boolean join(Port other) {
        if ((peer != null && peer != other) || (other.peer != null && other.peer != this)) {
            return false;
        }
        peer = other;
        other.peer = this;
        return true;
    }

    /** The node and the number, {@code "leaf2" port 4}. */
    @Override
    public String toString() {
        return node + " port " + number;
    }
}
