package io.verbena.mad;

import io.verbena.iba.MadMethod;
import io.verbena.iba.MadText;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import org.jspecify.annotations.Nullable;

/**
 * Any request, for tools that learn only when they run what they are to ask.
 *
 * @param managementClass the class; a subnet management request by directed route is of its own class
 * @param method the method
 * @param attributeId the attribute, 0 to 0xffff
 * @param modifier the attribute modifier, 32 bits
 * @param componentMask which fields of the payload count; only for the subnet administration
 * @param payload the attribute that is sent, null for zeros
 */
public record MadRequest(
        ManagementClass managementClass,
        MadMethod method,
        int attributeId,
        long modifier,
        long componentMask,
        @Nullable Structure payload) {
    /** Refuses what the fields on the wire cannot hold. */
    public MadRequest {
        if (attributeId < 0 || attributeId > 0xffff) {
            throw new IllegalArgumentException(attributeId + " is not an attribute; they are from 0 to 0xffff");
        }
        if (modifier < 0 || modifier > 0xffffffffL) {
            throw new IllegalArgumentException(modifier + " is not an attribute modifier; they have 32 bits");
        }
    }

    /** A request without a payload. */
    public static MadRequest of(ManagementClass managementClass, MadMethod method, int attributeId, long modifier) {
        return new MadRequest(managementClass, method, attributeId, modifier, 0, null);
    }

    /** What is called, such as {@code PerformanceGet(PortCounters)}. */
    @Override
    public String toString() {
        return MadText.method(managementClass.code(), method.code()) + "("
                + MadText.attribute(managementClass.code(), attributeId) + ")";
    }
}
