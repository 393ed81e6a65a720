package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers the requests of a management class by dispatching them to its attributes. */
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

    /** Returns whether a request is permitted. Otherwise, it is dropped. */
    boolean admits(FabricNode node, MadPacket packet, FabricPort arrival) {
        return true;
    }

    /** Returns whether a program on the host answers the attribute instead of the hardware. */
    boolean leavesToPrograms(FabricNode node, MadPacket packet, FabricPort arrival) {
        return false;
    }

    /** Replaces a request by its response, and returns the status. */
    int answer(FabricNode node, MadPacket packet, FabricPort arrival) {
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
