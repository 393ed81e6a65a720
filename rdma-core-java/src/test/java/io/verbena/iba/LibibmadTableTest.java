package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Reference.Fact;
import io.verbena.iba.Reference.Place;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Compares every field of libibmad with the table: position, value and text. */
class LibibmadTableTest {
    private static final String HALF_OF_A_GID = "a GID is one value here: Gid.prefix() and Gid.interfaceId()";
    private static final String PART_OF_METHOD = "a method and its response are codes of their own here: MadMethod";

    /** Fields of libibmad that are not in the table, with the reason. */
    private static final Map<String, String> NOT_MAPPED = Map.of(
            "IB_GID_PREFIX_F", HALF_OF_A_GID,
            "IB_GID_GUID_F", HALF_OF_A_GID,
            "IB_MAD_METHOD_F", PART_OF_METHOD,
            "IB_MAD_RESPONSE_F", PART_OF_METHOD,
            "IB_SA_SR_DATA_F",
                    "the data of a service are bytes, and numbers of 16, 32 and 64 bits: serviceData8 to 64");

    /** Fields that the release of libibmad behind the fixture lacks. */
    private static final Set<String> NEWER = Set.of(
            "IB_PORT_LINK_SPEED_EXT_ACTIVE_2_F",
            "IB_PORT_LINK_SPEED_EXT_SUPPORTED_2_F",
            "IB_PORT_LINK_SPEED_EXT_ENABLED_2_F");

    /** Fields for which this release of libibmad reads 16 bits of another field. */
    private static final Set<String> MISPLACED_IN_C = Set.of(
            "IB_PC_QP1_DROP_F",
            "IB_PORT_EXT_HDR_FEC_MODE_SUPPORTED_F",
            "IB_PORT_EXT_HDR_FEC_MODE_ENABLED_F",
            "IB_PORT_EXT_NDR_FEC_MODE_SUPPORTED_F",
            "IB_PORT_EXT_NDR_FEC_MODE_ENABLED_F");

    /** Fields that C prints in a special way, with the reason. */
    private static final Map<String, String> PRINTED_OTHERWISE = Map.of(
            "IB_VEND2_OUI_F", "C prints the bytes in the order of the host",
            "IB_SA_MP_GID0_F", "C knows the first GID only, and no index",
            "IB_SA_NR_NODEDESC_F", "the record carries a NodeDescription, which has the label");

    @Test
    void mapsEveryFieldOfLibibmad() {
        Set<String> unknown = new TreeSet<>();
        Set<String> label = new TreeSet<>();
        for (Fact fact : Reference.facts()) {
            Place place = Reference.place(fact).orElse(null);
            if (place == null) {
                unknown.add(fact.constant());
            } else if (!place.label().equals(fact.label())
                    && !PRINTED_OTHERWISE.containsKey(fact.constant())
                    && !fact.constant().startsWith("IB_SA_GIR_GUID")) {
                label.add(fact.constant() + " is " + place.label());
            }
        }

        assertThat(unknown).containsExactlyInAnyOrderElementsOf(NOT_MAPPED.keySet());
        assertThat(label).isEmpty();
    }

    @Test
    void hasAllFieldsOfTheReference() {
        Set<String> sampled = new TreeSet<>();
        samples().forEach(sample -> sampled.add(sample.fact.constant()));
        Set<String> facts = new TreeSet<>();
        Reference.facts().forEach(fact -> facts.add(fact.constant()));

        facts.removeAll(NEWER);
        assertThat(sampled).isEqualTo(facts);
        Set<String> elsewhere = new TreeSet<>();
        for (Sample sample : samples()) {
            if (!Reference.facts().contains(sample.fact)) {
                elsewhere.add(sample.fact.constant());
            }
        }
        assertThat(elsewhere).containsExactlyInAnyOrderElementsOf(MISPLACED_IN_C);
    }

    @Test
    void readsBytesThatLibibmadWrote() {
        for (Sample sample : mapped()) {
            Structure structure = sample.structure(sample.after);
            BigInteger value = sample.value();

            sample.elements((field, index, expected) -> assertThat(
                            Accessors.get(sample.place().holder(structure), field, index))
                    .as("%s in %s", sample.fact.constant(), structure.layout().name())
                    .isEqualTo(expected));
            if (!sample.decoded.equals("-")) {
                assertThat(value).as(sample.fact.constant()).isEqualTo(new BigInteger(sample.decoded, 16));
            }
        }
    }

