package io.verbena.spi;

/** A source of fabrics, such as the hardware of this machine or an embedded fabric; found by ServiceLoader. */
public interface RdmaProvider {

    /** The name by which users ask for it, such as {@code native} or {@code embedded}. */
    String name();

    /**
     * Opens it.
     *
     * @param argument what stands behind the name, such as the topology of an embedded fabric; may be empty
     * @throws IllegalArgumentException if the argument makes no sense to this provider
     * @throws io.verbena.error.RdmaException if it cannot be used here; the message says what to do
     */
    RdmaDriver open(String argument);
}
