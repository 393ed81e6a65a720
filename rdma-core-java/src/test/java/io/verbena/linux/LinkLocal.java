package io.verbena.linux;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** Addresses of IPv6 that every network has. */
final class LinkLocal {
    private LinkLocal() {}

    /** That of a network of this host, with its scope: an address that belongs to one link needs to say which. */
    static String address(String network) {
        try {
            return NetworkInterface.getByName(network)
                    .inetAddresses()
                    .filter(Inet6Address.class::isInstance)
                    .filter(InetAddress::isLinkLocalAddress)
                    .map(InetAddress::getHostAddress)
                    .findFirst()
                    .orElseThrow();
        } catch (SocketException e) {
            throw new AssertionError(e);
        }
    }
}
