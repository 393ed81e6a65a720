package io.verbena.traffic.cm;

import io.verbena.cm.CmId;
import io.verbena.error.Ranges;
import io.verbena.hca.CmOption;
import io.verbena.hca.PortSpace;
import java.util.OptionalInt;

/**
 * The parameters that the tests share.
 *
 * @param space the port space
 * @param connections the number of connections
 * @param messages the number of messages over each connection in each direction; 0 for no messages
 * @param size the size of a message in bytes
 * @param typeOfService the type of service; empty for the default of the system
 * @param acknowledgeTimeout the exponent of the timeout of an acknowledgement; empty for the default of the system
 * @param migrate whether to move the identifiers to another event channel before the connections end
 */
public record CmTestOptions(
        PortSpace space,
        int connections,
        int messages,
        int size,
        OptionalInt typeOfService,
        OptionalInt acknowledgeTimeout,
        boolean migrate) {
    /** The maximum number of connections. */
    public static final int MAX_CONNECTIONS = 0xffff;

    /** The maximum number of messages over a connection, all of which are posted at once. */
    public static final int MAX_MESSAGES = 0xffff;

    /** The maximum size of a message in bytes. */
    public static final int MAX_SIZE = 1 << 24;

    /** Checks the numbers. */
    public CmTestOptions {
        Ranges.check("connections", connections, 1, MAX_CONNECTIONS);
        Ranges.check("messages", messages, 0, MAX_MESSAGES);
        Ranges.check("size", size, 1, MAX_SIZE);
    }

    /** Returns the options of a test with the defaults of the C programs: 10 messages of 100 bytes. */
    public static CmTestOptions of(PortSpace space, int connections) {
        return new CmTestOptions(space, connections, 10, 100, OptionalInt.empty(), OptionalInt.empty(), false);
    }

    void apply(CmId id) {
        typeOfService.ifPresent(value -> id.option(CmOption.TYPE_OF_SERVICE, value));
        acknowledgeTimeout.ifPresent(value -> id.option(CmOption.ACKNOWLEDGE_TIMEOUT, value));
    }
}
