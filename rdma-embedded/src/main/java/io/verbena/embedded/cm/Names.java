package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.spi.cm.CmEndpoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Looks up names: those of hosts of the fabric, addresses as they are written, and numbers of ports. */
final class Names {
    private static final InetAddress ANY = IpAddresses.of(new byte[Integer.BYTES]);
    private static final InetAddress LOOPBACK = IpAddresses.of(new byte[] {127, 0, 0, 1});
    private static final String CALL = "rdma_getaddrinfo";
    private static final int LARGEST_PORT = 65535;
    private static final int MOST_DIGITS = 5;

    private final CmHost host;

    Names(CmHost host) {
        this.host = host;
    }

    CmEndpoint lookUp(@Nullable String name, @Nullable String service, boolean passive) {
        InetSocketAddress found = new InetSocketAddress(address(name, passive), port(service));
        return passive ? new CmEndpoint("", 0, found, null) : new CmEndpoint("", 0, null, found);
    }

    private InetAddress address(@Nullable String name, boolean passive) {
        if (name == null) {
            return passive ? ANY : LOOPBACK;
        }
        InetAddress written = IpAddresses.parse(name);
        if (written != null) {
            return written;
        }
        InetAddress known = name.equals("localhost") ? LOOPBACK : host.network().named(name);
        if (known == null) {
            throw unknown(name, "no host of the fabric is called so; give the name of a node, or its address");
        }
        return known;
    }

    private static int port(@Nullable String service) {
        if (service == null) {
            return 0;
        }
        boolean number = !service.isEmpty()
                && service.length() <= MOST_DIGITS
                && service.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        int port = number ? Integer.parseInt(service) : LARGEST_PORT + 1;
        if (port > LARGEST_PORT) {
            throw unknown(service, "give the number of a port, from 0 to " + LARGEST_PORT);
        }
        return port;
    }

    private static SysException unknown(String what, String advice) {
        return Failures.of(CALL, "'" + what + "'", Errno.ENOENT, advice);
    }
}
