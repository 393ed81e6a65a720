package io.verbena.spring.boot.subnet;

import io.verbena.error.RdmaException;
import org.jspecify.annotations.Nullable;

/** Is told of each reading of the subnet, by the thread that reads: it must not wait. Beans of this type are told. */
public interface SubnetListener {

    /**
     * The subnet was read.
     *
     * @param before what was read before; null the first time
     */
    void refreshed(@Nullable SubnetSnapshot before, SubnetSnapshot after);

    /** The subnet could not be read; what was read before stays. */
    default void failed(RdmaException reason) {}
}
