package io.verbena.contract.verbs;

import io.verbena.hca.AddressVector;
import io.verbena.hca.LinkLayer;
import io.verbena.path.IbPath;
import io.verbena.verbs.Context;

/** Two devices that reach each other. */
public interface VerbsBed extends AutoCloseable {

    /** Opens the first or the second, 0 or 1; the caller closes it. */
    Context open(int side);

    /** The way from one side to the other, by port 1. */
    AddressVector way(Context from, Context to);

    /** Returns the link layer of both devices (default: Ethernet). */
    default LinkLayer linkLayer() {
        return LinkLayer.ETHERNET;
    }

    /** Returns the path from one side to the other. On Ethernet, only the GIDs determine it. */
    default IbPath path(Context from, Context to) {
        return IbPath.to(way(from, to).dgid());
    }

    /**
     * Whether a request that is not completed keeps its place in the queue until a later one is, as the standard has it (IBA
     * 10.8.5.1) and hardware does.
     */
    default boolean keepsUnsignaled() {
        return false;
    }

    /** Whether the device changes regions ({@code ibv_rereg_mr}). */
    default boolean changesRegions() {
        return false;
    }

    /** Whether a connection has an alternate path to migrate to. */
    default boolean migrates() {
        return false;
    }

    /** The way to a group of which both hosts are members. */
    AddressVector wayToGroup();

    @Override
    void close();
}
