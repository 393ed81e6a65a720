package io.verbena.mad;

import io.verbena.spi.MadRegistration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What tells one asking agent of a channel from another.
 *
 * @param managementClass the class
 * @param classVersion its version
 * @param oui the vendor, of a class that has one
 * @param rmpp whether the channel takes long messages apart and puts them together
 */
record AgentKey(int managementClass, int classVersion, int oui, boolean rmpp) {
    MadRegistration registration() {
        return new MadRegistration(managementClass, classVersion, oui, Set.of(), rmpp);
    }

    /** Written out for the same reason as that of {@link io.verbena.iba.Lid}: each command asks by such a key. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AgentKey key
                && key.managementClass == managementClass
                && key.classVersion == classVersion
                && key.oui == oui
                && key.rmpp == rmpp;
    }

    @Override
    public int hashCode() {
        return (managementClass | classVersion << Byte.SIZE) * 31 + oui + Boolean.hashCode(rmpp);
    }
}
