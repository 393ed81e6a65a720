package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Layout;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import java.util.List;

/**
 * A request that arrived at a {@link MadServer}. It can be responded to once. Safe for use by several threads.
 *
 * <p>Methods that respond throw {@link RdmaException} if the response cannot be sent, and {@link IllegalStateException} if there was
 * a response already, or the method has none.
 */
public interface MadServerRequest {

    /** Returns the address of the requester, to which the response is sent. */
    MadAddress source();

    /** Returns the header of the request. */
    MadHeader header();

    /** Returns the method of the request. */
    default MadMethod method() {
        return header().method();
    }

    /** Returns the attribute ID of the request. */
    default int attributeId() {
        return header().attributeId();
    }

    /** Returns the data behind the class header: the rest of the datagram, or the data of a long message. */
    byte[] data();

    /**
     * Returns the attribute that the request carries.
     *
     * @throws IllegalArgumentException if the request is too short for it
     */
    default <T extends Structure> T payload(Class<T> type) {
        Layout<T> layout = Layout.forType(type);
        byte[] data = data();
        if (data.length < layout.length()) {
            throw new IllegalArgumentException(
                    layout.name() + " has " + layout.length() + " bytes, but the request carries " + data.length);
        }
        return layout.wrap(data, 0);
    }

    /**
     * Sends a response.
     *
     * @param status status of the response, 0 for success
     * @param data data behind the class header; they may exceed a datagram if class and channel support RMPP
     */
    void respond(int status, byte[] data);

    /** Responds with data. */
    default void respond(byte[] data) {
        respond(0, data);
    }

    /** Responds with an attribute. */
    default void respond(Structure payload) {
        respond(payload.toBytes());
    }

    /**
     * Responds with a table of the subnet administration (IBA 15.2.3), which is always sent with RMPP. Each record begins at a
     * multiple of 8 bytes.
     *
     * @param records records of one type; may be empty
     * @throws IllegalArgumentException if the records have different types
     * @throws IllegalStateException if the class is not the subnet administration
     */
    void respond(List<? extends Structure> records);

    /**
     * Redirects the requester to another agent (IBA 13.5.2).
     *
     * @param elsewhere address of the other agent, in the redirection fields
     */
    default void redirect(ClassPortInfo elsewhere) {
        respond(MadRefusal.REDIRECT, elsewhere.toBytes());
    }

    /** Refuses the request for a reason of all management classes. */
    default void refuse(MadRefusal reason) {
        refuse(reason.status());
    }

    /** Refuses the request with a status, for example one that the class defines, and returns its data. */
    void refuse(int status);
}
