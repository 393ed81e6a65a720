package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers the requests of one management class by its attributes. */
class ClassAgent {
    private static final int BASE_VERSION = 1;

    private final int classVersion;
    private final Map<Integer, Attribute> attributes = new HashMap<>();

    ClassAgent(int classVersion) {
        this.classVersion = classVersion;
    }

    final void add(int attributeId, Attribute attribute) {
        attributes.put(attributeId, attribute);
    }

    /** Whether the sender may ask this; if not, it gets no answer. */
    boolean admits(Node node, Packet packet, Port arrival) {
        return true;
    }

    /** Whether a program on the host answers this attribute, and not the hardware. */
    boolean leavesToPrograms(Node node, Packet packet, Port arrival) {
        return false;
    }

    /** Turns a request into its answer; the status. */
    int answer(Node node, Packet packet, Port arrival) {
        MadHeader header = packet.header();
        MadMethod method = header.method();
        if (header.baseVersion() != BASE_VERSION || header.classVersion() != classVersion) {
            return Status.BAD_VERSION;
        }
        if (method != MadMethod.GET && method != MadMethod.SET) {
            return Status.METHOD_NOT_SUPPORTED;
        }
        @Nullable Attribute attribute = attributes.get(header.attributeId());
        if (attribute == null) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        return method == MadMethod.GET ? attribute.get(node, packet, arrival) : attribute.set(node, packet, arrival);
    }
}
