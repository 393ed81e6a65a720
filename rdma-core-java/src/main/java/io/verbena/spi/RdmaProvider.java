package io.verbena.spi;

/** A provider of a fabric, such as the hardware of this host or an embedded fabric. ServiceLoader finds providers. */
public interface RdmaProvider {

    /** Returns the name by which users select this provider, such as {@code native} or {@code embedded}. */
    String name();

    /**
     * Opens the fabric.
     *
     * @param argument the argument that follows the name, such as the topology of an embedded fabric; may be empty
     * @throws IllegalArgumentException if the argument is invalid
     * @throws io.verbena.error.RdmaException if the fabric is not available on this host; the message tells what to do
     */
    RdmaDriver open(String argument);
}
