package io.verbena.embedded.sm;

import io.verbena.iba.Lid;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;

/** Computes the PortInfo of a port, except its state (IBA 14.2.5.6). */
final class PortSetup {
    // The values of opensm. Times are codes of 4.096 µs times a power of two; the others are numbers of errors.
    private static final int SUBNET_TIMEOUT = 18;
    private static final int HEAD_OF_QUEUE_LIFE = 18;
    private static final int HEAD_OF_QUEUE_LIFE_TO_HOST = 16;
    private static final int STALL_COUNT = 7;
    private static final int ERROR_THRESHOLD = 8;
    private static final int M_KEY_LEASE_SECONDS = 60;

    private final SubnetManagerOptions options;
    private final int smLid;

    PortSetup(SubnetManagerOptions options, int smLid) {
        this.options = options;
        this.smLid = smLid;
    }

    /** Sets the properties on which both ends of a link agree. */
    void link(ManagedPort port, PortInfo then) {
        ManagedPort peer = port.peer();
        if (peer == null) {
            return;
        }
        PortInfo one = port.info();
        PortInfo other = peer.info();
        then.neighborMtu(one.mtuCapBits() <= other.mtuCapBits() ? one.mtuCap() : other.mtuCap())
                .operationalVls(one.vlCapBits() <= other.vlCapBits() ? one.vlCap() : other.vlCap())
                .vlHighLimit(0)
                .localPhyErrors(ERROR_THRESHOLD)
                .overrunErrors(ERROR_THRESHOLD);
        if (port.node().isSwitch()) {
            then.vlStallCount(STALL_COUNT)
                    .hoqLife(peer.node().isSwitch() ? HEAD_OF_QUEUE_LIFE : HEAD_OF_QUEUE_LIFE_TO_HOST);
        }
    }

    /**
     * Sets the properties of an addressable port. Clients of a port that was absent or inactive must register again,
     * because they have no registrations with this subnet manager.
     */
    void address(ManagedPort port, PortInfo then, int lid, int lmc, boolean takingOver) {
        PortInfo now = port.info();
        boolean fresh = takingOver
                || now.portState() == PortState.INITIALIZE
                || now.lid().bits() != lid;
        boolean able = now.capabilityMask().contains(PortCapability.IS_CLIENT_REREGISTRATION_SUPPORTED);
        then.lid(Lid.of(lid))
                .lmc(lmc)
                .masterSmLid(Lid.of(smLid))
                .masterSmSl(0)
                .gidPrefix(options.subnetPrefix())
                .subnetTimeout(SUBNET_TIMEOUT)
                .mKey(options.mKey())
                .mKeyProtectBits(options.mKey() == 0 ? 0 : 1)
                .mKeyLeasePeriod(options.mKey() == 0 ? 0 : M_KEY_LEASE_SECONDS)
                .clientReregister(fresh && able ? 1 : 0);
    }
}
