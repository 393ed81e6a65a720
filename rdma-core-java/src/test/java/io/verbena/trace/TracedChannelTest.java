package io.verbena.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.spi.MadChannel;
import io.verbena.trace.TracedDriver.TracedChannel;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TracedChannelTest {
    static Method[] methods() {
        return MadChannel.class.getDeclaredMethods();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void forwardsEveryMethodIncludingDefaultMethods(Method method) {
        assertThat(TracedChannel.class.getDeclaredMethods())
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }
}
