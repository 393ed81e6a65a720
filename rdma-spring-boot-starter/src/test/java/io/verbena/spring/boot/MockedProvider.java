package io.verbena.spring.boot;

import static java.util.Objects.requireNonNull;
import static org.mockito.Answers.RETURNS_DEEP_STUBS;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.verbena.hca.Transport;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.RdmaProvider;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The provider {@code mocked}, for the states and the failures that no bed gives: one device with one port. */
public final class MockedProvider implements RdmaProvider {
    /** A bean of this makes an application use it. */
    public static final RdmaFabricDetails DETAILS = () -> "mocked";

    private static @Nullable Supplier<RdmaDriver> opening;

    /** The next applications open a fabric with this one port. */
    public static RdmaDriver port(PortState state) {
        RdmaDriver driver = mock();
        given(driver.deviceNames()).willReturn(List.of("mock0"));
        PortAttributes port = new PortAttributes(
                1,
                state,
                PortPhysicalState.LINK_UP,
                100,
                Lid.of(7),
                0,
                Lid.of(1),
                0,
                0,
                0xfe80L << 48,
                Guid.of(0x11),
                "InfiniBand",
                List.of());
        given(driver.device("mock0"))
                .willReturn(new DeviceAttributes(
                        "mock0",
                        NodeType.CHANNEL_ADAPTER,
                        Transport.INFINIBAND,
                        "mock",
                        "1",
                        "1",
                        Guid.of(0x10),
                        Guid.of(0x10),
                        List.of(port)));
        opening = () -> driver;
        return driver;
    }

    /** The next applications find no device. */
    public static void noDevice() {
        RdmaDriver driver = mock();
        given(driver.deviceNames()).willReturn(List.of());
        opening = () -> driver;
    }

    /** The next applications find a device whose management fails. */
    public static void managementFails(RuntimeException failure) {
        given(port(PortState.ACTIVE).openMadChannel(anyString(), anyInt())).willThrow(failure);
    }

    /** The next applications find a device that registers no memory. */
    public static void registeringFails(RuntimeException failure) {
        VerbsDriver verbs = lockable(Long.MAX_VALUE);
        given(verbs.memory().registerMemory(anyLong(), any(), any())).willThrow(failure);
    }

    /** The next applications may lock so much memory for their device. */
    public static VerbsDriver lockable(long bytes) {
        RdmaDriver driver = port(PortState.ACTIVE);
        given(driver.verbsDeviceNames()).willReturn(List.of("mock0"));
        VerbsDriver verbs = mock(RETURNS_DEEP_STUBS);
        given(driver.openVerbs("mock0")).willReturn(verbs);
        given(verbs.memory().lockableBytes()).willReturn(bytes);
        return verbs;
    }

    /** The next applications cannot open the fabric. */
    public static void openingFails(RuntimeException failure) {
        opening = () -> {
            throw failure;
        };
    }

    @Override
    public String name() {
        return "mocked";
    }

    @Override
    public RdmaDriver open(String argument) {
        return requireNonNull(opening, "the test says what to open").get();
    }
}
