package io.verbena.embedded.cm;

import io.verbena.iba.Gid;
import io.verbena.iba.Mtu;
import io.verbena.spi.MadAddress;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** A port of the host of a connection manager. Must be used under the lock of the timeline. */
public interface CmPort {

    /** Returns the port number, from 1. */
    int number();

    /** Returns whether the port is active. */
    boolean isActive();

    /** Returns the GID at index 0. */
    Gid gid();

    /** Returns the LMC. */
    int lmc();

    /** Returns the LID of the subnet manager; 0 if there is none. */
    int managerLid();

    /** Returns the service level of packets to the subnet manager. */
    int managerLevel();

    /** Returns the maximum MTU. */
    Mtu mtu();

    /** Returns the index of a partition key; -1 if the table does not contain it. */
    int partitionIndex(int pKey);

    /** Returns the partition key at an index; 0 if there is none. */
    int partition(int index);

    /** Returns the IPv4 address. */
    InetAddress ipv4();

    /** Returns the link-local IPv6 address. */
    InetAddress linkLocal();

    /** Sends a MAD of the communication management class. */
    void send(MadAddress destination, ByteBuffer mad);

    /**
     * Sends a query to the subnet administration. The response, or the query itself after the timeout, is passed to
     * {@link CmHost#answered}.
     */
    void ask(MadAddress destination, ByteBuffer mad, int timeoutMillis);
}
