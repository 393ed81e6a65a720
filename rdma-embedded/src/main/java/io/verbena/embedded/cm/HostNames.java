package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.spi.cm.CmBinding;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Resolves the names of hosts, address literals and port numbers. */
final class HostNames {
    private static final InetAddress ANY = IpAddresses.of(new byte[Integer.BYTES]);
    private static final InetAddress LOOPBACK = IpAddresses.of(new byte[] {127, 0, 0, 1});
    private static final String CALL = "rdma_getaddrinfo";
    private static final int LARGEST_PORT = 65535;
    private static final int MAX_DIGITS = 5;

    private final CmHostContext host;

    HostNames(CmHostContext host) {
        this.host = host;
    }

    /** Returns the address of the peer with a name, or null if it is unknown. */
    @Nullable CmBinding find(String name, @Nullable String service) {
        try {
            return lookUp(name, service, false);
        } catch (SysException e) {
            return null;
        }
    }

    CmBinding lookUp(@Nullable String name, @Nullable String service, boolean passive) {
        InetSocketAddress found = new InetSocketAddress(address(name, passive), port(service));
        return passive ? new CmBinding("", 0, found, null) : new CmBinding("", 0, null, found);
    }

    private InetAddress address(@Nullable String name, boolean passive) {
        if (name == null) {
            return passive ? ANY : LOOPBACK;
        }
        InetAddress written = IpAddresses.parse(name);
        if (written != null) {
            return written;
        }
        InetAddress known = name.equals("localhost") ? LOOPBACK : host.network.named(name);
        if (known == null) {
            throw unknown(name, "unknown host; use the name or the address of a node of the fabric");
        }
        return known;
    }

    private static int port(@Nullable String service) {
        if (service == null) {
            return 0;
        }
        boolean number = !service.isEmpty()
                && service.length() <= MAX_DIGITS
                && service.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        int port = number ? Integer.parseInt(service) : LARGEST_PORT + 1;
        if (port > LARGEST_PORT) {
            throw unknown(service, "use a port number from 0 to " + LARGEST_PORT);
        }
        return port;
    }

    private static SysException unknown(String what, String advice) {
        return Failures.of(CALL, "'" + what + "'", Errno.ENOENT, advice);
    }
}
