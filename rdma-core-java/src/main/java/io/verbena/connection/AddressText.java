package io.verbena.connection;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses {@code host:port}, or {@code [address]:port} for an IPv6 address. */
final class AddressText {
    private static final Pattern FORM = Pattern.compile("(?:\\[([^\\]]+)\\]|([^:\\[\\]]+)):(\\d{1,5})");
    private static final int LAST_PORT = 65_535;

    private AddressText() {}

    /**
     * Returns the address, which is unresolved if the name has none.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    static InetSocketAddress parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group(3)) > LAST_PORT) {
            throw new IllegalArgumentException("'" + text
                    + "' is not an address with a port; write 10.77.0.2:7471, server:7471 or [fe80::2%eth0]:7471");
        }
        String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
        return new InetSocketAddress(host, Integer.parseInt(parts.group(3)));
    }
}
