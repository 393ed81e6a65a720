package io.verbena.diag.counters;

import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.Structure;
import java.util.List;

/**
 * The counters of a node.
 *
 * @param lid the LID of the requests
 * @param capabilities the capabilities of the agent
 * @param readings the counters by group, and within a group by port
 */
public record CounterReport(Lid lid, CounterCapabilities capabilities, List<CounterReading> readings) {
    /** Copies the list. */
    public CounterReport {
        readings = List.copyOf(readings);
    }

    /**
     * A group of counters of a port.
     *
     * @param group the group
     * @param port the port number; 255 for the sum of several ports
     * @param counters the attribute
     */
    public record CounterReading(CounterGroup group, int port, Structure counters) {}

    /**
     * The capabilities of a performance management agent (IBA 16.1.2).
     *
     * @param mask the capability mask, 16 bits
     * @param mask2 the second capability mask, 27 bits
     */
    public record CounterCapabilities(int mask, int mask2) {
        private static final int ALL_PORT_SELECT = 1 << 8;
        private static final int EXTENDED_WIDTH = 1 << 9;
        private static final int EXTENDED_WIDTH_WITHOUT_IETF = 1 << 10;
        private static final int XMIT_WAIT = 1 << 12;
        private static final int RS_FEC = 1 << 14;
        private static final int MORE_EXTENDED_COUNTERS = 1 << 1;

        static CounterCapabilities of(ClassPortInfo info) {
            return new CounterCapabilities(info.capabilityMask(), info.capabilityMask2());
        }

        /** Returns whether one request can select all ports. */
        public boolean selectsAllPorts() {
            return (mask & ALL_PORT_SELECT) != 0;
        }

        /** Returns whether the agent has 64-bit counters. */
        public boolean hasExtendedCounters() {
            return (mask & (EXTENDED_WIDTH | EXTENDED_WIDTH_WITHOUT_IETF)) != 0;
        }

        /** Returns whether the 64-bit counters include unicast and multicast packets. */
        public boolean hasUnicastCounters() {
            return (mask & EXTENDED_WIDTH) != 0;
        }

        /** Returns whether the 64-bit counters include errors. */
        public boolean hasExtendedErrors() {
            return (mask2 & MORE_EXTENDED_COUNTERS) != 0;
        }

        /** Returns whether the agent counts PortXmitWait; if not, its value is undefined. */
        public boolean countsXmitWait() {
            return (mask & XMIT_WAIT) != 0;
        }

        /** Returns whether the errors of lanes have the RS-FEC layout while RS-FEC is active. */
        public boolean hasRsFecCounters() {
            return (mask & RS_FEC) != 0;
        }
    }
}
