package io.verbena.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.testsuite.transport.AbstractTestsuiteTest;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds {@link NettySuite} against Netty's test suite: each of its test classes runs, or is listed here with the reason. */
class NettySuiteTest {
    private static final String PACKAGE = "io/netty/testsuite/transport/";
    private static final String BASE = "is a base class of others";
    private static final String DATAGRAMS = "tests datagrams, and a stream transport has none";

    private static final Map<String, String> NOT_RUN = new TreeMap<>(Map.ofEntries(
            Map.entry("AbstractComboTestsuiteTest", BASE),
            Map.entry("AbstractTestsuiteTest", BASE),
            Map.entry("DefaultEventLoopTest", "tests another event loop"),
            Map.entry("NioEventLoopTest", "tests another event loop"),
            Map.entry("sctp/AbstractSctpTest", BASE),
            Map.entry("sctp/SctpEchoTest", "tests another transport"),
            Map.entry("socket/AbstractClientSocketTest", BASE),
            Map.entry("socket/AbstractDatagramTest", BASE),
            Map.entry("socket/AbstractServerSocketTest", BASE),
            Map.entry("socket/AbstractSocketTest", BASE),
            Map.entry("socket/DatagramConnectNotExistsTest", DATAGRAMS),
            Map.entry("socket/DatagramConnectedWriteExceptionTest", DATAGRAMS),
            Map.entry("socket/DatagramMulticastIPv6Test", DATAGRAMS),
            Map.entry("socket/DatagramMulticastTest", DATAGRAMS),
            Map.entry("socket/DatagramUnicastIPv6MappedTest", DATAGRAMS),
            Map.entry("socket/DatagramUnicastIPv6Test", DATAGRAMS),
            Map.entry("socket/DatagramUnicastInetTest", DATAGRAMS),
            Map.entry("socket/DatagramUnicastTest", DATAGRAMS),
            Map.entry("socket/ServerSocketSuspendTest", "connects a java.net.Socket over TCP; Netty disables it"),
            Map.entry("socket/SocketMultipleConnectTest", "binds the loopback address, which no RDMA device has"),
            Map.entry("socket/SocketShutdownOutputByPeerTest", "connects a java.net.Socket over TCP"),
            Map.entry("socket/SocketShutdownOutputBySelfTest", "accepts with a java.net.ServerSocket over TCP"),
            Map.entry("socket/SocketSslLargeCertificateTest", "opens its own sockets over TCP"),
            Map.entry("udt/UDTClientServerConnectionTest", "tests another transport")));

    @Test
    void eachClassOfNettysTestSuiteRunsOrIsListed() throws IOException, URISyntaxException {
        Set<String> run = Stream.concat(
                        Arrays.stream(NettySuite.class.getDeclaredClasses()), Stream.of(EventLoopEmbeddedTest.class))
                .map(Class::getSuperclass)
                .map(type -> type.getName().replace('.', '/'))
                .filter(name -> name.startsWith(PACKAGE))
                .map(name -> name.substring(PACKAGE.length()))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(run).doesNotContainAnyElementsOf(NOT_RUN.keySet());
        run.addAll(NOT_RUN.keySet());
        assertThat(run).isEqualTo(testClasses());
    }

    private static Set<String> testClasses() throws IOException, URISyntaxException {
        Path jar = Path.of(AbstractTestsuiteTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith(PACKAGE) && name.endsWith("Test.class") && !name.contains("$"))
                    .map(name -> name.substring(PACKAGE.length(), name.length() - ".class".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
