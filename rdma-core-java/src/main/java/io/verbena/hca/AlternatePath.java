package io.verbena.hca;

import io.verbena.error.Ranges;

/**
 * The alternate path of a queue pair, to which it migrates if the primary path fails (IBA 10.4; ibv_modify_qp(3),
 * IBV_QP_ALT_PATH).
 *
 * @param address the address of the peer, with the local port
 * @param partitionKeyIndex the index of the P_Key in the table of the port, 0 to 65535
 * @param timeout the timeout of an acknowledgement, 4.096 us * 2^n with n from 0 to 31
 */
public record AlternatePath(AddressVector address, int partitionKeyIndex, int timeout) {
    /** Refuses values that are out of range. */
    public AlternatePath {
        Ranges.check("P_Key index", partitionKeyIndex, 0, 0xffff);
        Ranges.check("timeout", timeout, 0, 31);
    }

    /** Returns a line for each attribute. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
