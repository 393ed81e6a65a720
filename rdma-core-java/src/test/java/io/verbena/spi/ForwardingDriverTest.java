package io.verbena.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ForwardingDriverTest {
    static Stream<Method> methodsOfADriver() {
        return Arrays.stream(RdmaDriver.class.getMethods());
    }

    /** A method with a default would otherwise hide what the other driver can do. */
    @ParameterizedTest
    @MethodSource("methodsOfADriver")
    void everyMethodIsForwarded(Method method) throws NoSuchMethodException {
        assertThat(ForwardingDriver.class
                        .getMethod(method.getName(), method.getParameterTypes())
                        .getDeclaringClass())
                .isEqualTo(ForwardingDriver.class);
    }
}
