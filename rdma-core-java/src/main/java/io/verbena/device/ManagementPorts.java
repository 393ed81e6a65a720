package io.verbena.device;

/**
 * By which ports of this host a port is managed. They are one and the same, unless the device is planarised, as those for XDR
 * are: then several devices of the system stand for one port of the fabric, and each does a part of the work.
 *
 * @param subnetManagement where the packets of subnet management leave, those of QP0
 * @param generalServices where those of the general services leave, of QP1, such as to the subnet administration
 */
public record ManagementPorts(EndPort subnetManagement, EndPort generalServices) {}
