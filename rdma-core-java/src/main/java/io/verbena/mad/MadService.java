package io.verbena.mad;

import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.mad.decode.MadFormat;
import java.util.Set;

/**
 * The requests that a server accepts.
 *
 * @param managementClass management class, 8 bits
 * @param classVersion version of the class
 * @param oui vendor of a class from 0x30 to 0x4f; 0 for other classes
 * @param methods methods of the requests
 * @param attributes attribute IDs of the requests; empty if the handler accepts all
 */
public record MadService(
        int managementClass, int classVersion, int oui, Set<MadMethod> methods, Set<Integer> attributes) {
    /**
     * Creates a service.
     *
     * @throws IllegalArgumentException if there is no method
     */
    public MadService {
        methods = Set.copyOf(methods);
        attributes = Set.copyOf(attributes);
        if (methods.isEmpty()) {
            throw new IllegalArgumentException("a server needs at least one method");
        }
    }

    /** Returns a service of a class that the specification defines. */
    public static MadService of(ManagementClass managementClass, MadMethod... methods) {
        return new MadService(
                managementClass.code(), MadFormat.classVersion(managementClass), 0, Set.of(methods), Set.of());
    }

    /** Returns a service of a vendor class. */
    public static MadService of(VendorClass vendor, MadMethod... methods) {
        return new MadService(vendor.code(), vendor.version(), vendor.oui(), Set.of(methods), Set.of());
    }

    /** Returns a copy of this service that accepts only these attributes. */
    public MadService withAttributes(Set<Integer> known) {
        return new MadService(managementClass, classVersion, oui, methods, known);
    }
}
