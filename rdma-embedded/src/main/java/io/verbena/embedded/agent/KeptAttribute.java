package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.Layout;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** An attribute that is stored block by block without having an effect. */
final class KeptAttribute implements Attribute {
    private final Layout<?> layout;
    private final Predicate<FabricNode> has;
    private final ToIntFunction<FabricNode> blocks;

    /**
     * Creates an attribute.
     *
     * @param has returns whether a node has the attribute
     * @param blocks returns the number of blocks of a node
     */
    KeptAttribute(Layout<?> layout, Predicate<FabricNode> has, ToIntFunction<FabricNode> blocks) {
        this.layout = layout;
        this.has = has;
        this.blocks = blocks;
    }

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            byte[] kept = node.kept(layout.attributeId(), packet.header().attributeModifier());
            packet.attribute(kept == null ? new byte[layout.length()] : kept);
        }
        return status;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            node.keep(layout.attributeId(), packet.header().attributeModifier(), packet.attribute(layout.length()));
        }
        return status;
    }

    private int check(FabricNode node, MadPacket packet) {
        if (!has.test(node)) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        return packet.header().attributeModifier() < blocks.applyAsInt(node) ? Status.OK : Status.INVALID_VALUE;
    }
}
