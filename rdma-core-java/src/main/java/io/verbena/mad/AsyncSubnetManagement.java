package io.verbena.mad;

import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.path.Path;
import java.util.concurrent.CompletableFuture;

/** Operations of {@link SubnetManagement} that return futures, which fail with its exceptions. */
public interface AsyncSubnetManagement {

    /** Reads an attribute of a port or node; see {@link SubnetManagement#subnGet(Class, Path, long)}. */
    <T extends Structure & SubnGet> CompletableFuture<T> subnGet(Class<T> type, Path path, long modifier);

    /** Reads an attribute that needs no modifier. */
    default <T extends Structure & SubnGet> CompletableFuture<T> subnGet(Class<T> type, Path path) {
        return subnGet(type, path, 0);
    }
}
