package io.verbena.mlx5;

import io.verbena.error.Ranges;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A channel of events of the firmware (mlx5dv_devx_create_event_channel(3)). It has run on the hollow device only. */
public final class DevxEvents extends DriverObject<Mlx5Operations> {
    private static final int MAX_DATA = 4096;
    private static final int MAX_EVENT = 0xffff;

    private final int descriptor;

    /**
     * An event.
     *
     * @param cookie the cookie of the subscription
     * @param data the data of the event, big-endian; empty if the channel reports cookies only
     */
    public record Event(long cookie, ByteBuffer data) {}

    private DevxEvents(Creation<Mlx5Operations> created) {
        super(created);
        RecordMemory fields = created.extension().memory(Integer.BYTES);
        created.extension().run(mlx5 -> mlx5.readFields(created.handle(), fields, Integer.BYTES));
        descriptor = fields.bytes().getInt(0);
    }

    static DevxEvents create(DriverExtension<Mlx5Operations> extension, boolean cookiesOnly) {
        return create(
                extension,
                List.of(),
                DevxEvents::new,
                (mlx5, handles) -> mlx5.createEventChannel(cookiesOnly ? 1 : 0),
                Mlx5Operations::destroyEventChannel);
    }

    /** Returns the file descriptor, which can be read if there is an event. */
    public int descriptor() {
        return descriptor;
    }

    /**
     * Subscribes to events (mlx5dv_devx_subscribe_devx_event(3)).
     *
     * @param object the object of the events, or null for those of the device
     * @param cookie the number by which {@link #take} reports them
     * @param types the types of events, 16 bits each
     */
    public void subscribe(@Nullable DevxObject object, long cookie, int... types) {
        RecordMemory events = extension().memory(Math.max(1, types.length) * Short.BYTES);
        for (int i = 0; i < types.length; i++) {
            events.bytes().putShort(i * Short.BYTES, (short) Ranges.check("type of an event", types[i], 0, MAX_EVENT));
        }
        extension().query(with(object), (mlx5, handles) -> {
            mlx5.subscribe(handles[0], handles[1], events, types.length * Short.BYTES, cookie);
            return this;
        });
    }

    /**
     * Makes an event signal an eventfd (mlx5dv_devx_subscribe_devx_event_fd(3)).
     *
     * @param eventDescriptor the eventfd
     * @param object the object of the event, or null for an event of the device
     * @param type the type of the event, 16 bits
     */
    public void signal(int eventDescriptor, @Nullable DevxObject object, int type) {
        Ranges.check("type of an event", type, 0, MAX_EVENT);
        extension().query(with(object), (mlx5, handles) -> {
            mlx5.subscribeDescriptor(handles[0], eventDescriptor, handles[1], type);
            return this;
        });
    }

    private List<@Nullable DriverObject<Mlx5Operations>> with(@Nullable DevxObject object) {
        List<@Nullable DriverObject<Mlx5Operations>> both = new ArrayList<>();
        both.add(this);
        both.add(object);
        return both;
    }

    /**
     * Takes an event, and waits for one (mlx5dv_devx_get_event(3)). Closing waits for this call.
     *
     * @return the event; empty after the timeout
     */
    public Optional<Event> take(Duration timeout) {
        RecordMemory memory = extension().memory(MAX_DATA);
        int millis = (int) Math.min(Integer.MAX_VALUE, timeout.toMillis());
        int length = extension()
                .query(
                        this,
                        (mlx5, handle) -> mlx5.awaitReadable(descriptor, millis) == 0
                                ? 0
                                : mlx5.takeEvent(handle, memory, MAX_DATA));
        return length < Long.BYTES
                ? Optional.empty()
                : Optional.of(new Event(memory.bytes().getLong(0), DevxBuffers.afterNumber(memory, length)));
    }
}
