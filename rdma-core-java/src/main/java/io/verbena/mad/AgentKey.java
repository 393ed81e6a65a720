package io.verbena.mad;

import io.verbena.spi.MadRegistration;
import java.util.Set;

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
}
