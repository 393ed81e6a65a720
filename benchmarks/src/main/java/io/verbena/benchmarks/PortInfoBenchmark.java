package io.verbena.benchmarks;

import io.verbena.iba.PortInfo;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;

/** Measures reading a received structure. */
public class PortInfoBenchmark extends NanosecondBenchmark {
    private final byte[] bytes = new byte[PortInfo.LENGTH];
    private final PortInfo port;

    public PortInfoBenchmark() {
        new Random(1).nextBytes(bytes);
        port = PortInfo.LAYOUT.decode(bytes);
    }

    /** Reads all fields by the accessors that return numbers. */
    @Benchmark
    public long everyField() {
        return port.mKey()
                + port.gidPrefix()
                + port.lidBits()
                + port.masterSmLidBits()
                + port.capabilityMaskBits()
                + port.diagCode()
                + port.mKeyLeasePeriod()
                + port.localPortNum()
                + port.linkWidthEnabledBits()
                + port.linkWidthSupportedBits()
                + port.linkWidthActiveBits()
                + port.linkSpeedSupportedBits()
                + port.portStateBits()
                + port.portPhysicalStateBits()
                + port.linkDownDefaultStateBits()
                + port.mKeyProtectBits()
                + port.lmc()
                + port.linkSpeedActiveBits()
                + port.linkSpeedEnabledBits()
                + port.neighborMtuBits()
                + port.masterSmSl()
                + port.vlCapBits()
                + port.initType()
                + port.vlHighLimit()
                + port.vlArbitrationHighCap()
                + port.vlArbitrationLowCap()
                + port.initTypeReply()
                + port.mtuCapBits()
                + port.vlStallCount()
                + port.hoqLife()
                + port.operationalVlsBits()
                + port.partitionEnforcementInbound()
                + port.partitionEnforcementOutbound()
                + port.filterRawInbound()
                + port.filterRawOutbound()
                + port.mKeyViolations()
                + port.pKeyViolations()
                + port.qKeyViolations()
                + port.guidCap()
                + port.clientReregister()
                + port.multicastPKeyTrapSuppressionEnabled()
                + port.subnetTimeout()
                + port.respTimeValue()
                + port.localPhyErrors()
                + port.overrunErrors()
                + port.maxCreditHint()
                + port.linkRoundTripLatency()
                + port.capabilityMask2Bits()
                + port.linkSpeedExtActiveBits()
                + port.linkSpeedExtSupportedBits()
                + port.linkSpeedExtEnabledBits()
                + port.linkSpeedExtActive2Bits()
                + port.linkSpeedExtSupported2Bits()
                + port.linkSpeedExtEnabled2Bits();
    }

    /** Copies bytes into a structure. */
    @Benchmark
    public PortInfo decode() {
        return PortInfo.LAYOUT.decode(bytes);
    }

    /** Wraps existing bytes in a structure. */
    @Benchmark
    public PortInfo wrap() {
        return PortInfo.LAYOUT.wrap(bytes, 0);
    }
}
