package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.AddressVector;
import io.verbena.hca.AlternatePath;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.Flags;
import io.verbena.hca.FlushPlacement;
import io.verbena.hca.HashField;
import io.verbena.hca.OnDemandOperation;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RawPacketCapability;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.jni.verbs.IbvDeviceAttrEx;
import org.junit.jupiter.api.Test;

/** Structures of libibverbs become values, and values structures. */
class StructsTest {

    @Test
    void theSecondPathIsTheSameThereAndBack() {
        AddressVector way = new AddressVector(2, Lid.of(0x1234), 3, 5, 7, Gid.parse("fe80::1"), 4, 0x54321, 9, 0x81);
        QueuePairAttributes attributes = new QueuePairAttributes().alternatePath(new AlternatePath(way, 0x101, 18));

        assertThat(QueuePairAttributesConverter.read(QueuePairAttributesConverter.write(attributes), attributes.set()))
                .isEqualTo(attributes);
        assertThat(QueuePairAttributesConverter.write(attributes).alternatePort).isEqualTo(2);
    }

    @Test
    void theBitsOfADeviceAreSetsOfConstants() {
        IbvDeviceAttrEx from = new IbvDeviceAttrEx();
        from.odpCapsGeneralCaps = 1;
        from.odpCapsPerTransportCapsRcOdpCaps = 0b11101011;
        from.xrcOdpCaps = 1 << 4;
        from.deviceCapFlagsEx = 1L << 41 | 1L << 40 | 1L << 39 | 1L << 36 | 3;
        from.rssCapsSupportedQpts = 1 << 8 | 1 << 4;
        from.rssCapsRxHashFieldsMask = 0x80000004L;
        from.rawPacketCaps = 5;
        from.packetPacingCapsQpRateLimitMax = -1;

        DeviceExtensions extensions = AttributeReader.deviceExtensions(from).build();

        assertThat(extensions.onDemandPaging().supported()).isTrue();
        assertThat(extensions.onDemandPaging().implicit()).isFalse();
        assertThat(extensions.onDemandPaging().reliable().known())
                .containsExactly(
                        OnDemandOperation.SEND,
                        OnDemandOperation.RECEIVE,
                        OnDemandOperation.READ,
                        OnDemandOperation.SHARED_RECEIVE);
        assertThat(extensions.onDemandPaging().extended()).isEqualTo(Flags.of(OnDemandOperation.ATOMIC));
        assertThat(extensions.onDemandPaging().reliable().unknown()).isEqualTo(0xc0);
        assertThat(extensions.onDemandPaging().reliable().bits()).isEqualTo(0b11101011);
        assertThat(extensions.padsPciWrites()).isTrue();
        assertThat(extensions.writesAtomically()).isTrue();
        assertThat(extensions.flushes()).isEqualTo(Flags.of(FlushPlacement.PERSISTENT));
        assertThat(extensions.unknownCapabilities()).isEqualTo(1L << 41);
        assertThat(extensions.scattersFrameCheck()).isFalse();
        assertThat(extensions.receiveScaling().types()).containsExactly(QueuePairType.UD, QueuePairType.RAW_PACKET);
        assertThat(extensions.receiveScaling().fields()).isEqualTo(Flags.of(HashField.SOURCE_IPV6, HashField.INNER));
        assertThat(extensions.rawPackets())
                .isEqualTo(Flags.of(RawPacketCapability.VLAN_STRIPPING, RawPacketCapability.IP_CHECKSUM));
        assertThat(extensions.rateLimits().maxKilobits()).isEqualTo(0xffff_ffffL);
    }
}
