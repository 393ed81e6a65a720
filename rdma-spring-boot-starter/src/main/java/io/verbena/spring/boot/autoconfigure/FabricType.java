package io.verbena.spring.boot.autoconfigure;

/** Where the devices are. */
public enum FabricType {
    /** In this host. */
    NATIVE,
    /** In a fabric inside the JVM. */
    EMBEDDED
}
