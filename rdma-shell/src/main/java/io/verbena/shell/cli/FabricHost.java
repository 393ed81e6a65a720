package io.verbena.shell.cli;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import java.util.Optional;

/** Lends an open fabric to commands, for example the console. Commands do not close it. */
public interface FabricHost {

    /** Returns the name of the fabric, as {@link Rdma.Builder#fabric} takes it. */
    String fabric();

    /** Returns the default MAD options of commands. */
    MadOptions madOptions();

    /**
     * Returns the embedded fabric, for fault injection; empty if the fabric is not embedded.
     *
     * @throws RdmaException if the fabric cannot be opened
     * @throws IllegalArgumentException if no such fabric exists
     */
    Optional<EmbeddedFabric> embedded();

    /**
     * Returns the open fabric.
     *
     * @throws RdmaException if the fabric cannot be opened
     * @throws IllegalArgumentException if no such fabric exists
     */
    Rdma rdma();

    /**
     * Returns the default end port of commands.
     *
     * @throws RdmaException if the end port does not exist
     */
    EndPort endPort();

    /**
     * Returns a transactor on the default end port.
     *
     * @throws RdmaException if the end port cannot be opened, or the caller lacks the permission
     */
    MadTransactor mad();

    /** Returns the state that lasts from one command to the next. */
    SessionState state();
}
