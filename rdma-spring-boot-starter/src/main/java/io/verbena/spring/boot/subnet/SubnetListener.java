package io.verbena.spring.boot.subnet;

import io.verbena.error.RdmaException;
import org.jspecify.annotations.Nullable;

/** Receives each reading of the subnet. The reading thread calls the beans of this type; they must not block. */
public interface SubnetListener {

    /**
     * Called after the subnet was read.
     *
     * @param before the previous reading, or null the first time
     * @param after the current reading
     */
    void refreshed(@Nullable SubnetSnapshot before, SubnetSnapshot after);

    /** Called if the subnet could not be read. The previous reading remains available. */
    default void failed(RdmaException reason) {}
}
