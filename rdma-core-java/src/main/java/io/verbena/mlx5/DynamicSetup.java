package io.verbena.mlx5;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.Mtu;
import io.verbena.verbs.QueuePair;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Settings that make initiators and targets of dynamic connections ready. The defaults suit similar hosts.
 */
public final class DynamicSetup {
    private final int port;
    private final AddressVector address;
    private int partitionKeyIndex;
    private Set<AccessFlag> access = Set.of();
    private Mtu mtu = Mtu.MTU_1024;
    private int timeout = 14;
    private int retries = 7;
    private int rnrRetries = 6;
    private int minRnrTimer = 12;
    private int reads = 1;

    private DynamicSetup(int port, AddressVector address) {
        this.port = port;
        this.address = address;
    }

    /**
     * Returns settings.
     *
     * @param port the local port, from 1
     * @param address an address vector of the port, of which a device uses the service level and, on Ethernet, the index of the GID
     */
    public static DynamicSetup port(int port, AddressVector address) {
        return new DynamicSetup(port, address);
    }

    /** Sets the index of the P_Key (default: 0). */
    public DynamicSetup partitionKeyIndex(int index) {
        partitionKeyIndex = index;
        return this;
    }

    /** Sets the operations that initiators may perform on the memory of a target in addition to sends (default: none). */
    public DynamicSetup access(AccessFlag... flags) {
        access = EnumSet.noneOf(AccessFlag.class);
        access.addAll(List.of(flags));
        return this;
    }

    /** Sets the path MTU (default: 1024 bytes). */
    public DynamicSetup mtu(Mtu pathMtu) {
        mtu = pathMtu;
        return this;
    }

    /** Sets the timeout of an acknowledgement, 4.096 µs times 2 to this power (default: 14), and the retries, 0 to 7 (default: 7). */
    public DynamicSetup timeout(int exponent, int maxRetries) {
        timeout = exponent;
        retries = maxRetries;
        return this;
    }

    /** Sets the retries after an RNR NAK, 0 to 7 (default: 6), and the code of its minimum delay, 0 to 31 (default: 12). */
    public DynamicSetup rnr(int maxRetries, int minTimer) {
        rnrRetries = maxRetries;
        minRnrTimer = minTimer;
        return this;
    }

    /** Sets the maximum number of reads and atomics in flight (default: 1). */
    public DynamicSetup reads(int inFlight) {
        reads = inFlight;
        return this;
    }

    /**
     * Makes an initiator, which is in state RESET, ready to send.
     *
     * @throws io.verbena.error.SysException if a transition fails; the queue pair stays in the state that it has reached
     */
    public void initiator(QueuePair pair) {
        pair.modify(new QueuePairAttributes()
                .state(QueuePairState.INIT)
                .partitionKeyIndex(partitionKeyIndex)
                .port(port));
        pair.modify(new QueuePairAttributes()
                .state(QueuePairState.READY_TO_RECEIVE)
                .pathMtu(mtu)
                .address(address));
        pair.modify(new QueuePairAttributes()
                .state(QueuePairState.READY_TO_SEND)
                .timeout(timeout)
                .retries(retries)
                .rnrRetries(rnrRetries)
                .sendSequenceNumber(0)
                .initiatorDepth(reads));
    }

    /**
     * Makes a target, which is in state RESET, ready to receive.
     *
     * @throws io.verbena.error.SysException if a transition fails; the queue pair stays in the state that it has reached
     */
    public void target(QueuePair pair) {
        pair.modify(new QueuePairAttributes()
                .state(QueuePairState.INIT)
                .partitionKeyIndex(partitionKeyIndex)
                .port(port)
                .access(access));
        pair.modify(new QueuePairAttributes()
                .state(QueuePairState.READY_TO_RECEIVE)
                .pathMtu(mtu)
                .minRnrTimer(minRnrTimer)
                .address(address));
    }
}
