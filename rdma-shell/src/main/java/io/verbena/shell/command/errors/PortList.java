package io.verbena.shell.command.errors;

import io.verbena.diag.counters.CounterAgent;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * A list of ports, such as {@code 1}, {@code 1,3}, {@code 1-10} or {@code 1-3,5}; 255 means all ports.
 *
 * @param numbers the port numbers in the order in which they were written
 */
record PortList(List<Integer> numbers) {
    private static final int BITS = 8;

    /**
     * Parses a list.
     *
     * @throws IllegalArgumentException if the text is not a list of ports; the message names the invalid part
     */
    static PortList parse(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int dash = part.indexOf('-');
            if (dash <= 0) {
                numbers.add(number(part));
                continue;
            }
            int first = number(part.substring(0, dash));
            int last = number(part.substring(dash + 1));
            if (last < first) {
                throw new IllegalArgumentException(
                        "PORTS: '" + part + "' is not a range: " + last + " is less than " + first);
            }
            for (int port = first; port <= last; port++) {
                numbers.add(port);
            }
        }
        return new PortList(List.copyOf(numbers));
    }

    private static int number(String text) {
        return (int) Numbers.parse("PORTS", text, BITS);
    }

    /** Returns whether the list stands for all ports. */
    boolean isAll() {
        return numbers.equals(List.of(CounterAgent.ALL_PORTS));
    }

    /**
     * Rejects ports that a node does not have.
     *
     * @throws RdmaException if there is one
     */
    void requireUpTo(int last) {
        for (int port : numbers) {
            if (port > last && !isAll()) {
                throw new RdmaException("PORTS: the node has no port " + port + "; its last port is " + last);
            }
        }
    }
}
