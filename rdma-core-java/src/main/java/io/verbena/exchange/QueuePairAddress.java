package io.verbena.exchange;

import io.verbena.error.Ranges;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;

/**
 * The address of a queue pair, which its side sends to the peer.
 *
 * @param type its type, which both sides have in common
 * @param number its number, 24 bits
 * @param sequenceNumber its first packet number, 24 bits
 * @param queueKey the Q_Key that datagrams to it must have
 * @param lid the LID of its port; {@link Lid#NONE} on Ethernet
 * @param gid its GID; {@link Gid#ZERO} if packets are to have no global route header
 * @param mtu the maximum payload of a packet of its port
 * @param reads responder resources and initiator depth, 0 to 255
 */
public record QueuePairAddress(
        QueuePairType type, int number, int sequenceNumber, int queueKey, Lid lid, Gid gid, Mtu mtu, int reads) {
    private static final int BITS_24 = 0xffffff;

    /** Refuses numbers that are out of range. */
    public QueuePairAddress {
        Ranges.check("queue pair", number, 0, BITS_24);
        Ranges.check("sequence number", sequenceNumber, 0, BITS_24);
        Ranges.check("reads", reads, 0, 255);
    }

    /**
     * Returns the address vector to this queue pair, with service level 0.
     *
     * @param port the local port, from 1
     * @param gidIndex the index of the local GID, if packets have a global route header
     */
    public AddressVector way(int port, int gidIndex) {
        return way(port, gidIndex, 0);
    }

    /**
     * Returns the address vector to this queue pair.
     *
     * @param port the local port, from 1
     * @param gidIndex the index of the local GID, if packets have a global route header
     * @param serviceLevel 0 to 15
     */
    public AddressVector way(int port, int gidIndex, int serviceLevel) {
        AddressVector way =
                gid.equals(Gid.ZERO) ? AddressVector.to(port, lid) : AddressVector.to(port, lid, gid, gidIndex);
        return way.serviceLevel(serviceLevel);
    }

    @Override
    public String toString() {
        return String.format(
                "%s %d, LID %s, GID %s, PSN 0x%06x, MTU %s", type.text(), number, lid, gid, sequenceNumber, mtu.text());
    }
}
