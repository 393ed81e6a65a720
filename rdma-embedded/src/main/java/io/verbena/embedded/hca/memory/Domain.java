package io.verbena.embedded.hca.memory;

import org.jspecify.annotations.Nullable;

/** A protection domain. A queue pair accesses only the memory of its own domain. */
public final class Domain {
    private final @Nullable Domain around;

    /**
     * Creates a protection domain, or a parent domain with the access rights of another domain.
     *
     * @param around the domain whose access rights a parent domain has; null for a protection domain
     */
    public Domain(@Nullable Domain around) {
        this.around = around;
    }

    /** Returns the domain that determines access rights: this domain, or the protection domain of a parent domain. */
    public Domain root() {
        return around == null ? this : around.root();
    }
}
