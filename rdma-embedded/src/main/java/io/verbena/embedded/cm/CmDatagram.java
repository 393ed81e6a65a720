package io.verbena.embedded.cm;

import io.verbena.iba.CommunicationMad;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;

/** A MAD of the communication management class (IBA 16.7.1). */
public final class CmDatagram {
    /** The version of the class. */
    public static final int CLASS_VERSION = 2;

    private static final int DATA = CommunicationMad.LAYOUT.field("data").bit() / Byte.SIZE;

    private final byte[] bytes;
    private final CommunicationMad header;

    private CmDatagram(byte[] bytes) {
        this.bytes = bytes;
        this.header = CommunicationMad.LAYOUT.wrap(bytes, 0);
    }

    static ByteBuffer of(Structure message, long transaction) {
        return of(message, transaction, 0);
    }

    static ByteBuffer of(Structure message, long transaction, int modifier) {
        byte[] bytes = new byte[CommunicationMad.LENGTH];
        CommunicationMad.LAYOUT
                .wrapWritable(bytes, 0)
                .baseVersion(1)
                .managementClass(ManagementClass.COMMUNICATION_MANAGEMENT)
                .classVersion(CLASS_VERSION)
                .method(MadMethod.SEND)
                .transactionId(transaction)
                .attributeId(message.layout().attributeId())
                .attributeModifier(Integer.toUnsignedLong(modifier));
        message.copyTo(bytes, DATA);
        return ByteBuffer.wrap(bytes);
    }

    /** Copies a MAD, whose length must be correct. */
    static CmDatagram read(ByteBuffer datagram) {
        byte[] bytes = new byte[CommunicationMad.LENGTH];
        datagram.get(datagram.position(), bytes);
        return new CmDatagram(bytes);
    }

    int attributeId() {
        return header.attributeId();
    }

    int modifier() {
        return (int) header.attributeModifier();
    }

    long transaction() {
        return header.transactionId();
    }

    <T extends Structure> T message(Layout<T> layout) {
        return layout.wrap(bytes, DATA);
    }

    record Sender(CmPort port, MadAddress source, long transaction, int modifier) {

        void answer(Structure message) {
            port.send(source, CmDatagram.of(message, transaction));
        }
    }
}
