package io.verbena.spring.boot.autoconfigure;

import io.verbena.error.RdmaException;

/** The embedded fabric was asked for, and its module is not there. */
public final class EmbeddedFabricMissingException extends RdmaException {
    EmbeddedFabricMissingException(String fabric) {
        super("the fabric '" + fabric + "' was asked for, but rdma-embedded is not on the class path");
    }
}
