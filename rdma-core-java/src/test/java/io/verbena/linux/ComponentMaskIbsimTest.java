package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.iba.Field;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.Layout;
import io.verbena.iba.LinearForwardingTableRecord;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.Rate;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.SmInfoRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmGet;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.iba.VlArbitrationTableRecord;
import io.verbena.mad.MadClassException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.spi.PortAttributes;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A bit of the component mask makes opensm look at the field that we give it to: a record is found by its own value in
 * that field, and not by another one.
 */
@Tag("ibsim")
@Timeout(60)
class ComponentMaskIbsimTest {
    private static final int NO_SUCH_RECORD = 3;

    /** A limit counts with its selector only. */
    private static final String[] IN_PAIRS = {
        "mtuSelector", "mtu", "rateSelector", "rate", "packetLifeTimeSelector", "packetLifeTime"
    };

    /** opensm shows a group without its members to one that it does not trust, so they are not found by what it shows. */
    private static final Set<String> NOT_SHOWN = Set.of("portGid", "joinState", "proxyJoin");

    private final Rdma rdma = new Ibsim().open(MadOptions.DEFAULTS);
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private IbPath administration;
    private PortAttributes port;
    private int leaf;

    @BeforeEach
    void look() {
        port = mad.endPort().attributes();
        administration = IbPath.to(port.smLid()).withSl(port.smSl());
        LinkRecord link = new LinkRecord().fromLid(port.lid()).fromPort(1);
        leaf = found(link, "fromLid", "fromPort").toLidBits();
    }

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
    }

    @Test
    void selectsNodes() {
        assertThat(ignored(new NodeRecord().lid(port.lid()), "lid")).isEmpty();
    }

    @Test
    void selectsPorts() {
        assertThat(ignored(new PortInfoRecord().endportLid(port.lid()), "endportLid"))
                .isEqualTo(ignored(new PortInfoRecord().endportLidBits(leaf).portNum(1), "endportLid", "portNum"))
                .containsExactlyInAnyOrder(
                        "portInfo.clientReregister",
                        "portInfo.initTypeReply",
                        "portInfo.linkRoundTripLatency",
                        "portInfo.maxCreditHint",
                        "portInfo.multicastPKeyTrapSuppressionEnabled");
    }

    @Test
    void selectsLinks() {
        assertThat(ignored(new LinkRecord().fromLid(port.lid()).fromPort(1), "fromLid", "fromPort"))
                .isEmpty();
    }

    @Test
    void selectsSubnetManagers() {
        assertThat(ignored(new SmInfoRecord().lid(port.smLid()), "lid"))
                .containsExactly("smInfo.activityCount", "smInfo.smKey");
    }

    @Test
    void selectsMulticastGroups() {
        McMemberRecord broadcast = new McMemberRecord().mlidBits(0xc000);
        McMemberRecord group = found(broadcast, "mlid");

        assertThat(ignored(broadcast, "mlid")).containsExactlyInAnyOrder(IN_PAIRS);
        assertThat(ask(group, McMemberRecord.LAYOUT.componentMask(IN_PAIRS))).contains(group);
        assertThat(Stream.of(
                        // opensm ignores the packet lifetime of a group.
                        McMemberRecord.LAYOUT.copy(group).mtu(Mtu.MTU_256),
                        McMemberRecord.LAYOUT.copy(group).rate(Rate.RATE_2_5)))
                .allSatisfy(other -> assertThat(ask(other, McMemberRecord.LAYOUT.componentMask(IN_PAIRS)))
                        .isEmpty());
    }

    @Test
    void selectsPaths() {
        PathRecord ends = new PathRecord().slid(port.lid()).dlid(port.smLid());
        PathRecord path = found(ends, "slid", "dlid");

        assertThat(ignored(ends, "slid", "dlid"))
                .doesNotContain("dgid", "sgid", "dlid", "slid", "rawTraffic", "pKey", "sl");
        long mask = PathRecord.LAYOUT.componentMask(IN_PAIRS) | PathRecord.LAYOUT.componentMask("slid", "dlid");
        assertThat(ask(path, mask)).contains(path);
        assertThat(Stream.of(
                        PathRecord.LAYOUT.copy(path).mtu(Mtu.MTU_256),
                        PathRecord.LAYOUT.copy(path).rate(Rate.RATE_2_5),
                        PathRecord.LAYOUT.copy(path).packetLifeTime(path.packetLifeTime() - 1)))
                .allSatisfy(other -> assertThat(ask(other, mask)).isNotEqualTo(Optional.of(path)));
    }

    @Test
    void selectsSwitchesByTheirLidAlone() {
        assertThat(ignored(new SwitchInfoRecord().lidBits(leaf), "lid"))
                .hasSize(SwitchInfo.LAYOUT.fields().size())
                .allMatch(name -> name.startsWith("switchInfo."));
    }

    @Test
    void selectsBlocksOfTablesByWhereTheyAre() {
        assertThat(ignored(new GuidInfoRecord().lid(port.lid()), "lid", "blockNum"))
                .isEmpty();
        assertThat(ignored(new LinearForwardingTableRecord().lidBits(leaf), "lid", "blockNum"))
                .containsExactly("linearForwardingTable.port");
        assertThat(ignored(
                        new SlToVlMappingTableRecord()
                                .lidBits(leaf)
                                .inputPortNum(1)
                                .outputPortNum(2),
                        "lid",
                        "inputPortNum",
                        "outputPortNum"))
                .containsExactly("slToVlMappingTable.vl");
        assertThat(ignored(
                        new VlArbitrationTableRecord()
                                .lidBits(leaf)
                                .outputPortNum(1)
                                .blockNum(1),
                        "lid",
                        "outputPortNum",
                        "blockNum"))
                .containsExactly("vlArbitrationTable.entry");
    }

    /** The fields of a record at which opensm does not look, although they are asked for. */
    private <T extends Structure & SubnAdmGet> Set<String> ignored(T template, String... key) {
        @SuppressWarnings("unchecked")
        Layout<T> layout = (Layout<T>) template.layout();
        T record = ask(template, layout.componentMask(key)).orElseThrow();
        Set<String> ignored = new TreeSet<>();
        ignored(layout, layout, "", 0, record, layout.componentMask(key), ignored);
        return ignored;
    }

    private <T extends Structure & SubnAdmGet> void ignored(
            Layout<T> layout, Layout<?> part, String prefix, int start, T record, long key, Set<String> ignored) {
        for (Field field : part.fields()) {
            String name = prefix + field.name();
            if (field.maskBit() < 0 || NOT_SHOWN.contains(name)) {
                continue;
            }
            if (field.kind() == Field.Kind.STRUCTURE && !field.isArray()) {
                ignored(layout, field.layout(), name + ".", start + field.bit(), record, key, ignored);
                continue;
            }
            long mask = key | layout.componentMask(name);
            assertThat(ask(record, mask))
                    .as("%s by its own %s", layout.name(), name)
                    .contains(record);
            byte[] other = record.toBytes();
            int bit = start + field.bit() + field.width() - 1;
            other[bit / Byte.SIZE] ^= (byte) (0x80 >> bit % Byte.SIZE);
            if (ask(layout.wrapWritable(other, 0), mask).equals(Optional.of(record))) {
                ignored.add(name);
            }
        }
    }

    private <T extends Structure & SubnAdmGet> T found(T template, String... key) {
        return mad.subnAdmGet(template, template.layout().componentMask(key), administration);
    }

    private <T extends Structure & SubnAdmGet> Optional<T> ask(T template, long mask) {
        try {
            return Optional.of(steady(mad.subnAdmGet(template, mask, administration)));
        } catch (MadClassException e) {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(NO_SUCH_RECORD);
            return Optional.empty();
        }
    }

    /** The record without what changes while opensm works. */
    @SuppressWarnings("unchecked")
    private static <T extends Structure> T steady(T record) {
        T copy = ((Layout<T>) record.layout()).copy(record);
        if (copy instanceof SmInfoRecord manager) {
            manager.smInfo().activityCount(0);
        }
        return copy;
    }
}
