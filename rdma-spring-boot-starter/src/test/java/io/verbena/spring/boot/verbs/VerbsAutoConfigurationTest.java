package io.verbena.spring.boot.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.spring.boot.Fabrics;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class VerbsAutoConfigurationTest {
    private final ApplicationContextRunner application = Fabrics.twoNodes();

    @Test
    void opensADeviceWhenItIsWanted() {
        application.run(context -> {
            assertThat(context.getBeanFactory().containsSingleton("verbsContext"))
                    .isFalse();
            assertThat(context.getBean(Context.class).device()).isEqualTo("emb0");
            assertThat(context.getBean(VerbsContexts.class).of("emb0")).isSameAs(context.getBean(Context.class));
        });
    }

    @Test
    void opensTheDeviceOfTheEndPort() {
        application
                .withPropertyValues("rdma.end-port=emb0/1")
                .run(context ->
                        assertThat(context.getBean(Context.class).device()).isEqualTo("emb0"));
    }

    @Test
    void namesTheDevicesThatThereAre() {
        application.run(context -> assertThatThrownBy(
                        () -> context.getBean(VerbsContexts.class).of("mlx5_0"))
                .hasMessage("no device that moves data is called 'mlx5_0'; this host has emb0"));
    }

    @Test
    void givesProtectionDomainsByTheirNames() {
        application
                .withPropertyValues("rdma.protection-domains.ingest=", "rdma.protection-domains.query.device=emb0")
                .withUserConfiguration(Domains.class)
                .run(context -> {
                    Domain injected = context.getBean(Domain.class);
                    assertThat(injected.ingest()).isSameAs(context.getBean("ingest"));
                    assertThat(injected.query())
                            .isSameAs(context.getBean("query"))
                            .isNotSameAs(injected.ingest());
                    assertThat(injected.query().context())
                            .isSameAs(injected.ingest().context());
                });
    }

    record Domain(ProtectionDomain ingest, ProtectionDomain query) {}

    @Configuration(proxyBeanMethods = false)
    static class Domains {
        @Bean
        Domain domain(@Qualifier("ingest") ProtectionDomain first, ProtectionDomain query) {
            return new Domain(first, query);
        }
    }

    @Test
    void injectsThePrimaryProtectionDomainWhereNobodySaysWhich() {
        application
                .withPropertyValues("rdma.protection-domains.ingest=", "rdma.protection-domains.query.primary=true")
                .run(context ->
                        assertThat(context.getBean(ProtectionDomain.class)).isSameAs(context.getBean("query")));
    }

    @Test
    void hasOnePrimaryAtMost() {
        application
                .withPropertyValues(
                        "rdma.completion-queues.one.primary=true", "rdma.completion-queues.two.primary=true")
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(RdmaConfigurationException.class)
                        .hasMessage("rdma.completion-queues.two.primary: rdma.completion-queues.one is the primary one"
                                + " already"));
    }

    @Test
    void leavesOutAProtectionDomainThatNeedNotBeThere() {
        application
                .withPropertyValues(
                        "rdma.protection-domains.ingest.device=mlx5_0", "rdma.protection-domains.ingest.required=false",
                        "rdma.completion-queues.done.device=mlx5_0", "rdma.completion-queues.done.required=false")
                .run(context -> {
                    assertThat(context.getBeanProvider(ProtectionDomain.class).getIfAvailable())
                            .isNull();
                    assertThat(context.getBeanProvider(CompletionQueue.class).getIfAvailable())
                            .isNull();
                });
    }

    @Test
    void givesCompletionQueuesAsTheyAreDescribed() {
        application
                .withPropertyValues(
                        "rdma.completion-queues.polled.entries=100",
                        "rdma.completion-queues.polled.events=false",
                        "rdma.completion-queues.told.device=emb0",
                        "rdma.completion-queues.told.vector=0",
                        "rdma.completion-queues.told.primary=true")
                .run(context -> {
                    CompletionQueue polled = context.getBean("polled", CompletionQueue.class);
                    CompletionQueue told = context.getBean(CompletionQueue.class);
                    assertThat(told).isSameAs(context.getBean("told"));
                    assertThat(polled.entries()).isGreaterThanOrEqualTo(100).isLessThan(256);
                    assertThat(told.entries()).isGreaterThanOrEqualTo(256);
                    assertThatThrownBy(() -> polled.await(polled.batch(1), Duration.ofMillis(1)))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("has no channel");
                    assertThat(told.await(told.batch(1), Duration.ofMillis(1))).isZero();
                });
    }

    @Test
    void refusesAVectorThatTheDeviceHasNot() {
        application
                .withPropertyValues("rdma.completion-queues.told.vector=4000")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("ibv_create_cq"));
    }

    @Test
    void closesThemBeforeTheirDevice() {
        application
                .withPropertyValues("rdma.protection-domains.ingest=", "rdma.completion-queues.done.entries=8")
                .run(context -> {
                    ProtectionDomain domain = context.getBean(ProtectionDomain.class);
                    CompletionQueue queue = context.getBean(CompletionQueue.class);
                    context.close();
                    assertThat(domain.isClosed()).isTrue();
                    assertThat(queue.isClosed()).isTrue();
                    assertThat(domain.context().isClosed()).isTrue();
                });
    }

    @Test
    void stepsBackForBeansOfTheApplication() {
        application
                .withPropertyValues("rdma.protection-domains.ingest.device=mlx5_0")
                .withUserConfiguration(Own.class)
                .run(context -> assertThat(context.getBean(ProtectionDomain.class)
                                .context()
                                .device())
                        .isEqualTo("emb0"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {
        @Bean
        ProtectionDomain ingest(VerbsContexts contexts) {
            return contexts.first().protectionDomain();
        }
    }

    @Test
    void refusesTwoBeansWithOneName() {
        application
                .withPropertyValues("rdma.protection-domains.ingest=", "rdma.completion-queues.ingest.entries=8")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessage("rdma.completion-queues.ingest: the bean 'ingest' is that of"
                                + " rdma.protection-domains.ingest already"));
    }

    @Test
    void isAbsentWhereNobodyAsked() {
        application.run(context -> {
            ObjectProvider<ProtectionDomain> domains = context.getBeanProvider(ProtectionDomain.class);
            assertThat(domains.stream()).isEmpty();
        });
    }
}
