package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;

/**
 * An attribute of a node contradicts attributes that were read before: the subnet changed meanwhile, or two nodes have
 * the same GUID.
 */
public final class SubnetConflictException extends RdmaException {
    private final transient Guid guid;

    SubnetConflictException(Guid guid, String message) {
        super(message);
        this.guid = guid;
    }

    /** Returns the GUID of the node. */
    public Guid guid() {
        return guid;
    }
}
