package io.verbena.embedded;

import io.verbena.iba.Guid;
import io.verbena.iba.PortInfo;
import io.verbena.topology.TopologyPort;
import org.jspecify.annotations.Nullable;

/** One port of an embedded fabric. Safe for use by several threads. */
public final class EmbeddedPort {
    private final EmbeddedNode node;
    private final int number;
    private final Guid guid;
    private final @Nullable TopologyPort model;
    private @Nullable EmbeddedPort peer;
    private int lid;
    private int lmc;
    private int smLid;
    private boolean sm;
    private volatile boolean down;
    // Each is made when first asked for; that the state may change meanwhile does not make either of them wrong.
    private volatile @Nullable PortInfo infoUp;
    private volatile @Nullable PortInfo infoDown;

    EmbeddedPort(EmbeddedNode node, int number, Guid guid, @Nullable TopologyPort model) {
        this.node = node;
        this.number = number;
        this.guid = guid;
        this.model = model;
    }

    void connect(EmbeddedPort other) {
        peer = other;
    }

    void assign(int baseLid, int lidMaskControl) {
        lid = baseLid;
        lmc = lidMaskControl;
    }

    void managedFrom(EmbeddedPort master) {
        smLid = master.lid;
        sm = master == this;
    }

    /** Cuts the link: both ends go down, and no packet passes. Does nothing where there is no link. */
    public void down() {
        change(true);
    }

    /** Joins the link again, and both ends are active as before. */
    public void up() {
        change(false);
    }

    private void change(boolean cut) {
        EmbeddedPort other = peer;
        if (other != null) {
            down = cut;
            other.down = cut;
        }
    }

    /** Whether packets pass; port 0 of a switch always is up, a port without a link never. */
    public boolean isUp() {
        return !down && (peer != null || isManagementPort());
    }

    /** The node it belongs to. */
    public EmbeddedNode node() {
        return node;
    }

    /** Its number, from 1; 0 is the management port of a switch. */
    public int number() {
        return number;
    }

    /** Its GUID; on a switch, that of the management port. */
    public Guid guid() {
        return guid;
    }

    /** Its base LID; 0 on a port without a link and on those of a switch, whose management port has the LID. */
    public int lid() {
        return lid;
    }

    int lmc() {
        return lmc;
    }

    int smLid() {
        return smLid;
    }

    /** Whether the subnet manager runs here. */
    boolean isSm() {
        return sm;
    }

    boolean isManagementPort() {
        return number == 0;
    }

    /** Whether a packet to this LID is for this port. */
    boolean owns(int destination) {
        return lid != 0 && destination >>> lmc == lid >>> lmc;
    }

    /** Where the cable ends, whether it is cut or not. */
    @Nullable EmbeddedPort peer() {
        return peer;
    }

    /** Where a packet that leaves here arrives; null where it gets lost. */
    @Nullable EmbeddedPort cross() {
        return down ? null : peer;
    }

    @Nullable TopologyPort model() {
        return model;
    }

    /** What the port says of itself. */
    PortInfo info() {
        boolean up = isUp();
        PortInfo info = up ? infoUp : infoDown;
        if (info == null) {
            info = PortInfos.of(this, up);
            if (up) {
                infoUp = info;
            } else {
                infoDown = info;
            }
        }
        return info;
    }

    @Override
    public String toString() {
        return "port " + number + " of " + node;
    }
}