    @Test
    void writesTheBytesThatLibibmadWrites() {
        for (Sample sample : mapped()) {
            Structure structure = sample.structure(sample.before);

            sample.elements(
                    (field, index, value) -> Accessors.set(sample.place().holder(structure), field, index, value));

            assertThat(structure).as(sample.fact.constant()).isEqualTo(sample.structure(sample.after));
        }
    }

    @Test
    void printsTheTextOfLibibmad() {
        List<String> wrong = new ArrayList<>();
        for (Sample sample : mapped()) {
            String ours = sample.printed();
            if (!ours.equals(sample.text) && !sample.isPrintedOtherwise(ours)) {
                wrong.add(sample.fact.constant() + ": " + sample.decoded + " is '" + sample.text + "', not '" + ours
                        + "'");
            }
        }

        assertThat(wrong).isEmpty();
    }

    private static List<Sample> samples() {
        return Reference.rows("libibmad.txt.gz").stream().map(Sample::of).toList();
    }

    private static List<Sample> mapped() {
        return samples().stream()
                .filter(sample -> !NOT_MAPPED.containsKey(sample.fact.constant()))
                .filter(sample -> !MISPLACED_IN_C.contains(sample.fact.constant()))
                .toList();
    }

    private interface Visitor {
        void visit(Field field, int index, BigInteger value);
    }

    /** A line of the fixture. */
    private record Sample(Fact fact, String before, String after, String decoded, String text) {
        static Sample of(String... row) {
            Fact fact = new Fact(row[0], row[1], Integer.parseInt(row[2]), Integer.parseInt(row[3]));
            return new Sample(fact, row[5], row[6], row[7], row[8]);
        }

        Place place() {
            return Reference.place(fact).orElseThrow();
        }

        /** Returns the structure with these bytes at the position of the field. */
        Structure structure(String hex) {
            Layout<?> layout = Reference.layout(fact).orElseThrow();
            byte[] bytes = HexFormat.of().parseHex(hex);
            byte[] all = new byte[layout.length()];
            System.arraycopy(bytes, 0, all, start() / 8, bytes.length);
            return layout.wrapWritable(all, 0);
        }

        private int start() {
            int down = place().way().stream()
                    .mapToInt(step -> step.field().bit() + step.field().width() * step.index())
                    .sum();
            return down + place().bit();
        }

        BigInteger value() {
            int tail = after.length() * 4 - start() % 8 - fact.width();
            return new BigInteger(after, 16).shiftRight(tail).mod(BigInteger.ONE.shiftLeft(fact.width()));
        }

        /** Visits the field, or each of its elements, with the value that C wrote. */
        void elements(Visitor visitor) {
            Place place = place();
            Field field = place.field();
            if (place.index() >= 0 || !field.isArray()) {
                visitor.visit(field, Math.max(0, place.index()), value());
                return;
            }
            for (int index = 0; index < field.count(); index++) {
                BigInteger element = value().shiftRight(field.width() * (field.count() - 1 - index))
                        .mod(BigInteger.ONE.shiftLeft(field.width()));
                visitor.visit(field, index, element);
            }
        }

        String printed() {
            Place place = place();
            Structure holder = place.holder(structure(after));
            if (place.index() < 0 && place.field().isArray()) {
                return DottedText.whole(place.field(), holder);
            }
            List<String> lines = DottedText.element(place.field(), holder, Math.max(0, place.index()));
            StringBuilder text = new StringBuilder(lines.get(0).replaceFirst("^" + place.label() + ":\\.*", ""));
            lines.stream().skip(1).forEach(line -> text.append('|').append(line.replace('\t', ' ')));
            return text.toString();
        }

        boolean isPrintedOtherwise(String ours) {
            return PRINTED_OTHERWISE.containsKey(fact.constant())
                    // C refuses a number of this width.
                    || (text.isEmpty() && fact.width() > 64)
                    // Not a valid value.
                    || (ours.equals("0") && text.startsWith("undefined (0)"))
                    || (fact.constant().equals("IB_PORT_VL_CAP_F") && decoded.equals("0"))
                    // ActiveDefer was added later.
                    || (fact.constant().equals("IB_PORT_STATE_F") && decoded.equals("5"))
                    // Two capabilities were added later.
                    || text.equals(ours.replaceAll("\\|    Is(ExtendedSpeeds2|LinkSpeedXDR)Supported", ""))
                    // This value is not a set of speeds.
                    || text.equals("Extended link speeds disabled")
                    // C marks a set that ports of the first release cannot have.
                    || text.equals(ours + " (IBA extension)");
        }
    }
}
