package io.verbena.verbs;

import java.util.List;

/** An object that is created from an open device alone, and that the driver identifies by a handle. */
abstract class DeviceObject extends VerbsObject {
    private final long handle;

    DeviceObject(VerbsObject context, long handle) {
        super(List.of(context));
        this.handle = handle;
    }

    final long handle() {
        return handle;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + openDevice() + "]";
    }
}
