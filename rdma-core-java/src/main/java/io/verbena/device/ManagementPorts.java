package io.verbena.device;

/**
 * The ports of this host through which a port is managed. They differ only for planarized devices, such as those for XDR, where
 * several devices of the system represent one port of the fabric.
 *
 * @param subnetManagement the port for packets of subnet management (QP0)
 * @param generalServices the port for packets of general services (QP1), such as subnet administration
 */
public record ManagementPorts(EndPort subnetManagement, EndPort generalServices) {}
