package io.verbena.sa;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.PartitionKeys;
import io.verbena.iba.PortInfo;
import io.verbena.path.IbPath;
import io.verbena.spi.PortAttributes;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Attributes of the end port that identify the subnet administration, and that it knows the end port by. */
record LocalPort(Lid lid, Gid gid, Lid smLid, int smSl, int pKey, int reregistrations) {
    private static final int LIMITED_MEMBER = PartitionKeys.ofOtherMembership(PartitionKeys.DEFAULT);

    /**
     * Returns the attributes of a port.
     *
     * @param partition the index of the P_Key of requests; empty for the default partition
     * @throws RdmaException if the table of the port has no such index
     */
    static LocalPort of(EndPort endPort, OptionalInt partition) {
        PortAttributes port = endPort.attributes();
        int keys = port.pKeys().size();
        if (partition.orElse(0) >= keys && partition.isPresent()) {
            throw new RdmaException("end port " + endPort + " has no P_Key with index " + partition.getAsInt()
                    + "; its table has " + keys + " entries");
        }
        // GMPs use the default partition; a port that is no full member of it still reaches the subnet manager.
        boolean limited =
                !port.pKeys().contains(IbPath.DEFAULT_PKEY) && port.pKeys().contains(LIMITED_MEMBER);
        return new LocalPort(
                port.lid(),
                port.defaultGid(),
                port.smLid(),
                port.smSl(),
                partition.isPresent()
                        ? port.pKeys().get(partition.getAsInt())
                        : limited ? LIMITED_MEMBER : IbPath.DEFAULT_PKEY,
                endPort.reregistrations());
    }

    /** Returns this port with the attributes that its agent reports. */
    LocalPort as(PortInfo info) {
        return new LocalPort(
                info.lid(),
                new Gid(info.gidPrefix(), gid.interfaceId()),
                info.masterSmLid(),
                info.masterSmSl(),
                pKey,
                reregistrations);
    }

    /** Returns this port with another subnet manager, unless {@code other} is {@link Lid#NONE}. */
    LocalPort withSubnetManager(Lid other) {
        return other.equals(Lid.NONE) ? this : new LocalPort(lid, gid, other, smSl, pKey, reregistrations);
    }

    /** Compares the components without the bootstrap of a record's method; see {@link Lid#equals}. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LocalPort port
                && port.lid.equals(lid)
                && port.gid.equals(gid)
                && port.smLid.equals(smLid)
                && port.smSl == smSl
                && port.pKey == pKey
                && port.reregistrations == reregistrations;
    }

    @Override
    public int hashCode() {
        return Objects.hash(lid, gid, smLid, smSl, pKey, reregistrations);
    }

    boolean hasSubnetManager() {
        return !smLid.equals(Lid.NONE);
    }

    IbPath administration() {
        return IbPath.to(smLid).withSl(smSl).withPKey(pKey);
    }

    /** Returns a GID with the subnet prefix of this port, if it has none. */
    Gid inSubnet(Gid wanted) {
        return wanted.prefix() == Gid.LINK_LOCAL_PREFIX ? new Gid(gid.prefix(), wanted.interfaceId()) : wanted;
    }
}
