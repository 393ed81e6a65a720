package io.verbena.jni.umad;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import java.util.Objects;
import org.fusesource.hawtjni.runtime.JniClass;

/** Attributes of a port: {@code struct verbena_umad_port}, filled in by {@link Umad#port}. */
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

    /** Returns the port number. */
    public int number() {
        return number;
    }

    /** Returns the base LID; 0 if the subnet manager assigned none. */
    public int baseLid() {
        return baseLid;
    }

    /** Returns the LID mask control (LMC): the port has 2<sup>LMC</sup> LIDs. */
    public int lmc() {
        return lmc;
    }

    /** Returns the LID of the subnet manager; 0 if there is none. */
    public int smLid() {
        return smLid;
    }

    /** Returns the service level for requests to the subnet manager. */
    public int smSl() {
        return smSl;
    }

    /** Returns the logical port state: 1 down, 2 initialize, 3 armed, 4 active. */
    public int state() {
        return state;
    }

    /** Returns the physical port state of PortInfo, such as 2 polling, 3 disabled, 5 link up. */
    public int physicalState() {
        return physicalState;
    }

    /** Returns the rate in Gb/s, rounded down: 2 stands for 2.5. */
    public int rate() {
        return rate;
    }

    /** Returns the capability mask of PortInfo. */
    public int capabilityMask() {
        return capabilityMask;
    }

    /** Returns the upper half of GID 0. */
    public long gidPrefix() {
        return gidPrefix;
    }

    /** Returns the port GUID, the lower half of GID 0. */
    public long portGuid() {
        return portGuid;
    }

    /** Returns {@code InfiniBand} or {@code Ethernet}; may be empty for a simulated device. */
    public String linkLayer() {
        return Umad.text(linkLayer);
    }

    /** Returns the number of P_Key table entries, at most 256. */
    public int pkeyCount() {
        return pkeyCount;
    }

    /** Returns the P_Key at an index (0 to 65535); 0 marks an unused entry. */
    public int pkey(int index) {
        return Short.toUnsignedInt(pkeys[Objects.checkIndex(index, pkeyCount)]);
    }
}
