package io.verbena.sa;

import io.verbena.device.EndPort;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.PartitionKeys;
import io.verbena.iba.PortInfo;
import io.verbena.path.IbPath;
import io.verbena.spi.PortAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What of the end port decides where the subnet administration is, and what it knows of us. */
record LocalPort(Lid lid, Gid gid, Lid smLid, int smSl, int pKey, int reregistrations) {
    private static final int LIMITED_MEMBER = PartitionKeys.ofOtherMembership(PartitionKeys.DEFAULT);

    static LocalPort of(EndPort endPort) {
        PortAttributes port = endPort.attributes();
        // GMPs travel in the default partition; a port that is no full member of it still reaches the subnet manager.
        boolean limited =
                !port.pKeys().contains(IbPath.DEFAULT_PKEY) && port.pKeys().contains(LIMITED_MEMBER);
        return new LocalPort(
                port.lid(),
                port.defaultGid(),
                port.smLid(),
                port.smSl(),
                limited ? LIMITED_MEMBER : IbPath.DEFAULT_PKEY,
                endPort.reregistrations());
    }

    /** The same port as its agent describes it. */
    LocalPort as(PortInfo info) {
        return new LocalPort(
                info.lid(),
                new Gid(info.gidPrefix(), gid.interfaceId()),
                info.masterSmLid(),
                info.masterSmSl(),
                pKey,
                reregistrations);
    }

    /** The same port with another subnet manager, if there is one to take the place of its own. */
    LocalPort withSubnetManager(Lid other) {
        return other.equals(Lid.NONE) ? this : new LocalPort(lid, gid, other, smSl, pKey, reregistrations);
    }

    /** Written out for the same reason as that of {@link Lid}. */
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

    /** A GUID was written without its subnet: it is taken to be in ours. */
    Gid inSubnet(Gid wanted) {
        return wanted.prefix() == Gid.LINK_LOCAL_PREFIX ? new Gid(gid.prefix(), wanted.interfaceId()) : wanted;
    }
}
