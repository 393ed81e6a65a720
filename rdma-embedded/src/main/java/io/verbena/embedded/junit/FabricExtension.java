package io.verbena.embedded.junit;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.service.FabricService;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Resolves the parameters of tests that {@link WithFabric} describes. */
final class FabricExtension implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(FabricExtension.class);

    FabricExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == EmbeddedFabric.class || type == Rdma.class || type == FabricService.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // Objects in a store are closed with it, in reverse order.
        Store store = context.getStore(NAMESPACE);
        EmbeddedFabric fabric = store.computeIfAbsent("fabric", key -> open(context), EmbeddedFabric.class);
        if (annotation(context).service()) {
            store.computeIfAbsent(
                    "service", key -> FabricService.builder(fabric).open(), FabricService.class);
        }
        Class<?> type = parameter.getParameter().getType();
        if (type == EmbeddedFabric.class) {
            return fabric;
        }
        if (type == FabricService.class) {
            FabricService service = store.get("service", FabricService.class);
            if (service == null) {
                throw new IllegalStateException(
                        "the test requests a FabricService; add service = true to its @WithFabric annotation");
            }
            return service;
        }
        return store.computeIfAbsent(
                "rdma", key -> Rdma.builder().driver(fabric.driver()).open(), Rdma.class);
    }

    private static EmbeddedFabric open(ExtensionContext context) {
        WithFabric asked = annotation(context);
        EmbeddedFabric.Builder builder = EmbeddedFabric.builder(asked.value());
        if (asked.virtualTime()) {
            builder.virtualTime();
        }
        if (!asked.managed()) {
            builder.unmanaged();
        }
        return builder.open();
    }

    private static WithFabric annotation(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), WithFabric.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getRequiredTestClass(), WithFabric.class))
                .orElseThrow(() -> new IllegalStateException(
                        "the test requests a fabric, but has no @WithFabric annotation; add one to "
                                + context.getDisplayName()));
    }
}
