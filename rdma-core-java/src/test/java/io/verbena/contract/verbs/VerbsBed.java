package io.verbena.contract.verbs;

import io.verbena.hca.AddressVector;
import io.verbena.verbs.Context;

/** Two devices that reach each other. */
public interface VerbsBed extends AutoCloseable {

    /** Opens the first or the second, 0 or 1; the caller closes it. */
    Context open(int side);

    /** The way from one side to the other, by port 1. */
    AddressVector way(Context from, Context to);

    /** The way to a group of which both hosts are members. */
    AddressVector wayToGroup();

    @Override
    void close();
}
