package io.verbena.spring.boot.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedProvider;
import io.verbena.error.Errno;
import io.verbena.error.NativeLibraryUnavailableException;
import io.verbena.error.SysException;
import io.verbena.mad.MadTransactor;
import io.verbena.spring.boot.MockedProvider;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
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

/** Real applications that do not start, and what they print. */
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
    void namesTheNearestOfAnUnknownProperty(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.typ=embedded");
        assertThat(output)
                .contains("there is no property rdma.fabric.typ (\"rdma.fabric.typ\" from property source"
                        + " \"commandLineArgs\"); the nearest is rdma.fabric.type")
                .contains("There are rdma.fabric.type, rdma.fabric.topology, rdma.end-port, rdma.mad.outstanding,"
                        + " rdma.mad.timeout, rdma.mad.retries, rdma.mad.transport, rdma.trace.pcap, rdma.trace.max-size,"
                        + " rdma.subnet.enabled, rdma.subnet.interval, rdma.subnet.deadline, rdma.subnet.reading,"
                        + " rdma.subnet.since-older-subnet, rdma.subnet.counters, rdma.subnet.thresholds,"
                        + " rdma.subnet.notices, rdma.subnet.saved, rdma.observations, rdma.show-keys.");
    }

    @Test
    void namesTheValuesThatATypeCanHave(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embeded");
        assertThat(output).contains("is 'embeded', which is not one of native, embedded; the nearest is embedded");
    }

    @Test
    void saysWhatIsWrongWithADuration(CapturedOutput output) {
        fails(Plain.class, "--rdma.mad.timeout=soon");
        assertThat(output)
                .contains("rdma.mad.timeout")
                .contains("is 'soon', which is not a duration, such as 500ms or 2s");
    }

    @Test
    void saysWhatIsWrongWithANumber(CapturedOutput output) {
        fails(Plain.class, "--rdma.mad.retries=many");
        assertThat(output).contains("rdma.mad.retries").contains("is 'many', which is not a whole number");
    }

    @Test
    void saysInWhichLimitsANumberIs(CapturedOutput output) {
        fails(Plain.class, "--rdma.mad.outstanding=0");
        assertThat(output).contains("rdma.mad: 0 outstanding requests make no sense; give 1 to 4096");
    }

    @Test
    void refusesATopologyWithoutTheEmbeddedFabric(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.topology=two-node");
        assertThat(output)
                .contains("rdma.fabric.topology is 'two-node', but only the embedded fabric has one; set"
                        + " rdma.fabric.type=embedded, too, or remove it");
    }

    @Test
    void refusesAnEmptyEndPort(CapturedOutput output) {
        fails(Plain.class, "--rdma.end-port=");
        assertThat(output).contains("rdma.end-port is empty; name an end port, such as mlx5_0/1");
    }

    @Test
    void saysWhatATopologyCanBe(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.fabric.topology=fat-tre:2,4,4");
        assertThat(output)
                .contains("the fabric 'embedded:fat-tre:2,4,4' cannot be used: there is no embedded fabric")
                .contains("Set rdma.fabric.topology to two-node, fat-tree:SPINES,LEAVES,HOSTS_PER_LEAF");
    }

    @Test
    void saysWhichNetFileIsNotThere(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.fabric.topology=classpath:nets/none.net");
        assertThat(output)
                .contains("the fabric 'embedded:classpath:nets/none.net' cannot be used: there is no file"
                        + " classpath:nets/none.net");
    }

    @Test
    void namesTheLineOfABrokenNetFile(CapturedOutput output) {
        fails(Plain.class, "--rdma.fabric.type=embedded", "--rdma.fabric.topology=classpath:nets/broken.net");
        assertThat(output).containsPattern("cannot be used: classpath:nets/broken.net:[12]: expected ");
    }

    @Test
    void namesTheEndPortThatIsNotThere(CapturedOutput output) {
        fails(WithEndPort.class, "--rdma.fabric.type=embedded", "--rdma.end-port=mlx5_0/1");
        assertThat(output)
                .contains("no device is called 'mlx5_0'; this host has emb0")
                .contains("Set rdma.end-port, which is 'mlx5_0/1', to an end port that is there");
    }

    @Test
    void namesTheSettingThatNeedsNoDevice(CapturedOutput output) {
        MockedProvider.noDevice();
        fails(MockedWithEndPort.class);
        assertThat(output).contains("this host has no RDMA device;").contains("or set rdma.fabric.type=embedded");
    }

    @Test
    void saysWhichLibraryIsMissing(CapturedOutput output) {
        MockedProvider.openingFails(new NativeLibraryUnavailableException(
                "libibumad.so.3 is not installed; apt install libibumad3", new UnsatisfiedLinkError()));
        fails(Mocked.class);
        assertThat(output)
                .contains("libibumad.so.3 is not installed; apt install libibumad3")
                .contains("Install what is missing, or set rdma.fabric.type=embedded");
    }

    @Test
    void saysWhyThereIsNoTransactor(CapturedOutput output) {
        MockedProvider.managementFails(
                new SysException("umad_open_port", "mock0/1", Errno.EACCES, "run as root, or ask for access"));
        fails(MockedWithTransactor.class);
        assertThat(output)
                .contains("There is no MadTransactor: umad_open_port(mock0/1) failed: permission denied (EACCES); run"
                        + " as root, or ask for access")
                .contains("inject ObjectProvider<MadTransactor> to do without");
    }

    @Test
    void namesTheModuleOfTheEmbeddedFabric(CapturedOutput output) {
        fails(Plain.class, new FilteredClassLoader(EmbeddedProvider.class), "--rdma.fabric.type=embedded");
        assertThat(output)
                .contains("the fabric 'embedded' was asked for, but rdma-embedded is not on the class path")
                .contains("Add the dependency io.verbena:rdma-embedded");
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
