package io.verbena.embedded.cm;

import io.verbena.iba.Gid;
import io.verbena.iba.Mtu;
import io.verbena.spi.MadAddress;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** An end port of the host that a connection manager runs on. Used under the lock of the timeline. */
public interface CmPort {

    /** Its number, from 1. */
    int number();

    /** Whether packets pass. */
    boolean isActive();

    /** Its first GID. */
    Gid gid();

    /** Its base LID. */
    int lid();

    /** How many low bits of its LID are free. */
    int lmc();

    /** The LID of the subnet manager, 0 if there is none. */
    int managerLid();

    /** The service level to the subnet manager. */
    int managerLevel();

    /** The largest packets that it takes. */
    Mtu mtu();

    /** Where its table has a partition key, -1 if it has not. */
    int partitionIndex(int pKey);

    /** The partition key at an index of its table, 0 if there is none. */
    int partition(int index);

    /** Its IPv4 address. */
    InetAddress ipv4();

    /** Its IPv6 address. */
    InetAddress linkLocal();

    /** Sends a datagram of communication management. */
    void send(MadAddress destination, ByteBuffer mad);

    /** Asks the subnet administration; the answer, or that there was none in this time, goes to {@link CmHost#answered}. */
    void ask(MadAddress destination, ByteBuffer mad, int timeoutMillis);
}
