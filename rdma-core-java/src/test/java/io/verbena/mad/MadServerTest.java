package io.verbena.mad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.iba.Lid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.iba.VendorOuiMad;
import io.verbena.spi.MadAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that a server handles, and those that it refuses itself. */
@Timeout(30)
class MadServerTest {
    static final VendorClass VENDOR = VendorClass.of(0x32, 0x001405);
    private static final MadAddress CLIENT = new MadAddress(33, 1, 0, 4, 2, 1, null);

    private final ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT);
    private final ScriptedChannel channel = port.channel;
    private final BlockingQueue<MadServerRequest> arrivals = new LinkedBlockingQueue<>();
    private final MadServer server = port.mad.serve(
            MadService.of(VENDOR, MadMethod.GET, MadMethod.SEND).withAttributes(Set.of(0x10)), arrivals::add);

    @AfterEach
    void close() {
        port.close();
    }

    /** A request to a server of {@link #VENDOR}. */
    static VendorOuiMad request(long transaction) {
        return new VendorOuiMad()
                .baseVersion(1)
                .classVersion(1)
                .method(MadMethod.GET)
                .managementClassBits(0x32)
                .transactionId(transaction)
                .attributeId(0x10)
                .oui(0x001405);
    }

    private static VendorOuiMad request() {
        return request(0x1122334455667788L).attributeModifier(5);
    }

    /** Waits for the next request that a handler was given. */
    static MadServerRequest next(BlockingQueue<MadServerRequest> arrivals) {
        try {
            MadServerRequest served = arrivals.poll(5, TimeUnit.SECONDS);
            assertThat(served).isNotNull();
            return served;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theResponseGoesToTheRequester() {
        channel.arrive(0, CLIENT, request().toBytes());
        MadServerRequest served = next(arrivals);
        assertThat(served.attributeId()).isEqualTo(0x10);
        assertThat(served.data()).hasSize(216);

        served.respond(new byte[] {1, 2, 3});

        ScriptedChannel.Request reply = channel.next();
        assertThat(reply.destination()).isEqualTo(new MadAddress(33, 1, MadAddress.GSI_QUEUE_KEY, 4, 2, 1, null));
        assertThat(reply.timeoutMillis()).isZero();
        VendorOuiMad mad = VendorOuiMad.LAYOUT.wrap(reply.bytes(), 0);
        assertThat(mad.method()).isEqualTo(MadMethod.GET_RESPONSE);
        assertThat(mad.status()).isZero();
        assertThat(mad.transactionId()).isEqualTo(0x1122334455667788L);
        assertThat(mad.attributeModifier()).isEqualTo(5);
        assertThat(mad.oui()).isEqualTo(0x001405);
        assertThat(mad.data()).startsWith(1, 2, 3, 0);
    }

    @ParameterizedTest(name = "byte {0} is {1}: status {2}")
    @CsvSource({"0, 2, 0x0004", "2, 9, 0x0004", "3, 2, 0x0008", "17, 0x11, 0x000c"})
    void aRequestOutsideTheServiceIsRefused(int at, String value, String status) {
        byte[] request = request().toBytes();
        request[at] = Integer.decode(value).byteValue();

        channel.arrive(0, CLIENT, request);

        ScriptedChannel.Request reply = channel.next();
        assertThat(reply.header().status()).isEqualTo(Integer.decode(status));
        assertThat(MadHeader.LAYOUT.wrap(reply.bytes(), 0).methodBits()).isEqualTo(0x81);
        assertThat(arrivals).isEmpty();
    }

    @Test
    void shortRequestsAndOtherVendorsAreNotAnswered() {
        channel.arrive(0, CLIENT, Arrays.copyOf(request().toBytes(), 39));
        channel.arrive(0, CLIENT, request().oui(0x001406).toBytes());

        assertThat(channel.rest()).isEmpty();
        assertThat(arrivals).isEmpty();
    }

    @Test
    void aRequestIsAnsweredAtMostOnce() {
        channel.arrive(0, CLIENT, request().toBytes());
        MadServerRequest served = next(arrivals);
        served.refuse(MadRefusal.FIELD);
        assertThatIllegalStateException().isThrownBy(() -> served.respond(new PortInfo()));
        assertThat(channel.next().header().status()).isEqualTo(0x001c);

        channel.arrive(0, CLIENT, request().method(MadMethod.SEND).toBytes());
        MadServerRequest sent = next(arrivals);
        assertThatIllegalStateException().isThrownBy(() -> sent.respond(new PortInfo()));
        assertThat(channel.rest()).isEmpty();
    }

    @Test
    void aTableContainsTheAttributeOffset() {
        ScriptedPort whole = new ScriptedPort(ScriptedPort.PATIENT, null, true);
        whole.mad.serve(MadService.of(ManagementClass.SUBNET_ADMINISTRATION, MadMethod.GET_TABLE), arrivals::add);
        SubnetAdministrationMad request = new SubnetAdministrationMad()
                .baseVersion(1)
                .classVersion(2)
                .managementClass(ManagementClass.SUBNET_ADMINISTRATION)
                .method(MadMethod.GET_TABLE)
                .attributeId(NodeRecord.LAYOUT.attributeId());
        whole.channel.arrive(0, CLIENT, request.toBytes());
        MadServerRequest served = next(arrivals);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> served.respond(List.of(new NodeRecord(), new PortInfoRecord())))
                .withMessage(
                        "record 1 is a PortInfoRecord, but the first is a NodeRecord; all records of a table have one type");

        served.respond(List.of(new NodeRecord().lid(Lid.of(7)), new NodeRecord().lid(Lid.of(8))));

        byte[] reply = whole.channel.next().bytes();
        int length = (NodeRecord.LENGTH + 7) / 8 * 8;
        assertThat(reply).hasSize(56 + 2 * length);
        SubnetAdministrationMad mad = SubnetAdministrationMad.LAYOUT.wrap(Arrays.copyOf(reply, 256), 0);
        assertThat(mad.methodBits()).isEqualTo(0x92);
        assertThat(mad.attributeOffset()).isEqualTo(length / 8);
        assertThat(NodeRecord.LAYOUT.wrap(reply, 56 + length).lid()).isEqualTo(Lid.of(8));
        whole.close();
    }

    @Test
    void onlyTheSubnetAdministrationRespondsWithRecords() {
        channel.arrive(0, CLIENT, request().toBytes());

        assertThatIllegalStateException()
                .isThrownBy(() -> next(arrivals).respond(List.of(new NodeRecord())))
                .withMessageContaining("respond to class 0x32 with an attribute");
    }

    @Test
    void aClosedServerReceivesAndSendsNothing() {
        channel.arrive(0, CLIENT, request().toBytes());
        MadServerRequest served = next(arrivals);
        server.close();
        server.close();

        channel.arrive(0, CLIENT, request().toBytes());

        assertThat(channel.rest()).isEmpty();
        assertThat(arrivals).isEmpty();
        assertThatExceptionOfType(io.verbena.error.RdmaException.class)
                .isThrownBy(() -> served.respond(new PortInfo()))
                .withMessage("the server of class 0x32 is closed");
    }
}
