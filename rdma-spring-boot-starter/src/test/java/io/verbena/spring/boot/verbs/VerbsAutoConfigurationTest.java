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
    void opensADeviceOnFirstUse() {
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
    void listsTheDevicesIfOneIsMissing() {
        application.run(context -> assertThatThrownBy(
                        () -> context.getBean(VerbsContexts.class).of("mlx5_0"))
                .hasMessage("there is no device with verbs called 'mlx5_0'; this host has emb0"));
    }

    @Test
    void providesNamedProtectionDomains() {
        application
                .withPropertyValues("rdma.protection-domains.ingest=", "rdma.protection-domains.query.device=emb0")
                .withUserConfiguration(Domains.class)
                .run(context -> {
                    Domain injected = context.getBean(Domain.class);
                    assertThat(injected.ingest()).isSameAs(context.getBean("ingestProtectionDomain"));
                    assertThat(injected.query())
                            .isSameAs(context.getBean("queryProtectionDomain"))
                            .isNotSameAs(injected.ingest());
                    assertThat(injected.query().context())
                            .isSameAs(injected.ingest().context());
                });
    }

    record Domain(ProtectionDomain ingest, ProtectionDomain query) {}

    @Configuration(proxyBeanMethods = false)
    static class Domains {
        @Bean
        Domain domain(@Qualifier("ingest") ProtectionDomain first, ProtectionDomain queryProtectionDomain) {
            return new Domain(first, queryProtectionDomain);
        }
    }

    @Test
    void injectsThePrimaryProtectionDomainWithoutAQualifier() {
        application
                .withPropertyValues("rdma.protection-domains.ingest=", "rdma.protection-domains.query.primary=true")
                .run(context -> assertThat(context.getBean(ProtectionDomain.class))
                        .isSameAs(context.getBean("queryProtectionDomain")));
    }

    @Test
    void rejectsTwoPrimaryEntries() {
        application
                .withPropertyValues(
                        "rdma.completion-queues.one.primary=true", "rdma.completion-queues.two.primary=true")
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(RdmaConfigurationException.class)
                        .hasMessage("rdma.completion-queues.two.primary: rdma.completion-queues.one is primary"
                                + " already"));
    }

    @Test
    void omitsOptionalEntriesWithoutADevice() {
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
    void appliesThePropertiesOfCompletionQueues() {
        application
                .withPropertyValues(
                        "rdma.completion-queues.polled.entries=100",
                        "rdma.completion-queues.polled.events=false",
                        "rdma.completion-queues.told.device=emb0",
                        "rdma.completion-queues.told.vector=0",
                        "rdma.completion-queues.told.primary=true")
                .run(context -> {
                    CompletionQueue polled = context.getBean("polledCompletionQueue", CompletionQueue.class);
                    CompletionQueue told = context.getBean(CompletionQueue.class);
                    assertThat(told).isSameAs(context.getBean("toldCompletionQueue"));
                    assertThat(polled.entries()).isGreaterThanOrEqualTo(100).isLessThan(256);
                    assertThat(told.entries()).isGreaterThanOrEqualTo(256);
                    assertThatThrownBy(() -> polled.await(polled.batch(1), Duration.ofMillis(1)))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("has no channel");
                    assertThat(told.await(told.batch(1), Duration.ofMillis(1))).isZero();
                });
    }

    @Test
    void rejectsAVectorThatTheDeviceDoesNotHave() {
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
    void backsOffForBeansOfTheApplication() {
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
    void entriesOfTwoMapsMayHaveTheSameName() {
        application
                .withPropertyValues("rdma.protection-domains.ingest=", "rdma.completion-queues.ingest.entries=8")
                .run(context -> assertThat(context)
                        .hasSingleBean(ProtectionDomain.class)
                        .hasSingleBean(CompletionQueue.class));
    }

    @Test
    void hasNoProtectionDomainsByDefault() {
        application.run(context -> {
            ObjectProvider<ProtectionDomain> domains = context.getBeanProvider(ProtectionDomain.class);
            assertThat(domains.stream()).isEmpty();
        });
    }
}
