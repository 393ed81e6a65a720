package io.verbena.spring.boot.verbs;

import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.spring.boot.named.NamedBeans;
import io.verbena.spring.boot.verbs.VerbsProperties.NamedCompletionQueue;
import io.verbena.spring.boot.verbs.VerbsProperties.NamedProtectionDomain;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Creates the protection domains and completion queues of the configuration. */
final class VerbsBeans {
    private final VerbsContexts contexts;
    private final VerbsProperties properties;

    /** One completion channel per device, shared by its completion queues. */
    private final Map<Context, CompletionChannel> channels = new ConcurrentHashMap<>();

    VerbsBeans(VerbsContexts contexts, VerbsProperties properties) {
        this.contexts = contexts;
        this.properties = properties;
    }

    @NamedBeans.Each(value = VerbsProperties.DOMAINS, properties = NamedProtectionDomain.class)
    @Nullable ProtectionDomain protectionDomain(String name) {
        NamedProtectionDomain wanted =
                Objects.requireNonNull(properties.protectionDomains().get(name), name);
        Context context = context(VerbsProperties.DOMAINS + "." + name, wanted.device(), wanted.required());
        return context == null ? null : context.protectionDomain();
    }

    @NamedBeans.Each(value = VerbsProperties.QUEUES, properties = NamedCompletionQueue.class)
    @Nullable CompletionQueue completionQueue(String name) {
        NamedCompletionQueue wanted =
                Objects.requireNonNull(properties.completionQueues().get(name), name);
        String property = VerbsProperties.QUEUES + "." + name;
        Context context = context(property, wanted.device(), wanted.required());
        if (context == null) {
            return null;
        }
        CompletionChannel channel =
                wanted.events() ? channels.computeIfAbsent(context, Context::completionChannel) : null;
        try {
            return context.completionQueue(wanted.entries(), channel, wanted.vector());
        } catch (RdmaException e) {
            throw new RdmaConfigurationException(
                    property,
                    String.valueOf(e.getMessage()),
                    "Request at most the number of entries that device " + context + " supports: "
                            + context.properties().limits().maxCompletionQueueEntries() + ".",
                    e);
        }
    }

    private @Nullable Context context(String property, @Nullable String device, boolean required) {
        try {
            return device == null ? contexts.first() : contexts.of(device);
        } catch (NoSuchDeviceException e) {
            if (!required) {
                return null;
            }
            throw new RdmaConfigurationException(
                    device == null ? property : property + ".device",
                    String.valueOf(e.getMessage()),
                    "Set it to a device of this host, or set " + property
                            + ".required=false to start without the bean.",
                    e);
        }
    }
}
