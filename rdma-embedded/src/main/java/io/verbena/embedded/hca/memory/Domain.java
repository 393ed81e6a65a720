package io.verbena.embedded.hca.memory;

import org.jspecify.annotations.Nullable;

/** A protection domain: who is of one, reaches nothing that is of another. */
public final class Domain {
    private final int number;
    private final @Nullable Domain around;

    /** One of its own, or one around another, which reaches what that reaches. */
    public Domain(int number, @Nullable Domain around) {
        this.number = number;
        this.around = around;
    }

    /** Its number. */
    public int number() {
        return number;
    }

    /** The domain that decides: itself, or the one that it is around. */
    public Domain root() {
        return around == null ? this : around.root();
    }
}
