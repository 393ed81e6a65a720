package io.verbena.spring.boot.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.verbena.buffer.BuffersExhaustedException;
import io.verbena.buffer.RegisteredAllocatorBuilder;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.hca.AccessFlag;
import io.verbena.spring.boot.Fabrics;
import io.verbena.verbs.ProtectionDomain;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class BufferAutoConfigurationTest {
    private final ApplicationContextRunner application = Fabrics.twoNodes();
    private final ApplicationContextRunner small = application.withPropertyValues(
            "rdma.buffers.slab-size=4KB", "rdma.buffers.largest=4KB", "rdma.buffers.limit=4KB");

    @Test
    void registersMemoryOnFirstUse() {
        application.run(context -> {
            assertThat(context.getBeanFactory().containsSingleton("registeredByteBufAllocator"))
                    .isFalse();
            RegisteredByteBufAllocator allocator = allocator(context);
            assertThat(allocator.usage().limitBytes()).isEqualTo(64 << 20);
            assertThat(allocator.usage().registeredBytes()).isEqualTo(4 << 20);
            assertThat(allocator.largest()).isEqualTo(1 << 20);
            ByteBuf buffer = allocator.directBuffer(100);
            assertThat(allocator.keys().localKey(buffer)).isNotZero();
            buffer.release();
        });
    }

    @Test
    void usesTheOnlyProtectionDomain() {
        application
                .withPropertyValues("rdma.protection-domains.ingest=")
                .run(context -> assertThat(allocator(context).keys(context.getBean(ProtectionDomain.class)))
                        .isNotNull());
    }

    @Test
    void usesTheConfiguredProtectionDomains() {
        application
                .withPropertyValues(
                        "rdma.protection-domains.ingest=",
                        "rdma.protection-domains.query=",
                        "rdma.protection-domains.other=",
                        "rdma.buffers.protection-domains=ingest, query")
                .run(context -> {
                    RegisteredByteBufAllocator allocator = allocator(context);
                    assertThat(allocator.keys(context.getBean("queryProtectionDomain", ProtectionDomain.class)))
                            .isNotNull();
                    assertThat(allocator.keys())
                            .isSameAs(
                                    allocator.keys(context.getBean("ingestProtectionDomain", ProtectionDomain.class)));
                    assertThatThrownBy(() ->
                                    allocator.keys(context.getBean("otherProtectionDomain", ProtectionDomain.class)))
                            .isInstanceOf(IllegalArgumentException.class);
                });
    }

    @Test
    void reportsAnUndefinedProtectionDomain() {
        application
                .withPropertyValues("rdma.protection-domains.ingest=", "rdma.buffers.protection-domains=ingset")
                .run(context -> assertThatThrownBy(() -> allocator(context))
                        .hasMessageContaining(
                                "rdma.buffers.protection-domains: there is no protection domain 'ingset'; did"
                                        + " you mean ingest?"));
    }

    @Test
    void appliesTheConfiguredSizes() {
        small.withPropertyValues("rdma.buffers.smallest=1KB").run(context -> {
            RegisteredByteBufAllocator allocator = allocator(context);
            assertThat(allocator.largest()).isEqualTo(4096);
            assertThat(allocator.usage().registeredBytes()).isEqualTo(4096);
            ByteBuf buffer = allocator.directBuffer(10);
            assertThat(allocator.usage().usedBytes()).isEqualTo(1024);
            buffer.release();
        });
    }

    @Test
    void failsImmediatelyIfAllMemoryIsInUse() {
        small.run(context -> {
            ByteBuf all = allocator(context).directBuffer(4096);
            assertThatThrownBy(() -> allocator(context).directBuffer(4096))
                    .isInstanceOf(BuffersExhaustedException.class);
            assertThat(allocator(context).usage().waits()).isZero();
            all.release();
        });
    }

    @Test
    void waitsIfAllMemoryIsInUse() {
        small.withPropertyValues("rdma.buffers.when-full=wait", "rdma.buffers.timeout=30ms")
                .run(context -> {
                    ByteBuf all = allocator(context).directBuffer(4096);
                    long begin = System.nanoTime();
                    assertThatThrownBy(() -> allocator(context).directBuffer(4096))
                            .isInstanceOf(BuffersExhaustedException.class)
                            .hasMessageContaining("within PT0.03S");
                    assertThat(Duration.ofNanos(System.nanoTime() - begin))
                            .isGreaterThanOrEqualTo(Duration.ofMillis(30));
                    assertThat(allocator(context).usage().waits()).isOne();
                    all.release();
                });
    }

    @Test
    void keepsTheConfiguredNumberOfIdleSlabs() {
        assertThat(slabsThatAreKept(40) - slabsThatAreKept(0)).isBetween(30, 40);
    }

    /** The allocator has further sizes, one for each slot of a cache. */
    private int slabsThatAreKept(int idle) {
        int[] kept = new int[1];
        application
                .withPropertyValues(
                        "rdma.buffers.slab-size=4KB",
                        "rdma.buffers.largest=4KB",
                        "rdma.buffers.limit=400KB",
                        "rdma.buffers.idle-slabs=" + idle)
                .run(context -> {
                    ByteBuf[] buffers = new ByteBuf[100];
                    for (int i = 0; i < buffers.length; i++) {
                        buffers[i] = allocator(context).directBuffer(4096);
                    }
                    for (ByteBuf buffer : buffers) {
                        buffer.release();
                    }
                    kept[0] = allocator(context).usage().slabs();
                });
        return kept[0];
    }

    @Test
    void permitsTheConfiguredAccess() {
        application
                .withPropertyValues("rdma.buffers.access=local-write, remote-read")
                .run(context -> {
                    assertThat(context.getBean(BufferProperties.class).access())
                            .containsExactlyInAnyOrder(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ);
                    assertThat(allocator(context).usage().slabs()).isOne();
                });
        application
                .withPropertyValues("rdma.buffers.access=remote-write")
                .run(context -> assertThatThrownBy(() -> allocator(context))
                        .rootCause()
                        .isInstanceOf(IllegalArgumentException.class));
    }

    @Test
    void mapsMemoryFromADirectory(@TempDir Path folder) {
        application
                .withPropertyValues("rdma.buffers.huge-pages=" + folder)
                .run(context -> assertThat(allocator(context).usage().slabs()).isOne());
        application
                .withPropertyValues("rdma.buffers.huge-pages=/nowhere")
                .run(context -> assertThatThrownBy(() -> allocator(context))
                        .hasMessageContaining("rdma.buffers.huge-pages: cannot map 4194304 bytes in /nowhere"));
    }

    @Test
    void reportsInvalidSizes() {
        application
                .withPropertyValues("rdma.buffers.largest=8MB")
                .run(context -> assertThatThrownBy(() -> allocator(context))
                        .hasMessageContaining("rdma.buffers: a buffer of 8388608 bytes does not fit into a slab"));
        application
                .withPropertyValues("rdma.buffers.slab-size=4GB")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("slab-size is 4294967296B; it must be at most 1GB"));
    }

    @Test
    void createsTheNamedAllocators() {
        application
                .withPropertyValues(
                        "rdma.protection-domains.ingest=",
                        "rdma.protection-domains.query=",
                        "rdma.buffers.protection-domains=ingest",
                        "rdma.allocators.large.protection-domains=query",
                        "rdma.allocators.large.access=local-write, remote-read",
                        "rdma.allocators.large.slab-size=8MB",
                        "rdma.allocators.large.smallest=4KB",
                        "rdma.allocators.large.largest=8MB",
                        "rdma.allocators.large.limit=32MB",
                        "rdma.allocators.large.idle-slabs=0",
                        "rdma.allocators.small.slab-size=4KB",
                        "rdma.allocators.small.largest=4KB",
                        "rdma.allocators.small.limit=4KB",
                        "rdma.allocators.small.when-full=wait",
                        "rdma.allocators.small.timeout=10ms",
                        "rdma.allocators.small.protection-domains=query")
                .withBean(Two.class)
                .run(context -> {
                    Two two = context.getBean(Two.class);
                    assertThat(two.large.largest()).isEqualTo(8 << 20);
                    assertThat(two.large.usage().limitBytes()).isEqualTo(32 << 20);
                    assertThat(two.large.keys(context.getBean("queryProtectionDomain", ProtectionDomain.class)))
                            .isNotNull();
                    assertThat(two.any.usage().limitBytes()).isEqualTo(64 << 20);
                    assertThat(context.getBeanFactory().containsSingleton("smallRegisteredByteBufAllocator"))
                            .isFalse();
                    ByteBuf all = small(context).directBuffer(4096);
                    assertThatThrownBy(() -> small(context).directBuffer(4096))
                            .isInstanceOf(BuffersExhaustedException.class);
                    assertThat(small(context).usage().waits()).isOne();
                    all.release();
                });
    }

    private static RegisteredByteBufAllocator small(ApplicationContext context) {
        return context.getBean("smallRegisteredByteBufAllocator", RegisteredByteBufAllocator.class);
    }

    /** A bean with a qualified and an unqualified allocator. */
    static class Two {
        final RegisteredByteBufAllocator large;
        final RegisteredByteBufAllocator any;

        Two(@Qualifier("large") RegisteredByteBufAllocator large, RegisteredByteBufAllocator any) {
            this.large = large;
            this.any = any;
        }
    }

    @Test
    void reportsAnInvalidNamedAllocator(@TempDir Path folder) {
        application
                .withPropertyValues("rdma.allocators.large.largest=8MB")
                .run(context -> assertThatThrownBy(() -> context.getBean("largeRegisteredByteBufAllocator"))
                        .hasMessageContaining("rdma.allocators.large: a buffer of 8388608 bytes does not fit"));
        application
                .withPropertyValues("rdma.allocators.large.huge-pages=" + folder.resolve("none"))
                .run(context -> assertThatThrownBy(() -> context.getBean("largeRegisteredByteBufAllocator"))
                        .hasMessageContaining("rdma.allocators.large.huge-pages: cannot map"));
    }

    @Test
    void customizerMayApplyToOneAllocator() {
        application
                .withPropertyValues("rdma.allocators.large.limit=128MB")
                .withBean(RegisteredAllocatorCustomizer.class, Doubling::new)
                .run(context -> {
                    assertThat(allocator(context).usage().limitBytes()).isEqualTo(64 << 20);
                    assertThat(context.getBean("largeRegisteredByteBufAllocator", RegisteredByteBufAllocator.class)
                                    .usage()
                                    .limitBytes())
                            .isEqualTo(256 << 20);
                });
    }

    private static final class Doubling implements RegisteredAllocatorCustomizer {
        @Override
        public void customize(RegisteredAllocatorBuilder builder) {
            throw new AssertionError("the customizer gets the name");
        }

        @Override
        public void customize(String allocator, RegisteredAllocatorBuilder builder) {
            if (allocator.equals("large")) {
                builder.limit(256 << 20);
            }
        }
    }

    @Test
    void customizersOverrideProperties() {
        application
                .withBean(RegisteredAllocatorCustomizer.class, () -> builder -> builder.limit(8 << 20))
                .run(context ->
                        assertThat(allocator(context).usage().limitBytes()).isEqualTo(8 << 20));
    }

    @Test
    void isClosedBeforeItsProtectionDomain() {
        application.withPropertyValues("rdma.protection-domains.ingest=").run(context -> {
            RegisteredByteBufAllocator allocator = allocator(context);
            context.close();
            assertThat(allocator.usage().registeredBytes()).isZero();
            assertThat(context.getStartupFailure()).isNull();
        });
    }

    @Test
    void backsOffWithoutNetty() {
        application
                .withClassLoader(new FilteredClassLoader("io.netty"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("registeredByteBufAllocator"));
    }

    @Test
    void backsOffForAnAllocatorOfTheApplication() {
        application
                .withPropertyValues("rdma.protection-domains.ingest=")
                .withUserConfiguration(Own.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(RegisteredByteBufAllocator.class)
                        .hasBean("mine"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {
        @Bean
        RegisteredByteBufAllocator mine(ProtectionDomain domain) {
            return RegisteredByteBufAllocator.builder(domain).build();
        }
    }

    private static RegisteredByteBufAllocator allocator(ApplicationContext context) {
        return context.getBean(RegisteredByteBufAllocator.class);
    }
}
