package io.verbena.spring.boot.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.subnet.RdmaSubnetAutoConfiguration;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.subnet.NodeNameMap;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the labels of Kubernetes nodes, if fabric8's client is present and they are enabled. */
@AutoConfiguration(after = RdmaSubnetAutoConfiguration.class)
@ConditionalOnClass(KubernetesClient.class)
@ConditionalOnProperty("rdma.kubernetes.labels")
@ConditionalOnBean(SubnetService.class)
@EnableConfigurationProperties(KubernetesProperties.class)
public final class KubernetesAutoConfiguration {

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    KubernetesClient kubernetesClient() {
        return new KubernetesClientBuilder().build();
    }

    @Bean
    NodeLabels rdmaNodeLabels(KubernetesClient client, KubernetesProperties properties) {
        String file = properties.hosts();
        try {
            return new NodeLabels(client, properties, file == null ? null : NodeNameMap.read(Path.of(file)));
        } catch (RdmaException e) {
            throw e.during("rdma.kubernetes.hosts");
        }
    }
}
