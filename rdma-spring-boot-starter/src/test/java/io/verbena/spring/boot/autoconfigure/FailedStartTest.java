package io.verbena.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedProvider;
import io.verbena.error.Errno;
import io.verbena.error.NativeLibraryUnavailableException;
import io.verbena.error.SysException;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spring.boot.MockedProvider;
import io.verbena.spring.boot.connection.RdmaListener;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;

/** Tests the output of applications that fail to start. */
@ExtendWith(OutputCaptureExtension.class)
class FailedStartTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithEndPort {
        @Bean
        String user(EndPort port) {
            return port.name();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Mocked {
        @Bean
        RdmaFabricDetails details() {
            return MockedProvider.DETAILS;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MockedWithTransactor extends Mocked {
        @Bean
        String user(MadTransactor mad) {
            return mad.endPort().name();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MockedWithEndPort extends Mocked {
        @Bean
        String user(EndPort port) {
            return port.name();
        }
    }

    @Test
    void suggestsTheNearestProperty(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.typ=embedded");
        assertThat(output)
                .contains("rdma.fabric.typ: unknown property (\"rdma.fabric.typ\" from property source"
                        + " \"commandLineArgs\"); the nearest is rdma.fabric.type")
                .containsPattern(
                        "The properties are .*rdma.fabric.type, .*rdma.servers.\\*.messages.largest, .*rdma.trace.pcap\\.");
    }

    @Test
    void listsTheValuesOfAType(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embeded");
        assertThat(output).contains("is 'embeded', which is not one of native, embedded; the nearest is embedded");
    }

    @Test
    void reportsAnInvalidDuration(CapturedOutput output) {
        fails(Plain.class, "--rdma.mad.timeout=soon");
        assertThat(output)
                .contains("rdma.mad.timeout")
                .contains("is 'soon', which is not a duration, such as 500ms or 2s");
    }

    @Test
    void reportsAnInvalidNumber(CapturedOutput output) {
        fails(Plain.class, "--rdma.mad.retries=many");
        assertThat(output).contains("rdma.mad.retries").contains("is 'many', which is not a whole number");
    }

    @Test
    void reportsTheRangeOfANumber(CapturedOutput output) {
        fails(Plain.class, "--rdma.mad.outstanding=0");
        assertThat(output).contains("rdma.mad: outstanding requests 0 is out of range; expected 1 to 4096");
    }

    @Test
    void rejectsATopologyWithoutTheEmbeddedFabric(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.topology=two-node");
        assertThat(output)
                .contains("rdma.fabric.topology is 'two-node', but only the embedded fabric has a topology;"
                        + " set rdma.fabric.type=embedded or remove the topology");
    }

    @Test
    void rejectsAnEmptyEndPort(CapturedOutput output) {
        fails(Plain.class, "--rdma.end-port=");
        assertThat(output).contains("rdma.end-port is empty; set it to an end port, such as mlx5_0/1");
    }

    @Test
    void listsTheFormsOfATopology(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.fabric.topology=fat-tre:2,4,4");
        assertThat(output)
                .contains("the fabric 'embedded:fat-tre:2,4,4' cannot be used: there is no embedded fabric")
                .contains("Set it to two-node, fat-tree:SPINES,LEAVES,HOSTS_PER_LEAF");
    }

    @Test
    void reportsAMissingNetFile(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.fabric.topology=classpath:nets/none.net");
        assertThat(output)
                .contains("the fabric 'embedded:classpath:nets/none.net' cannot be used: there is no file"
                        + " classpath:nets/none.net");
    }

    @Test
    void reportsTheLineOfAnInvalidNetFile(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.fabric.topology=classpath:nets/broken.net");
        assertThat(output).containsPattern("cannot be used: classpath:nets/broken.net:[12]: expected ");
    }

    @Test
    void reportsAMissingEndPort(CapturedOutput output) {
        fails(WithEndPort.class, "--rdma.fabric.type=embedded", "--rdma.end-port=mlx5_0/1");
        assertThat(output)
                .contains("no device is called 'mlx5_0'; this host has emb0")
                .contains("Select a device of this host");
    }

    @Test
    void suggestsTheEmbeddedFabricWithoutADevice(CapturedOutput output) {
        MockedProvider.noDevice();
        fails(MockedWithEndPort.class);
        assertThat(output).contains("this host has no RDMA device;").contains("or use an embedded fabric: ");
    }

    @Test
    void reportsAMissingLibrary(CapturedOutput output) {
        MockedProvider.openingFails(new NativeLibraryUnavailableException(
                "libibumad.so.3 is not installed; apt install libibumad3", new UnsatisfiedLinkError()));
        fails(Mocked.class);
        assertThat(output)
                .contains("libibumad.so.3 is not installed; apt install libibumad3")
                .contains("Install the library, or use an embedded fabric: ");
    }

    @Test
    void reportsWhyTheTransactorIsAbsent(CapturedOutput output) {
        MockedProvider.managementFails(
                new SysException("umad_open_port", "mock0/1", Errno.EACCES, "run as root, or ask for access"));
        fails(MockedWithTransactor.class);
        assertThat(output)
                .contains("There is no MadTransactor: umad_open_port(mock0/1) failed: permission denied (EACCES); run"
                        + " as root, or ask for access")
                .contains("inject ObjectProvider<MadTransactor> to start without it");
    }

    @Test
    void reportsTheMissingModule(CapturedOutput output) {
        fails(Plain.class, new FilteredClassLoader(EmbeddedProvider.class), "--rdma.fabric.type=embedded");
        assertThat(output)
                .contains(
                        "rdma.fabric.type: the fabric 'embedded' requires rdma-embedded, which is not on the class path")
                .contains("Add the dependency io.verbena:rdma-embedded");
    }

    @Test
    void suggestsTheNearestPropertyOfAnEntry(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.servers.ingest.prot=7471");
        assertThat(output)
                .contains("rdma.servers.ingest.prot: unknown property (")
                .contains("; the nearest is rdma.servers.*.port");
    }

    @Test
    void reportsAnInvalidValueOfAnEntry(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.servers.ingest.port=70000");
        assertThat(output).contains("rdma.servers.ingest: port is 70000; it must be from 0 to 65535");
    }

    @Test
    void reportsAnInvalidUnitOfASize(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.buffers.limit=64MiB");
        assertThat(output)
                .contains("rdma.buffers.limit")
                .contains("is '64MiB', which is not a size, such as 512KB or 100MB");
    }

    @Test
    void reportsAnInvalidUnitOfADuration(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.clients.orders.timeout=2sec");
        assertThat(output)
                .contains("rdma.clients.orders.timeout")
                .contains("is '2sec', which is not a duration, such as 500ms or 2s");
    }

    @Test
    void listsTheValuesOfAnElement(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.buffers.access=local-wriet");
        assertThat(output)
                .contains("is 'local-wriet', which is not one of local-write, remote-write,")
                .contains("the nearest is local-write");
    }

    @Test
    void neverShowsAKey(CapturedOutput output) {
        fails(Plain.class, "--debug", "--rdma.fabric.type=embedded", "--rdma.mad.sm-key=0xc0ffee-c0ffee");
        assertThat(output).contains("rdma.mad.sm-key is not a 64-bit number").doesNotContainIgnoringCase("c0ffee");
    }

    @Test
    void listsTheEndPortsIfAPatternMatchesNone(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.end-ports.storage=mlx5_*/1");
        assertThat(output)
                .contains("rdma.end-ports.storage.match: 'mlx5_*/1' matches none of emb0/1")
                .contains("or set rdma.end-ports.storage.required=false to start without");
    }

    @Test
    void reportsAnEndPortThatIsNotActive(CapturedOutput output) {
        MockedProvider.port(PortState.INITIALIZE);
        fails(Mocked.class, "--rdma.end-ports.storage.match=mock0", "--rdma.end-ports.storage.active=true");
        assertThat(output)
                .contains("rdma.end-ports.storage.active: end port mock0/1 is in state Init")
                .contains("Bring the port up, or remove rdma.end-ports.storage.active");
    }

    @Test
    void suggestsTheNearestProtectionDomain(CapturedOutput output) {
        fails(
                Plain.class,
                "--rdma.fabric.type=embedded",
                "--rdma.protection-domains.ingest=",
                "--rdma.clients.orders.address=10.0.0.1",
                "--rdma.clients.orders.port=1",
                "--rdma.clients.orders.protection-domain=ingets");
        assertThat(output)
                .contains("rdma.clients.orders.protection-domain: there is no protection domain 'ingets'; did you mean"
                        + " ingest?")
                .contains("Define rdma.protection-domains.ingets");
    }

    @Test
    void reportsTheMissingDeviceOfAProtectionDomain(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.protection-domains.ingest=mlx5_0");
        assertThat(output)
                .contains(
                        "rdma.protection-domains.ingest.device: there is no device with verbs called 'mlx5_0'; this host"
                                + " has emb0")
                .contains("or set rdma.protection-domains.ingest.required=false");
    }

    @Test
    void reportsTwoPrimaryEntries(CapturedOutput output) {
        fails(
                Plain.class,
                "--rdma.fabric.type=embedded",
                "--rdma.protection-domains.a.primary=true",
                "--rdma.protection-domains.b.primary=true");
        assertThat(output)
                .contains("rdma.protection-domains.a is primary already")
                .contains("Set primary on only one of a, b");
    }

    @Configuration(proxyBeanMethods = false)
    static class Listening extends Plain {
        @RdmaListener("one")
        void one(byte[] message) {}

        @RdmaListener("two")
        void two(byte[] message) {}
    }

    @Test
    void reportsAPortThatIsInUse(CapturedOutput output) {
        fails(
                Listening.class,
                "--rdma.fabric.type=embedded",
                "--rdma.servers.one.address=10.0.0.1",
                "--rdma.servers.one.port=7471",
                "--rdma.servers.two.address=10.0.0.1",
                "--rdma.servers.two.port=7471");
        assertThat(output)
                .containsPattern("rdma.servers.(one|two).port: the address /10.0.0.1:7471 is in use")
                .contains("select another port, or set rdma.servers.");
    }

    @Test
    void reportsAnAddressOfAnotherHost(CapturedOutput output) {
        fails(
                Listening.class,
                "--rdma.fabric.type=embedded",
                "--rdma.servers.one.address=10.0.0.2",
                "--rdma.servers.two.port=0");
        assertThat(output)
                .contains("rdma.servers.one.address: ")
                .contains("Set it to an address of an RDMA device of this host");
    }

    @Test
    void reportsAListenerWithoutAServer(CapturedOutput output) {
        fails(Listening.class, "--rdma.fabric.type=embedded", "--rdma.servers.one.port=0");
        assertThat(output)
                .contains("rdma.servers.two: Listening.two listens to a server that is not configured")
                .contains("Configure rdma.servers.two.port");
    }

    @Test
    void reportsAServerWithoutAListener(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.servers.ingest.port=0");
        assertThat(output)
                .contains("rdma.servers.ingest: it has no listener")
                .contains(
                        "Annotate a method of a bean with @RdmaListener(\"ingest\"), define a bean of type RdmaHandler");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithPaths {
        @Bean
        EmbeddedFabric fabric() {
            return EmbeddedFabric.builder("two-node").unmanaged().open();
        }

        @Bean
        String user(SaClient sa) {
            return String.valueOf(sa.capabilities());
        }
    }

    @Test
    void reportsThatNoSubnetManagerResponds(CapturedOutput output) {
        fails(
                WithPaths.class,
                "--rdma.fabric.type=embedded",
                "--rdma.end-port=emb0/1",
                "--rdma.mad.timeout=10ms",
                "--rdma.mad.retries=0");
        assertThat(output).contains("Start a subnet manager (opensm)").contains("rdma.mad.timeout");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithBuffers {
        @Bean
        RdmaFabricDetails details() {
            return MockedProvider.DETAILS;
        }

        @Bean
        String user(RegisteredByteBufAllocator allocator) {
            return allocator.toString();
        }
    }

    @Test
    void reportsTheLimitOfLockedMemory(CapturedOutput output) {
        MockedProvider.registeringFails(
                new SysException("ibv_reg_mr", "mock0", Errno.ENOMEM, "raise the limit with ulimit -l unlimited"));
        fails(WithBuffers.class);
        assertThat(output)
                .contains(
                        "rdma.buffers: cannot register 4194304 bytes more for buffers, beside 0: ibv_reg_mr(mock0) failed:"
                                + " cannot allocate memory (ENOMEM)")
                .contains("LimitMEMLOCK=infinity")
                .contains("rdma.buffers.slab-size");
    }

    @Test
    void reportsALimitOfLockedMemoryBelowTheLimitOfTheBuffers(CapturedOutput output) {
        MockedProvider.lockable(8 << 20);
        fails(WithBuffers.class);
        assertThat(output)
                .contains(
                        "rdma.buffers: buffers of up to 67108864 bytes cannot be registered with mock0: this process may lock"
                                + " 8388608 bytes")
                .contains("LimitMEMLOCK=infinity")
                .contains("rdma.buffers.limit");
    }

    private static void fails(Class<?> source, String... arguments) {
        fails(source, null, arguments);
    }

    private static void fails(Class<?> source, @Nullable ClassLoader classes, String... arguments) {
        SpringApplication application = new SpringApplication(source);
        application.setWebApplicationType(WebApplicationType.NONE);
        if (classes != null) {
            application.setResourceLoader(new DefaultResourceLoader(classes));
        }
        assertThatThrownBy(() -> application.run(arguments).close())
                .as(Arrays.toString(arguments))
                .isInstanceOf(Exception.class);
    }
}
