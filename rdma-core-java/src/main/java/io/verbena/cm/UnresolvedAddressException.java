package io.verbena.cm;

import org.jspecify.annotations.Nullable;

/** A name has no address, or no RDMA device of this host reaches an address. */
public final class UnresolvedAddressException extends CmException {
    UnresolvedAddressException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
