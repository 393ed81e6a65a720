package io.verbena.spi;

/**
 * The bit IsSM in the capability mask of a port (IBA 14.2.5.6), which says that a subnet manager is there: set while this
 * is open. Safe for use by several threads.
 */
public interface IsSm extends AutoCloseable {

    /** Clears the bit. Does nothing the second time. */
    @Override
    void close();
}
