package io.verbena.hca;

/**
 * The second path of a queue pair, which it takes when the first fails (IBA 10.4; ibv_modify_qp(3), IBV_QP_ALT_PATH).
 *
 * @param address the way to the other side; its port is the port to leave by
 * @param partitionKeyIndex where the P_Key stands in the table of that port, 0 to 65535
 * @param timeout how long to wait for an acknowledgement, 4.096 us * 2^n, 0 to 31
 */
public record AlternatePath(AddressVector address, int partitionKeyIndex, int timeout) {
    /** Refuses what the fields cannot hold. */
    public AlternatePath {
        if (partitionKeyIndex < 0 || partitionKeyIndex > 0xffff) {
            throw new IllegalArgumentException(
                    "P_Key index " + partitionKeyIndex + " is out of range; it is from 0 to 65535");
        }
        if (timeout < 0 || timeout > 31) {
            throw new IllegalArgumentException("timeout " + timeout + " is out of range; it is from 0 to 31");
        }
    }

    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
