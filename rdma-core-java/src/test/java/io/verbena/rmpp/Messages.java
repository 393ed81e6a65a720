package io.verbena.rmpp;

import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.SubnetAdministrationMad;
import java.util.Random;

/** Messages of the subnet administration: 56 bytes of headers, 200 bytes of data per segment. */
final class Messages {
    static final RmppFormat FORMAT =
            RmppFormat.of(ManagementClass.SUBNET_ADMINISTRATION.code()).orElseThrow();
    static final int HEADERS = 56;
    static final int DATA = 200;
    static final int NODE_RECORD = 0x11;
    static final long TRANSACTION = 0x1234_5678_9abc_def0L;

    private Messages() {}

    /** Returns a response with {@code length} bytes of random data. */
    static byte[] answer(int length) {
        return message(MadMethod.GET_TABLE_RESPONSE, length);
    }

    static byte[] message(MadMethod method, int length) {
        byte[] message = new byte[HEADERS + length];
        new Random(length).nextBytes(message);
        byte[] headers = new byte[SubnetAdministrationMad.LENGTH];
        SubnetAdministrationMad.LAYOUT
                .wrapWritable(headers, 0)
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_ADMINISTRATION)
                .classVersion(2)
                .method(method)
                .transactionId(TRANSACTION)
                .attributeId(NODE_RECORD)
                .smKey(0x0102030405060708L)
                .attributeOffset(14);
        System.arraycopy(headers, 0, message, 0, HEADERS);
        return message;
    }
}
