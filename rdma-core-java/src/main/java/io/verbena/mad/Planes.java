package io.verbena.mad;

import io.verbena.iba.ManagementClass;

/**
 * By which ports a transactor asks: by one and the same, unless its device is planarised; see {@link
 * io.verbena.device.ManagementPorts}.
 */
record Planes(MadPort subnetManagement, MadPort generalServices) {
    /** The port that carries a management class. */
    MadPort of(int managementClass) {
        boolean subnet = managementClass == ManagementClass.SUBNET_LID_ROUTED.code()
                || managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE.code();
        return subnet ? subnetManagement : generalServices;
    }

    boolean isOpen() {
        return subnetManagement.isOpen() && generalServices.isOpen();
    }

    void allow(int outstanding) {
        subnetManagement.allow(outstanding);
        generalServices.allow(outstanding);
    }

    /**
     * A reader, which completes the futures, would wait for itself.
     *
     * @throws IllegalStateException if this is one of them
     */
    void requireNotReader() {
        subnetManagement.requireNotReader();
        generalServices.requireNotReader();
    }

    MadStatistics statistics() {
        MadStatistics one = subnetManagement.statistics();
        return subnetManagement == generalServices ? one : one.plus(generalServices.statistics());
    }
}
