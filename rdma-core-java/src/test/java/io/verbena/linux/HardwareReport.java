package io.verbena.linux;

import io.verbena.error.UnsupportedException;
import java.util.function.Supplier;
import org.opentest4j.TestAbortedException;

/** Prints the results of tests on hardware, from which {@code testbed/hardware/report} makes its report. */
final class HardwareReport {
    private HardwareReport() {}

    /** Prints what a function returns; one that this device or this release of rdma-core does not have is skipped. */
    static <T> T show(String function, Supplier<T> call) {
        try {
            T found = call.get();
            System.out.println(function + ": " + found);
            return found;
        } catch (UnsupportedException e) {
            throw new TestAbortedException(String.valueOf(e.getMessage()), e);
        }
    }
}
