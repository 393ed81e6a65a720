package io.verbena.jni.umad;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;

/** What {@link Umad#device} reads about a device. The fields are those of the C structure of the same name. */
@JniClass(name = "verbena_umad_device", flags = STRUCT)
public final class UmadDevice {
    byte[] name = new byte[20];
    byte[] type = new byte[40];
    byte[] firmware = new byte[20];
    byte[] hardware = new byte[20];
    int nodeType;
    int portCount;
    int portMask;
    long nodeGuid;
    long systemGuid;

    /** Its name in the kernel, such as {@code mlx5_0}. */
    public String name() {
        return Umad.text(name);
    }

    /** The driver's name of the model, such as {@code MT4123}; empty if the driver has none. */
    public String type() {
        return Umad.text(type);
    }

    /** The firmware version as text. */
    public String firmware() {
        return Umad.text(firmware);
    }

    /** The hardware revision as text. */
    public String hardware() {
        return Umad.text(hardware);
    }

    /** The kernel's node type: 1 channel adapter, 2 switch, 3 router, 4 iWARP NIC. */
    public int nodeType() {
        return nodeType;
    }

    /** The highest port number. */
    public int portCount() {
        return portCount;
    }

    /** Whether there is a port of this number; a switch has port 0 only, other devices count from 1. */
    public boolean hasPort(int number) {
        return number >= 0 && number < Integer.SIZE && (portMask >>> number & 1) != 0;
    }

    /** The node GUID. */
    public long nodeGuid() {
        return nodeGuid;
    }

    /** The system image GUID. */
    public long systemGuid() {
        return systemGuid;
    }
}
