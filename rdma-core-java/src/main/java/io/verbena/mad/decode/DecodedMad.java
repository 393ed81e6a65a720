package io.verbena.mad.decode;

import io.verbena.iba.Structure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decoded datagram.
 *
 * @param umad header that the kernel puts in front of the datagram; null if there is none
 * @param headers transport headers in front of the datagram
 * @param mad MAD header and class header
 * @param managementClass name of the class
 * @param method class and method, such as {@code SubnGetResp}
 * @param attribute name of the attribute, or its ID if it is unknown
 * @param status meaning of the status
 * @param payload attributes in the datagram: none if the attribute is unknown or empty, several in a table of the
 *     subnet administration
 * @param notes anomalies
 */
public record DecodedMad(
        @Nullable UmadHeader umad,
        List<Part> headers,
        Part mad,
        String managementClass,
        String method,
        String attribute,
        String status,
        List<Part> payload,
        List<String> notes) {
    /**
     * A structure and its position.
     *
     * @param offset offset in the input, in bytes
     * @param structure the structure
     */
    public record Part(int offset, Structure structure) {}
}
