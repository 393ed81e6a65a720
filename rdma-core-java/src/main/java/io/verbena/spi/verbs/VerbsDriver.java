package io.verbena.spi.verbs;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.GidTableEntry;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * An open device, as a provider implements it: the operations on its objects, and the data path.
 *
 * <p>Implementations are safe for use by several threads. The caller ensures that no call uses an object that is destroyed or
 * that another call is destroying, and that the driver is closed after all objects.
 */
public interface VerbsDriver extends VerbsOperations, DataPath, AutoCloseable {
    /** Returns the name of the device. */
    String device();

    /**
     * Returns whether the system still has the device that was opened. If it does not, a call that failed with EIO, ENODEV or
     * ENXIO failed because the device was removed.
     */
    default boolean isPresent() {
        return true;
    }

    /** Returns the nanoseconds since an arbitrary instant, by the clock of this process that is fastest to read. */
    default long nanoTime() {
        return System.nanoTime();
    }

    /** Returns the duration of a processor cycle; 0 if no counter of cycles measures time. */
    default double nanosPerCycle() {
        return 0;
    }

    /**
     * Returns the operations of an EFA device beyond verbs.
     *
     * @throws UnsupportedException if the driver has none
     */
    default EfaOperations efa() {
        throw unsupported("efadv_query_device");
    }

    /**
     * Returns the operations of a ConnectX device beyond verbs.
     *
     * @throws UnsupportedException if the driver has none
     */
    default Mlx5Operations mlx5() {
        throw unsupported("mlx5dv_query_device");
    }

    @Override
    default UnsupportedException unsupported(String call) {
        return new UnsupportedException(
                call, device(), Errno.EOPNOTSUPP, "the driver of this device does not support it");
    }

    /**
     * Closes the device.
     *
     * @throws SysException if the device still has objects
     */
    @Override
    void close();

    /**
     * Returns the used entries of the GID tables of all ports.
     *
     * @throws SysException with EINVAL if there are more than {@code max}
     */
    default List<GidTableEntry> queryGids(int max) {
        List<GidTableEntry> entries = queryGids();
        if (entries.size() > max) {
            throw new SysException(
                    "ibv_query_gid_table", device(), Errno.EINVAL, "more than " + max + " entries are used");
        }
        return entries;
    }

    /** Returns the address of a direct buffer at its position, if the driver registers any memory of the process. */
    default long address(ByteBuffer buffer) {
        throw new UnsupportedException(
                "ibv_reg_mr", device(), Errno.EOPNOTSUPP, "the driver of this device does not work with addresses");
    }
}
