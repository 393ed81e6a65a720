package io.verbena.mad;

import io.verbena.iba.Structure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A datagram, taken apart.
 *
 * @param umad what the kernel put in front of it, null if nothing
 * @param headers the transport headers in front of it
 * @param mad its header and what its management class adds
 * @param managementClass the class in words
 * @param method class and method, such as {@code SubnGetResp}
 * @param attribute the attribute by name, or by number where it is not known
 * @param status what the status says
 * @param payload the attributes that it carries: none where it is not known or left empty, several records of an answer of
 *     the subnet administration
 * @param notes what is odd about the bytes
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
     * A structure, and the byte at which it begins.
     *
     * @param offset the byte, counted from the first that was given
     * @param structure what is there
     */
    public record Part(int offset, Structure structure) {}
}
