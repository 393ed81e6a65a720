package io.verbena.shell.command.data;

import io.verbena.hca.AsyncEventType;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.MeasuringCommand.MeasureDevice;
import io.verbena.verbs.AsyncEvent;
import io.verbena.verbs.Context;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Examples("ibv_asyncwatch -d mlx5_0 # Print the events of this device, such as a port that loses its link.")
@Command(
        name = "ibv_asyncwatch",
        description = "Prints the asynchronous events of a device.",
        footer = {
            "",
            "Runs until Ctrl-C, or until the device is removed. The structured formats print the events at the end."
        })
public final class IbvAsyncwatchCommand extends FabricCommand {
    private static final Duration SLICE = Duration.ofMillis(500);

    @Option(
            names = {"-d", "--ib-dev"},
            paramLabel = "DEVICE",
            description = "Device (default: the first).")
    @Nullable String device;

    @Override
    protected Result run(Session session) {
        endsByInterrupt();
        String name = device != null ? session.rdma().device(device).name() : MeasureDevice.first(session.rdma());
        List<ShownEvent> events = new ArrayList<>();
        try (Context context = session.rdma().verbs(name)) {
            say(name + ": async event FD " + context.descriptor());
            boolean removed = false;
            while (!removed && !Thread.currentThread().isInterrupted()) {
                Optional<AsyncEvent> event = next(context);
                event.map(ShownEvent::of).ifPresent(happened -> {
                    say("  event_type " + happened.event() + " (" + happened.code() + "), port " + happened.port());
                    events.add(happened);
                });
                removed = event.filter(happened -> happened.type() == AsyncEventType.DEVICE_FATAL)
                        .isPresent();
            }
        }
        return Result.of(List::of, () -> events);
    }

    private static Optional<AsyncEvent> next(Context context) {
        try {
            return context.awaitEvent(SLICE);
        } catch (InterruptedWaitException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    record ShownEvent(String event, int code, int port) {
        static ShownEvent of(AsyncEvent event) {
            return new ShownEvent(symbol(event.type()), event.type().code(), event.port());
        }
    }

    /** Returns the name in the C library. Events of objects, which this program does not have, are unexpected. */
    private static String symbol(AsyncEventType type) {
        return switch (type) {
            case DEVICE_FATAL -> "IBV_EVENT_DEVICE_FATAL";
            case PORT_ACTIVE -> "IBV_EVENT_PORT_ACTIVE";
            case PORT_ERROR -> "IBV_EVENT_PORT_ERR";
            case LID_CHANGED -> "IBV_EVENT_LID_CHANGE";
            case PARTITION_KEY_CHANGED -> "IBV_EVENT_PKEY_CHANGE";
            case SUBNET_MANAGER_CHANGED -> "IBV_EVENT_SM_CHANGE";
            case CLIENT_REREGISTER -> "IBV_EVENT_CLIENT_REREGISTER";
            case GID_CHANGED -> "IBV_EVENT_GID_CHANGE";
            default -> "unexpected";
        };
    }
}
