package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.Layout;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers the requests of a management class by calling the handler of the attribute and method. */
class ClassAgent {
    private static final int BASE_VERSION = 1;

    @FunctionalInterface
    interface Handler {
        /**
         * Handles a request, and writes the attribute of the response to the packet.
         *
         * @param arrival the port at which the request arrived
         * @return the status of the response
         */
        int handle(FabricNode node, MadPacket packet, FabricPort arrival);
    }

    private final int classVersion;
    private final Map<Integer, Handler> gets = new HashMap<>();
    private final Map<Integer, Handler> sets = new HashMap<>();

    ClassAgent(int classVersion) {
        this.classVersion = classVersion;
    }

    final void add(Layout<?> attribute, Handler get) {
        add(attribute.attributeId(), get);
    }

    final void add(Layout<?> attribute, Handler get, Handler set) {
        add(attribute.attributeId(), get, set);
    }

    final void add(int attributeId, Handler get) {
        gets.put(attributeId, get);
    }

    final void add(int attributeId, Handler get, Handler set) {
        gets.put(attributeId, get);
        sets.put(attributeId, set);
    }

    static int answered(MadPacket packet, Structure attribute) {
        packet.attribute(attribute);
        return Status.OK;
    }

    static int answered(MadPacket packet, byte[] attribute) {
        packet.attribute(attribute);
        return Status.OK;
    }

    /** Returns whether a request is permitted. Otherwise, it is dropped. */
    boolean admits(FabricNode node, MadPacket packet, FabricPort arrival) {
        return true;
    }

    /** Returns whether a program on the host answers the attribute instead of the hardware. */
    boolean leavesToPrograms(FabricNode node, MadPacket packet, FabricPort arrival) {
        return false;
    }

    int answer(FabricNode node, MadPacket packet, FabricPort arrival) {
        MadHeader header = packet.header();
        MadMethod method = header.method();
        if (header.baseVersion() != BASE_VERSION || header.classVersion() != classVersion) {
            return Status.BAD_VERSION;
        }
        if (method != MadMethod.GET && method != MadMethod.SET) {
            return Status.METHOD_NOT_SUPPORTED;
        }
        @Nullable Handler handler = (method == MadMethod.GET ? gets : sets).get(header.attributeId());
        return handler == null ? Status.ATTRIBUTE_NOT_SUPPORTED : handler.handle(node, packet, arrival);
    }

    /** The status codes that are common to all management classes (IBA 13.4.7). */
    static final class Status {
        static final int OK = 0;
        static final int BUSY = 1;
        static final int REDIRECT = 1 << 1;
        static final int BAD_VERSION = 1 << 2;
        static final int METHOD_NOT_SUPPORTED = 2 << 2;
        static final int ATTRIBUTE_NOT_SUPPORTED = 3 << 2;
        static final int INVALID_VALUE = 7 << 2;

        private Status() {}
    }
}
