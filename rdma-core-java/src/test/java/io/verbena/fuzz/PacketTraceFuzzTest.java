package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.spi.PortAttributes;
import io.verbena.trace.Packet;
import io.verbena.trace.Packet.Direction;
import io.verbena.trace.PacketLog;
import io.verbena.trace.PcapFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class PacketTraceFuzzTest {
    private static final PcapFile PCAP = PcapFile.open(Path.of("/dev/null"));

    @FuzzTest
    void whateverArrivesIsLoggedAndWritten(FuzzedDataProvider data) {
        Packet packet = new Packet(
                data.pickValue(Direction.values()),
                Instant.EPOCH,
                "mlx5_0/1",
                port(data),
                remote(data),
                data.consumeInt(),
                data.consumeBoolean(),
                ByteBuffer.wrap(data.consumeBytes(2000)));
        List<String> text = new ArrayList<>();

        PCAP.packet(packet);
        PacketLog.to(text::add).withFields().packet(packet);

        assertThat(text).hasSize(1);
    }

    private static PortAttributes port(FuzzedDataProvider data) {
        return new PortAttributes(
                1,
                PortState.ACTIVE,
                PortPhysicalState.LINK_UP,
                100,
                "100 Gb/sec (4X EDR)",
                Lid.of(data.consumeInt(0, 0xffff)),
                data.consumeInt(0, 7),
                Lid.NONE,
                0,
                0,
                0,
                Guid.of(0),
                "InfiniBand",
                List.of(0xffff));
    }

    /** As a channel reads one from memory that the kernel wrote: any bits of the width that each field has there. */
    private static MadAddress remote(FuzzedDataProvider data) {
        GlobalRoute route = new GlobalRoute(
                new Gid(data.consumeLong(), data.consumeLong()),
                data.consumeInt(0, 255),
                data.consumeInt(),
                data.consumeInt(0, 255),
                data.consumeInt(0, 255));
        return new MadAddress(
                data.consumeInt(0, 0xffff),
                data.consumeInt(),
                data.consumeLong(),
                data.consumeByte(),
                data.consumeByte(),
                data.consumeInt(0, 0xffff),
                data.consumeBoolean() ? route : null);
    }
}
