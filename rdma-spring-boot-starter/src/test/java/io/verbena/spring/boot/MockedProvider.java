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

/** The provider {@code mocked} with one device and one port, for states and failures that no testbed produces. */
public final class MockedProvider implements RdmaProvider {
    /** Selects this provider as a bean of an application. */
    public static final RdmaFabricDetails DETAILS = () -> "mocked";

    private static @Nullable Supplier<RdmaDriver> opening;

    /** Lets further applications open a fabric with a port in this state. */
    public static RdmaDriver port(PortState state) {
        RdmaDriver driver = mock();
        given(driver.deviceNames()).willReturn(List.of("mock0"));
        PortAttributes port = new PortAttributes(
                1,
                state,
                PortPhysicalState.LINK_UP,
                100,
                "100 Gb/sec (4X EDR)",
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

    /** Lets further applications find no device. */
    public static void noDevice() {
        RdmaDriver driver = mock();
        given(driver.deviceNames()).willReturn(List.of());
        opening = () -> driver;
    }

    /** Lets further applications find a device whose management fails. */
    public static void managementFails(RuntimeException failure) {
        given(port(PortState.ACTIVE).openMadChannel(anyString(), anyInt())).willThrow(failure);
    }

    /** Lets further applications find a device on which registering memory fails. */
    public static void registeringFails(RuntimeException failure) {
        VerbsDriver verbs = lockable(Long.MAX_VALUE);
        given(verbs.registerMemory(anyLong(), any(), any())).willThrow(failure);
    }

    /** Limits the memory that further applications may lock. */
    public static VerbsDriver lockable(long bytes) {
        RdmaDriver driver = port(PortState.ACTIVE);
        given(driver.verbsDeviceNames()).willReturn(List.of("mock0"));
        VerbsDriver verbs = mock(RETURNS_DEEP_STUBS);
        given(driver.openVerbs("mock0")).willReturn(verbs);
        given(verbs.lockableBytes()).willReturn(bytes);
        return verbs;
    }

    /** Lets opening the fabric fail in further applications. */
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
