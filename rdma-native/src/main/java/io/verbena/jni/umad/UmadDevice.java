package io.verbena.jni.umad;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;

/** Attributes of a device: {@code struct verbena_umad_device}, filled in by {@link Umad#device}. */
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

    /** Returns the device name, such as {@code mlx5_0}. */
    public String name() {
        return Umad.text(name);
    }

    /** Returns the model name of the driver, such as {@code MT4123}; empty if the driver has none. */
    public String type() {
        return Umad.text(type);
    }

    /** Returns the firmware version. */
    public String firmware() {
        return Umad.text(firmware);
    }

    /** Returns the hardware revision. */
    public String hardware() {
        return Umad.text(hardware);
    }

    /** Returns the node type of the kernel: 1 channel adapter, 2 switch, 3 router, 4 iWARP NIC. */
    public int nodeType() {
        return nodeType;
    }

    /** Returns the highest port number. */
    public int portCount() {
        return portCount;
    }

    /** Returns whether the device has a port of this number. A switch has port 0 only; ports of other devices start at 1. */
    public boolean hasPort(int number) {
        return number >= 0 && number < Integer.SIZE && (portMask >>> number & 1) != 0;
    }

    /** Returns the node GUID. */
    public long nodeGuid() {
        return nodeGuid;
    }

    /** Returns the system image GUID. */
    public long systemGuid() {
        return systemGuid;
    }
}
