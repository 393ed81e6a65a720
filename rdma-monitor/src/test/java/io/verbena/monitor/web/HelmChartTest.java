package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;

/** The chart, checked and rendered by Helm. */
class HelmChartTest {
    private static final Helm CHART = new Helm(Path.of("dist/helm/verbena-monitor"));
    private static final Pattern DOCUMENT = Pattern.compile("^---$", Pattern.MULTILINE);
    private static final String CONTAINER = "spec.template.spec.containers[0].";

    private static TemplateCommand template() {
        return CHART.template().withName("test").set("usersSecret", "users");
    }

    /** Returns the properties of the objects, the service before the stateful set. */
    private static List<Properties> render(TemplateCommand command) {
        List<Properties> objects = new ArrayList<>();
        for (String document : DOCUMENT.split(command.call(), -1)) {
            YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
            yaml.setResources(new ByteArrayResource(document.getBytes(StandardCharsets.UTF_8)));
            Properties properties = yaml.getObject();
            if (properties != null && !properties.isEmpty()) {
                objects.add(properties);
            }
        }
        assertThat(objects).extracting(each -> each.getProperty("kind")).containsExactly("Service", "StatefulSet");
        return objects;
    }

    @Test
    void helmFindsNoFault() {
        LintResult result = CHART.lint().strict().call();
        assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
    }

    @Test
    void theServiceSelectsThePod() {
        List<Properties> objects = render(template());
        for (String label : List.of("app.kubernetes.io/name", "app.kubernetes.io/instance")) {
            assertThat(objects.get(0).getProperty("spec.selector." + label))
                    .isNotNull()
                    .isEqualTo(objects.get(1).getProperty("spec.selector.matchLabels." + label))
                    .isEqualTo(objects.get(1).getProperty("spec.template.metadata.labels." + label));
        }
    }

    @Test
    void aDeviceOfTheHostNeedsAPrivilegedContainer() {
        assertThat(render(template()).get(1))
                .containsEntry(CONTAINER + "securityContext.privileged", true)
                .containsEntry("spec.template.spec.volumes[1].hostPath.type", "CharDevice");
    }

    @Test
    void aDevicePlugInNeedsNone() {
        assertThat(render(template().set("umad.path", "").set("umad.resource", "rdma/umad"))
                        .get(1))
                .containsEntry(CONTAINER + "resources.limits.rdma/umad", 1)
                .containsEntry(CONTAINER + "resources.limits.memory", "2Gi")
                .containsEntry(CONTAINER + "securityContext.allowPrivilegeEscalation", false)
                .doesNotContainKey(CONTAINER + "securityContext.privileged");
    }

    @Test
    void aChartWithoutUsersIsRefused() {
        assertThatThrownBy(() -> CHART.template().withName("test").call())
                .hasMessageContaining("usersSecret is required");
    }
}
