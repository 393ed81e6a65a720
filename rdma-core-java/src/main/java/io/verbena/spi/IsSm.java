package io.verbena.spi;

/**
 * The bit IsSM in the capability mask of a port, which announces a subnet manager (IBA 14.2.5.6). It is set until this object is
 * closed. Safe for use by several threads.
 */
public interface IsSm extends AutoCloseable {

    /** Clears the bit. A second close has no effect. */
    @Override
    void close();
}
