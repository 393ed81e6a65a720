package io.verbena.mad;

import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.spi.MadRegistration;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a server answers.
 *
 * @param managementClass the class, 8 bits
 * @param classVersion its version
 * @param oui the vendor, of a class from 0x30 to 0x4f; 0 for any other
 * @param methods the methods of the requests that it takes
 * @param attributes the attributes that it knows; none if it looks at each itself
 */
public record MadService(
        int managementClass, int classVersion, int oui, Set<MadMethod> methods, Set<Integer> attributes) {
    /** Refuses a service that takes nothing. */
    public MadService {
        methods = Set.copyOf(methods);
        attributes = Set.copyOf(attributes);
        if (methods.isEmpty()) {
            throw new IllegalArgumentException("a server without a method gets no request; name one");
        }
    }

    /** A class of IBA. */
    public static MadService of(ManagementClass managementClass, MadMethod... methods) {
        return new MadService(
                managementClass.code(), MadCodec.classVersion(managementClass), 0, Set.of(methods), Set.of());
    }

    /** A class of a vendor. */
    public static MadService of(VendorClass vendor, MadMethod... methods) {
        return new MadService(vendor.code(), vendor.version(), vendor.oui(), Set.of(methods), Set.of());
    }

    /** The same for these attributes only: what asks for another is refused. */
    public MadService withAttributes(Set<Integer> known) {
        return new MadService(managementClass, classVersion, oui, methods, known);
    }

    MadRegistration registration(boolean rmpp) {
        Set<Integer> codes = methods.stream().map(MadMethod::code).collect(Collectors.toSet());
        return new MadRegistration(
                managementClass, classVersion, oui, codes, rmpp && Questions.hasRmpp(managementClass));
    }
}
