package io.verbena.subnet;

import java.util.List;

/**
 * An error in the configuration of a subnet.
 *
 * @param kind kind of the error
 * @param text description on one line, with the ports
 * @param ports affected ports
 */
public record SubnetFinding(Kind kind, String text, List<Port> ports) {
    /** Kinds of errors. */
    public enum Kind {
        /** Two ports have the same GUID and do not belong to one switch. */
        DUPLICATE_PORT_GUID,
        /** Two end ports have the same LID or, with an LMC, overlapping ranges. */
        DUPLICATE_LID
    }

    /** Copies the ports. */
    public SubnetFinding {
        ports = List.copyOf(ports);
    }

    /** Returns the description. */
    @Override
    public String toString() {
        return text;
    }
}
