package io.verbena.embedded.hca.queue;

import io.verbena.embedded.node.Port;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.iba.Mtu;

/** Whether what is to be set of a queue pair is there at all. */
final class SettingChecks {
    /** How many reads and atomics a queue pair begins and answers at once. */
    static final int MOST_READS = 16;

    private SettingChecks() {}

    /** What is wrong with it; empty if nothing is. */
    static String objection(Adapter adapter, QueuePairAttributes wanted, Settings settings) {
        int port = wanted.has(QueuePairAttribute.PORT) ? wanted.number(QueuePairAttribute.PORT) : settings.port;
        if (adapter.node().port(port) == null || port == 0) {
            return "there is no port " + port;
        }
        if (wanted.has(QueuePairAttribute.PARTITION_KEY_INDEX)) {
            int index = wanted.number(QueuePairAttribute.PARTITION_KEY_INDEX);
            if (index >= Port.KEYS) {
                return "the table of partition keys has no index " + index;
            }
        }
        if (wanted.has(QueuePairAttribute.ADDRESS)) {
            String objection = address(adapter, wanted.get(QueuePairAttribute.ADDRESS, AddressVector.class));
            if (!objection.isEmpty()) {
                return objection;
            }
        }
        if (wanted.has(QueuePairAttribute.PATH_MTU)
                && wanted.get(QueuePairAttribute.PATH_MTU, Mtu.class) == Mtu.UNKNOWN) {
            return "that is no MTU";
        }
        for (QueuePairAttribute reads :
                new QueuePairAttribute[] {QueuePairAttribute.MAX_READS_BEGUN, QueuePairAttribute.MAX_READS_ANSWERED}) {
            if (wanted.has(reads) && wanted.number(reads) > MOST_READS) {
                return "there are at most " + MOST_READS + " reads at once";
            }
        }
        return "";
    }

    /** What is wrong with a way; empty if nothing is. */
    static String address(Adapter adapter, AddressVector way) {
        if (adapter.node().port(way.port()) == null || way.port() == 0) {
            return "there is no port " + way.port();
        }
        if (way.dlid().bits() == 0) {
            return "the way has no LID, which every packet on InfiniBand needs";
        }
        if (way.isGlobal() && way.gidIndex() >= Port.GUIDS) {
            return "the table of GIDs has no index " + way.gidIndex();
        }
        return "";
    }
}
