package io.verbena.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A method of the JDK that is not overridden would open a TCP socket without a word. */
class OverriddenMethodsTest {
    @ParameterizedTest
    @ValueSource(classes = {RdmaSocket.class, RdmaServerSocket.class})
    void everyMethodIsOverridden(Class<?> type) {
        Class<?> base = type == RdmaSocket.class ? Socket.class : ServerSocket.class;

        assertThat(Arrays.stream(base.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .filter(method -> !isOverridden(type, method)))
                .isEmpty();
    }

    private static boolean isOverridden(Class<?> type, Method method) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }
}
