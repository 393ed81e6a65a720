package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;

/** Where an id is bound to, and where it goes: {@code struct verbena_cm_endpoint}. */
@JniClass(name = "verbena_cm_endpoint", flags = STRUCT)
public final class CmEndpoint {
    /** The name of the device, up to a NUL; empty if there is none. */
    public byte[] device = new byte[64];

    /** The port. */
    public int port;

    /** 0 InfiniBand and RoCE, 1 iWARP. */
    public int transport;

    /** The own address, a sockaddr. */
    public byte[] local = new byte[28];

    /** The address of the other side, a sockaddr. */
    public byte[] peer = new byte[28];
}
