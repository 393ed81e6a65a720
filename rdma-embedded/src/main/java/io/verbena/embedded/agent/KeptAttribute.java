package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.Layout;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** An attribute that is kept as it was set, block by block, and has no effect. */
final class KeptAttribute implements Attribute {
    private final Layout<?> layout;
    private final Predicate<Node> has;
    private final ToIntFunction<Node> blocks;

    /**
     * Makes one.
     *
     * @param has which nodes have it
     * @param blocks how many blocks a node has
     */
    KeptAttribute(Layout<?> layout, Predicate<Node> has, ToIntFunction<Node> blocks) {
        this.layout = layout;
        this.has = has;
        this.blocks = blocks;
    }

    @Override
    public int get(Node node, Packet packet, Port arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            byte[] kept = node.kept(layout.attributeId(), packet.header().attributeModifier());
            packet.attribute(kept == null ? new byte[layout.length()] : kept);
        }
        return status;
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            node.keep(layout.attributeId(), packet.header().attributeModifier(), packet.attribute(layout.length()));
        }
        return status;
    }

    private int check(Node node, Packet packet) {
        if (!has.test(node)) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        return packet.header().attributeModifier() < blocks.applyAsInt(node) ? Status.OK : Status.INVALID_VALUE;
    }
}
