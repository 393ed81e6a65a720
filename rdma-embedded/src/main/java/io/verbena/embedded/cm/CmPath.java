package io.verbena.embedded.cm;

import io.verbena.hca.AddressVector;
import io.verbena.iba.CommunicationPath;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.PathRecord;
import io.verbena.spi.MadAddress;

/**
 * The path from a port of this host to the peer, as resolved by the subnet administration or received in a request.
 *
 * @param lifeTime the packet lifetime, as a code of {@link Timeouts}
 */
record CmPath(
        int port,
        int slid,
        int dlid,
        Gid sgid,
        Gid dgid,
        int serviceLevel,
        int pathBits,
        Mtu mtu,
        int rate,
        int lifeTime,
        int pKey,
        int pKeyIndex,
        int flowLabel,
        int hopLimit,
        int trafficClass) {

    static CmPath of(CmPort port, PathRecord path) {
        return new CmPath(
                port.number(),
                path.slid().bits(),
                path.dlid().bits(),
                path.sgid(),
                path.dgid(),
                path.sl(),
                pathBits(port, path.slid().bits()),
                path.mtu(),
                path.rateBits(),
                path.packetLifeTime(),
                path.pKey(),
                Math.max(0, port.partitionIndex(path.pKey())),
                path.flowLabel(),
                path.hopLimit(),
                path.trafficClass());
    }

    static CmPath back(CmPort port, MadAddress source, CommunicationPath path, Mtu mtu, int pKey) {
        int said = path.slid().bits();
        return new CmPath(
                port.number(),
                path.dlid().bits(),
                Lid.of(said).isUnicast() ? said : source.lid(),
                path.dgid(),
                path.sgid(),
                path.sl(),
                pathBits(port, path.dlid().bits()),
                mtu,
                path.packetRate(),
                Math.max(0, path.localAckTimeout() - 1),
                pKey,
                source.pKeyIndex(),
                path.flowLabel(),
                path.hopLimit(),
                path.trafficClass());
    }

    private static int pathBits(CmPort port, int slid) {
        return slid & ((1 << port.lmc()) - 1);
    }

    CommunicationPath describe(int acknowledgeTimeout) {
        return new CommunicationPath()
                .slid(Lid.of(slid))
                .dlid(Lid.of(dlid))
                .sgid(sgid)
                .dgid(dgid)
                .flowLabel(flowLabel)
                .packetRate(rate)
                .trafficClass(trafficClass)
                .hopLimit(hopLimit)
                .sl(serviceLevel)
                .subnetLocal(1)
                .localAckTimeout(acknowledgeTimeout);
    }

    PathRecord record() {
        return new PathRecord()
                .slid(Lid.of(slid))
                .dlid(Lid.of(dlid))
                .sgid(sgid)
                .dgid(dgid)
                .sl(serviceLevel)
                .mtu(mtu)
                .rateBits(rate)
                .packetLifeTime(lifeTime)
                .pKey(pKey)
                .flowLabel(flowLabel)
                .hopLimit(hopLimit)
                .trafficClass(trafficClass);
    }

    AddressVector vector() {
        return new AddressVector(
                port, Lid.of(dlid), serviceLevel, pathBits, rate, Gid.ZERO, 0, flowLabel, hopLimit, trafficClass);
    }

    MadAddress address() {
        return new MadAddress(dlid, 1, MadAddress.GSI_QUEUE_KEY, serviceLevel, pathBits, pKeyIndex, null);
    }
}
