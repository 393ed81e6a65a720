package io.verbena.spring.boot.subnet;

import io.verbena.error.RdmaException;
import org.jspecify.annotations.Nullable;

/**
 * Receives each reading of the subnet and each validation. The thread that reads or validates calls the beans of this
 * type; they must not block.
 */
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

    /**
     * Called after the fabric was validated.
     *
     * @param before the previous validation, or null the first time
     * @param after the current validation
     */
    default void validated(@Nullable SubnetValidation before, SubnetValidation after) {}

    /** Called if the fabric could not be validated. The previous validation remains available. */
    default void validationFailed(RdmaException reason) {}
}
