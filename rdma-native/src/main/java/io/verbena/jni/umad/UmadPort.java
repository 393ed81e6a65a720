package io.verbena.jni.umad;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import java.util.Objects;
import org.fusesource.hawtjni.runtime.JniClass;

/** What {@link Umad#port} reads about a port. The fields are those of the C structure of the same name. */
@JniClass(name = "verbena_umad_port", flags = STRUCT)
public final class UmadPort {
    int number;
    int baseLid;
    int lmc;
    int smLid;
    int smSl;
    int state;
    int physicalState;
    int rate;
    int capabilityMask;
    int pkeyCount;
    long gidPrefix;
    long portGuid;
    byte[] linkLayer = new byte[20];
    short[] pkeys = new short[256];

    /** The port number. */
    public int number() {
        return number;
    }

    /** The first of the port's LIDs; 0 if the subnet manager gave none. */
    public int baseLid() {
        return baseLid;
    }

    /** The LID mask count: the port has 2 to the power of this many LIDs. */
    public int lmc() {
        return lmc;
    }

    /** The LID of the subnet manager; 0 if there is none. */
    public int smLid() {
        return smLid;
    }

    /** The service level to reach the subnet manager with. */
    public int smSl() {
        return smSl;
    }

    /** The logical state: 1 down, 2 initialize, 3 armed, 4 active. */
    public int state() {
        return state;
    }

    /** The physical state: 2 polling, 3 disabled, 5 link up, and the others of PortInfo. */
    public int physicalState() {
        return physicalState;
    }

    /** The rate in Gb/s, rounded down: 2 stands for 2.5. */
    public int rate() {
        return rate;
    }

    /** The capability mask of PortInfo. */
    public int capabilityMask() {
        return capabilityMask;
    }

    /** The upper half of GID 0. */
    public long gidPrefix() {
        return gidPrefix;
    }

    /** The port GUID: the lower half of GID 0. */
    public long portGuid() {
        return portGuid;
    }

    /** {@code InfiniBand} or {@code Ethernet}; with a simulated device possibly empty. */
    public String linkLayer() {
        return Umad.text(linkLayer);
    }

    /** The number of P_Key table entries that {@link #pkey} has, which is at most 256. */
    public int pkeyCount() {
        return pkeyCount;
    }

    /** The P_Key at an index, 0 to 65535; 0 is an unused entry. */
    public int pkey(int index) {
        return Short.toUnsignedInt(pkeys[Objects.checkIndex(index, pkeyCount)]);
    }
}
