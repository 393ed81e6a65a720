package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Template, component mask and text of queries. */
class RecordQueryTest {

    @Test
    void aQueryWithoutFieldsMatchesAllRecords() {
        NodeRecord.Query query = NodeRecord.query();

        assertThat(query.componentMask()).isZero();
        assertThat(query.template()).isEqualTo(new NodeRecord());
        assertThat(query).hasToString("NodeRecord[]");
    }

    @Test
    void aFieldThatIsSetToZeroIsPartOfTheMask() {
        PortInfoRecord.Query query = PortInfoRecord.query().portNum(0);

        assertThat(query.componentMask()).isEqualTo(1L << 1);
        assertThat(query).hasToString("PortInfoRecord[portNum=0]");
    }

    @Test
    void fieldsOfNestedStructuresHaveMaskBits() {
        NodeRecord.Query query = NodeRecord.query().nodeType(NodeType.SWITCH).lid(Lid.of(4));

        assertThat(query.componentMask()).isEqualTo(1L << 4 | 1L);
        assertThat(query.template().nodeInfo().nodeType()).isEqualTo(NodeType.SWITCH);
        assertThat(query).hasToString("NodeRecord[lid=4, nodeType=Switch]");
    }

    @Test
    void eachElementOfAnArrayHasAMaskBit() {
        ServiceRecord.Query query =
                ServiceRecord.query().serviceData8(15, 0xab).serviceData64(1, 7).serviceName("verbena");

        assertThat(query.componentMask()).isEqualTo(1L << 22 | 1L << 36 | 1L << 6);
        assertThat(query.template().serviceData8(15)).isEqualTo(0xab);
        assertThat(query).hasToString("ServiceRecord[serviceName=verbena, serviceData8[15]=0xab, serviceData64[1]=7]");
        assertThat(GuidInfoRecord.query().guid(2, Guid.of(5)).componentMask()).isEqualTo(1L << 6);
    }

    @Test
    void aServiceIdHasBothOfItsMaskBits() {
        assertThat(PathRecord.query().serviceId(1).componentMask()).isEqualTo(3);
    }

    @Test
    void namesTheStructureWhereTheRecordHasAFieldOfThatName() {
        InformInfoRecord.Query query = InformInfoRecord.query().trapNumber(128);

        assertThat(query.componentMask()).isEqualTo(1L << 10);
        assertThat(query).hasToString("InformInfoRecord[trapNumber=128]");
    }

    @Test
    void theTemplateIsACopy() {
        PathRecord.Query query = PathRecord.query().sl(3);

        query.template().sl(5);

        assertThat(query.template().sl()).isEqualTo(3);
    }

    @Test
    void takesARecordAndTheNamesOfItsFields() {
        RecordQuery<LinkRecord> query =
                RecordQuery.of(new LinkRecord().fromPort(2).toPort(9), "fromPort");

        assertThat(query.componentMask()).isEqualTo(1L << 1);
        assertThat(query).hasToString("LinkRecord[fromPort=2]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordQuery.of(new LinkRecord(), "fromGid"))
                .withMessage("LinkRecord has no field 'fromGid'");
    }

    /** Each field with bits in the mask has a setter that sets exactly these bits. */
    @ParameterizedTest
    @MethodSource("records")
    void setsTheBitsOfTheTable(Layout<?> layout) throws ReflectiveOperationException {
        long expected = layout.fields().stream()
                .flatMapToLong(field -> bits(layout, field))
                .reduce(0, (all, one) -> all | one);
        RecordQuery<?> query = (RecordQuery<?>) layout.type().getMethod("query").invoke(null);

        Setters.callAll(query);

        assertThat(query.componentMask()).isEqualTo(expected).isNotZero();
        assertThat(query.toString()).startsWith(layout.name() + "[").contains("=");
    }

    private static LongStream bits(Layout<?> layout, Field field) {
        return field.maskBit() < 0 ? LongStream.empty() : LongStream.of(layout.componentMask(field.name()));
    }

    static Stream<Layout<?>> records() {
        List<Layout<?>> all = WireStructures.all();
        return all.stream()
                .filter(layout -> layout.managementClasses().contains(ManagementClass.SUBNET_ADMINISTRATION))
                .filter(layout -> layout.fields().stream().anyMatch(field -> field.maskBit() >= 0));
    }
}
