package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;

/** The device and the addresses of an identifier: {@code struct verbena_cm_endpoint}. */
@JniClass(name = "verbena_cm_endpoint", flags = STRUCT)
public final class CmEndpoint {
    /** Device name, terminated by NUL; empty without a device. */
    public byte[] device = new byte[64];

    /** Port number. */
    public int port;

    /** Transport: 0 is InfiniBand or RoCE, 1 is iWARP. */
    public int transport;

    /** Local address, a {@code sockaddr}. */
    public byte[] local = new byte[28];

    /** Address of the peer, a {@code sockaddr}. */
    public byte[] peer = new byte[28];
}
