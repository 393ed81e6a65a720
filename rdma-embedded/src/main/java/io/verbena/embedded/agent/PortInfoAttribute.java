package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.PortInfo;
import org.jspecify.annotations.Nullable;

/** PortInfo (IBA 14.2.5.6). */
final class PortInfoAttribute implements Attribute {
    // Bit 31 of the modifier indicates that the client knows extended speeds, which every response contains.
    private static final long MODIFIER_BITS = 0x7fffffffL;

    private final Traps traps;

    PortInfoAttribute(Traps traps) {
        this.traps = traps;
    }

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort asked = asked(node, packet, arrival);
        if (asked == null) {
            return Status.INVALID_VALUE;
        }
        answer(packet, asked, arrival);
        return Status.OK;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort asked = asked(node, packet, arrival);
        if (asked == null) {
            return Status.INVALID_VALUE;
        }
        PortInfo wanted = PortInfo.LAYOUT.copy(packet.attribute(PortInfo.LAYOUT));
        boolean valid = PortSettings.areValid(asked, wanted);
        if (valid) {
            new PortSettings(asked, wanted, traps).apply();
            if (wanted.clientReregister() == 1) {
                asked.reregister();
            }
        }
        answer(packet, asked, arrival);
        packet.attribute(PortInfo.LAYOUT).clientReregister(valid ? wanted.clientReregister() : 0);
        return valid ? Status.OK : Status.INVALID_VALUE;
    }

    private static @Nullable FabricPort asked(FabricNode node, MadPacket packet, FabricPort arrival) {
        return PortSelection.of(node, packet.header().attributeModifier() & MODIFIER_BITS, arrival);
    }

    private static void answer(MadPacket packet, FabricPort asked, FabricPort arrival) {
        PortInfo info = asked.info();
        packet.attribute(info);
        PortInfo answer = packet.attribute(PortInfo.LAYOUT).localPortNum(arrival.number());
        if (info.mKey() != 0 && !KeyGuard.shows(packet, info)) {
            answer.mKey(0);
        }
    }
}
