package io.verbena.spi.verbs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The gate through which calls of the data path reach an object of a C library. C counts the calls inside the gate, without the atomic
 * operations that counting them in Java takes; see {@link DataPath#gate}. Safe for use by several threads.
 */
public final class CallGate {
    /** Size of a gate in bytes: the address of the object, 8 bytes, and 4 bytes that are 0 while the gate is open. */
    public static final int SIZE = 16;

    private static final int CLOSED = 8;
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final RecordMemory memory;

    /** Creates an open gate in memory of {@link #SIZE} zeroed bytes, for the object with an address. */
    public CallGate(RecordMemory memory, long handle) {
        this.memory = memory;
        memory.bytes().putLong(0, handle);
    }

    /** Returns the address of the gate, which is valid as long as this object is reachable. */
    public long address() {
        return memory.address();
    }

    /** Refuses later calls. Calls inside the gate continue; {@link DataPath#awaitCalls} waits for them. */
    public void close() {
        INT.setVolatile(memory.bytes(), CLOSED, 1);
    }
}
