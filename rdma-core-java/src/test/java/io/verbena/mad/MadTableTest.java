package io.verbena.mad;

import static io.verbena.mad.MadFailures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.path.IbPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables from a channel that performs RMPP: complete, empty, truncated or inconsistent. */
@Timeout(30)
class MadTableTest {
    private static final IbPath ADMINISTRATION = IbPath.to(Lid.of(9));
    private static final int HEADER = 56;
    private static final int RECORD = 112;

    private final ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT, null, true);
    private final ScriptedChannel channel = port.channel;

    @AfterEach
    void close() {
        port.close();
    }

    private CompletableFuture<List<NodeRecord>> ask() {
        return port.mad.async().subnAdmGetTable(new NodeRecord(), 0, ADMINISTRATION);
    }

    private static NodeRecord node(int lid) {
        return new NodeRecord().lid(Lid.of(lid));
    }

    /** Returns a message as the kernel delivers it: the headers of the first segment, followed by all data. */
    private static byte[] table(ScriptedChannel.Request request, int records, int distance) {
        int length = records * distance;
        byte[] message = Arrays.copyOf(ScriptedChannel.reply(request, 0, null), HEADER + length);
        int segments = Math.max(1, (length + 199) / 200);
        header(message)
                .attributeOffset(distance / 8)
                .rmppVersion(1)
                .rmppType(RmppType.DATA)
                .rmppFlags(
                        segments == 1
                                ? EnumSet.of(RmppFlag.ACTIVE, RmppFlag.FIRST, RmppFlag.LAST)
                                : EnumSet.of(RmppFlag.ACTIVE, RmppFlag.FIRST));
        header(message).rmppData1(1).rmppData2(length + 20L * segments);
        for (int record = 0; record < records; record++) {
            node(record + 1).copyTo(message, HEADER + record * distance);
        }
        return message;
    }

    private static SubnetAdministrationMad header(byte[] message) {
        return SubnetAdministrationMad.LAYOUT.wrapWritable(message, 0);
    }

    private void arrive(ScriptedChannel.Request request, byte[] message) {
        channel.arrive(0, request.destination(), message);
        channel.settle();
    }

    @Test
    void theRequestFollowsTheSpecification() {
        CompletableFuture<?> unused =
                port.mad.async().subnAdmGetTable(node(7), NodeRecord.LAYOUT.componentMask("lid"), ADMINISTRATION);

        ScriptedChannel.Request request = channel.next();
        assertThat(request.header().method()).isEqualTo(MadMethod.GET_TABLE);
        assertThat(request.header().attributeId()).isEqualTo(0x11);
        assertThat(channel.registration(request).rmpp()).isTrue();
        assertThat(request.timeoutMillis())
                .as("the progress of the channel is not visible")
                .isEqualTo(60_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 100, 13_284})
    void aTableContainsAllRecordsInOrder(int records) {
        CompletableFuture<List<NodeRecord>> answer = ask();
        ScriptedChannel.Request request = channel.next();

        arrive(request, table(request, records, RECORD));

        List<NodeRecord> expected = new ArrayList<>();
        for (int lid = 1; lid <= records; lid++) {
            expected.add(node(lid % 0x10000));
        }
        assertThat(answer).isCompletedWithValue(expected);
        assertThat(answer.join()).allMatch(NodeRecord::isReadOnly);
    }

    @Test
    void recordsOfANewerVersionAreLonger() {
        CompletableFuture<List<NodeRecord>> answer = ask();
        ScriptedChannel.Request request = channel.next();

        arrive(request, table(request, 3, RECORD + 24));

        assertThat(answer).isCompletedWithValue(List.of(node(1), node(2), node(3)));
    }

    @Test
    void thePaddingAfterTheLastRecordMayBeMissing() {
        CompletableFuture<List<NodeRecord>> answer = ask();
        ScriptedChannel.Request request = channel.next();
        byte[] message = table(request, 3, RECORD);
        header(message).rmppData2(3 * RECORD - 4 + 40);

        arrive(request, Arrays.copyOf(message, message.length - 4));

        assertThat(answer.join()).hasSize(3);
    }

    @Test
    void aResponseWithoutRecordsIsAnEmptyTable() {
        CompletableFuture<List<NodeRecord>> answer = ask();
        CompletableFuture<List<NodeRecord>> refused = ask();
        ScriptedChannel.Request request = channel.next();
        byte[] message = table(request, 2, RECORD);
        header(message)
                .rmppFlags(EnumSet.of(RmppFlag.ACTIVE, RmppFlag.FIRST, RmppFlag.LAST))
                .rmppData2(20)
                .attributeOffset(0);

        arrive(request, Arrays.copyOf(message, HEADER));
        channel.refuse(channel.next(), 0x0300);
        channel.settle();

        assertThat(answer).isCompletedWithValue(List.of());
        assertThat(refused).as("no such record").isCompletedWithValue(List.of());
    }

    @ParameterizedTest(name = "flags {0}, claims {1}, {2} bytes a record, {3} bytes arrived")
    @CsvSource(
            delimiter = '|',
            value = {
                "3 |      2500 | 112 | 256 | only the first segment of a message of 2500 bytes",
                "3 |      2500 | 112 | 600 | only 544 bytes of data, although the message claims 2500",
                "3 | 4294967295 | 112 | 600 | only 544 bytes of data, although the message claims 4294967295",
                "7 |      4000 | 112 | 256 | a payload length of 4000 in the last segment; valid are 20 to 220",
                "7 |        19 | 112 | 256 | a payload length of 19 in the last segment; valid are 20 to 220",
                "1 |       300 | 112 | 600 | RMPP flags 0x1: the message does not begin with its first segment",
                "0 |       300 | 112 | 256 | RMPP flags 0x0, but a table is sent with RMPP",
                "7 |       132 |  64 | 256 | records of 64 bytes (attribute offset 8); a NodeRecord has 108",
                "7 |       132 |   0 | 256 | records of 0 bytes (attribute offset 0); a NodeRecord has 108",
                "7 |       182 | 112 | 256 | 162 bytes of data, which are 1 records of 112 bytes and 50 bytes of"
                        + " another",
            })
    void whatIsNotWholeIsAnErrorAndNeverAShortList(int flags, long claims, int distance, int arrived, String problem) {
        CompletableFuture<List<NodeRecord>> answer = ask();
        ScriptedChannel.Request request = channel.next();
        byte[] message = table(request, 5, RECORD);
        header(message).rmppFlagsBits(flags).rmppData2(claims).attributeOffset(distance / 8);

        arrive(request, Arrays.copyOf(message, arrived));

        assertThat(failure(answer))
                .isInstanceOf(MadException.class)
                .hasMessageStartingWith(
                        "SubnAdmGetTable(NodeRecord) got a malformed response from IbPath[dlid=9]: " + problem);
    }

    @Test
    void theTransactorWorksAfterAMalformedTable() {
        CompletableFuture<List<NodeRecord>> broken = ask();
        ScriptedChannel.Request request = channel.next();
        arrive(request, Arrays.copyOf(table(request, 5, RECORD), 256));
        assertThat(failure(broken)).hasMessageContaining("only the first segment");

        CompletableFuture<List<NodeRecord>> answer = ask();
        request = channel.next();
        arrive(request, table(request, 5, RECORD));
        assertThat(answer.join()).hasSize(5);
    }

    @Test
    void theListIsUnmodifiable() {
        CompletableFuture<List<NodeRecord>> answer = ask();
        ScriptedChannel.Request request = channel.next();
        arrive(request, table(request, 5, RECORD));

        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> answer.join().add(new NodeRecord()));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> answer.join().get(0).lid(Lid.of(1)));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> answer.join().get(5));
        assertThat(answer.join()).contains(node(5)).doesNotContain(node(6));
    }
}
