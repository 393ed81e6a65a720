package io.verbena.verbs;

import java.util.List;

/** An object that is made of an open device alone, and that the driver knows by a number. */
abstract class DeviceObject extends VerbsObject {
    private final Context context;
    private final long handle;

    DeviceObject(Context context, long handle) {
        super(List.of(context));
        this.context = context;
        this.handle = handle;
    }

    @Override
    final Context context() {
        return context;
    }

    final long handle() {
        return handle;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + context + "]";
    }
}
