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

/** A port of a node, as of the time of discovery. */
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

    /** Returns its node. */
    public Node node() {
        return node;
    }

    /** Returns its number; 0 is the management port of a switch. */
    public int number() {
        return number;
    }

    /** Returns its GUID, which all ports of a switch share; {@link Guid#ZERO} if it is unknown. */
    public Guid guid() {
        return guid;
    }

    /** Returns its PortInfo; empty if it was not read. */
    public Optional<PortInfo> info() {
        return Optional.ofNullable(info);
    }

    /** Returns the port at the other end of its link. */
    public Optional<Port> peer() {
        return Optional.ofNullable(peer);
    }

    /** Returns its LID, or the LID of its switch; {@link Lid#NONE} if it has none. */
    public Lid lid() {
        Port end = endPort();
        return end.info == null ? end.lid : end.info.lid();
    }

    /** Returns whether it is an end port: a port of a channel adapter or router, or port 0 of a switch. */
    public boolean isEndPort() {
        return !node.isSwitch() || number == 0;
    }

    /** Returns the end port: this port, or port 0 of its switch if that is known. */
    public Port endPort() {
        return isEndPort() ? this : node.port(0).orElse(this);
    }

    /** Returns whether a LID is in its range, which has 2^{@link #lmc} LIDs. */
    public boolean has(Lid other) {
        Lid base = lid();
        return base.isUnicast() && other.bits() >>> lmc() == base.bits() >>> lmc();
    }

    /**
     * Returns a path to its LID for subnet management packets; empty if it has no LID. Other packets need a path from
     * the subnet administration.
     */
    public Optional<IbPath> lidPath() {
        return lid().isUnicast() ? Optional.of(IbPath.to(lid())) : Optional.empty();
    }

    /** Returns its LMC. */
    public int lmc() {
        PortInfo addressed = endPort().info;
        return addressed == null ? 0 : addressed.lmc();
    }

    /** Returns its logical state; {@link PortState#UNKNOWN} if it was not read. */
    public PortState state() {
        return info().map(PortInfo::portState).orElse(PortState.UNKNOWN);
    }

    /** Returns the active width of its link. */
    public LinkWidth width() {
        return info().map(PortInfo::linkWidthActive).orElse(LinkWidth.UNKNOWN);
    }

    /** Returns the active speed of its link. */
    public LaneSpeed speed() {
        return fdr10 ? LaneSpeed.FDR10 : info().map(LaneSpeed::active).orElse(LaneSpeed.UNKNOWN);
    }

    /** Returns whether a vendor attribute identifies the speed as FDR10, which PortInfo reports as QDR. */
    public boolean isFdr10() {
        return fdr10;
    }

    /**
     * Returns whether its PortInfo was taken from an older subnet because the other end of its link is unchanged; see
     * {@link Discovery#since}.
     */
    public boolean isCarriedOver() {
        return carriedOver;
    }

    /** Takes the attributes from an older subnet. */
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

    /** Sets the LID that another port reported, which its own PortInfo overrides. */
    void lid(Lid value) {
        lid = value;
    }

    void fdr10(boolean value) {
        fdr10 = value;
    }

    /** Connects two ports. Returns false if one of them is connected to a third. */
    boolean join(Port other) {
        if ((peer != null && peer != other) || (other.peer != null && other.peer != this)) {
            return false;
        }
        peer = other;
        other.peer = this;
        return true;
    }

    /** Returns node and number, {@code "leaf2" port 4}. */
    @Override
    public String toString() {
        return node + " port " + number;
    }
}
