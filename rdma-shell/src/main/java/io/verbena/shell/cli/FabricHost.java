package io.verbena.shell.cli;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.trace.PacketListener;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who has a fabric open already and lends it to commands, such as the console. A command closes nothing of it. */
public interface FabricHost {

    /** The fabric, as {@link Rdma.Builder#fabric} takes it. */
    String fabric();

    /** How requests are sent unless a command says otherwise. */
    MadOptions madOptions();

    /**
     * The embedded fabric itself, whose faults can be set; empty where the fabric is another.
     *
     * @throws RdmaException if it cannot be opened
     * @throws IllegalArgumentException if there is no such fabric
     */
    Optional<EmbeddedFabric> embedded();

    /**
     * The open fabric.
     *
     * @throws RdmaException if it cannot be opened
     * @throws IllegalArgumentException if there is no such fabric
     */
    Rdma rdma();

    /**
     * The end port that is used unless a command names another.
     *
     * @throws RdmaException if it is not there
     */
    EndPort endPort();

    /**
     * Calls from this end port.
     *
     * @throws RdmaException if it cannot be opened, or the system does not allow it
     */
    MadTransactor mad();

    /** What is remembered from one command to the next. */
    SessionState state();

    /** Tells {@code tracer} of every call from here on, and {@code packets} of every packet, or nobody. */
    void trace(@Nullable MadTracer tracer, @Nullable PacketListener packets);
}
