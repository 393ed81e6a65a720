package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of all structures; the bits are computed independently of the library. */
class StructureTest {
    private static final int ROUNDS = 20;

    private final Random random = new Random(20261101);

    static List<Layout<?>> structures() {
        return WireStructures.flat();
    }

    // ---- bits, computed with one big number

    private static BigInteger read(byte[] bytes, int bit, int width) {
        return new BigInteger(1, bytes)
                .shiftRight(bytes.length * 8 - bit - width)
                .and(BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE));
    }

    private static byte[] write(byte[] bytes, int bit, int width, BigInteger value) {
        int shift = bytes.length * 8 - bit - width;
        BigInteger mask =
                BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE).shiftLeft(shift);
        BigInteger all = new BigInteger(1, bytes).andNot(mask).or(value.shiftLeft(shift));
        byte[] result = new byte[bytes.length];
        byte[] magnitude = all.toByteArray();
        int length = Math.min(magnitude.length, result.length);
        System.arraycopy(magnitude, magnitude.length - length, result, result.length - length, length);
        return result;
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static Object call(Structure structure, String name, Object... arguments) {
        try {
            Method method = Arrays.stream(structure.getClass().getMethods())
                    .filter(found -> found.getName().equals(name) && takes(found, arguments))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(structure.getClass() + " has no accessor " + name));
            return method.invoke(structure, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new AssertionError(e);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean takes(Method method, Object... arguments) {
        Class<?>[] types = method.getParameterTypes();
        return types.length == arguments.length
                && (types.length == 0
                        || types[0].isInstance(arguments[0])
                        || (types[0] == int.class && arguments[0] instanceof Integer)
                        || (types[0] == long.class && arguments[0] instanceof Long));
    }

    /** Returns the accessor of the raw number of a field. */
    private static String numberAccessor(Field field) {
        return switch (field.kind()) {
            case UNSIGNED, HEX -> field.name();
            default -> field.name() + "Bits";
        };
    }

    private static Object boxed(Structure structure, String accessor, long value) {
        Class<?> type = Arrays.stream(structure.getClass().getMethods())
                .filter(found -> found.getName().equals(accessor) && found.getParameterCount() == 1)
                .findFirst()
                .orElseThrow(() -> new AssertionError(structure.getClass() + " has no setter " + accessor))
                .getParameterTypes()[0];
        if (type == long.class) {
            return value;
        }
        return (int) value;
    }

    private static boolean isNumber(Field field) {
        return switch (field.kind()) {
            case UNSIGNED, HEX, LID, ENUM, SET, GUID -> true;
            case TEXT, BYTES, GID, STRUCTURE -> false;
        };
    }

    // ---- contract

    @Test
    void theTableContainsAllStructures() {
        assertThat(structures())
                .extracting(Layout::name)
                .contains("NodeInfo", "PortInfo", "SwitchInfo", "PathRecord", "DirectedRouteSmp", "MadHeader");
    }

    @ParameterizedTest
    @MethodSource("structures")
    void everyNumberIsReadFromItsBitsOnly(Layout<? extends Structure> layout) {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = randomBytes(layout.length());
            Structure structure = layout.decode(bytes);
            for (Field field : layout.fields()) {
                if (isNumber(field)) {
                    long expected = read(bytes, field.bit(), field.width()).longValue();
                    assertThat(((Number) call(structure, numberAccessor(field))).longValue())
                            .as(layout.name() + "." + field.name())
                            .isEqualTo(expected);
                    assertThat(field.bits(structure)).isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void everyNumberIsWrittenToItsBitsOnly(Layout<? extends Structure> layout) {
        for (int round = 0; round < ROUNDS; round++) {
            for (Field field : layout.fields()) {
                if (isNumber(field)) {
                    byte[] before = randomBytes(layout.length());
                    Structure structure = layout.wrapWritable(before.clone(), 0);
                    BigInteger value = new BigInteger(field.width(), random);
                    String accessor = numberAccessor(field);

                    Object self = call(structure, accessor, boxed(structure, accessor, value.longValue()));

                    assertThat(self).as("setters can be chained").isSameAs(structure);
                    assertThat(structure.toBytes())
                            .as(layout.name() + "." + field.name())
                            .isEqualTo(write(before, field.bit(), field.width(), value));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void theMaximumFitsAndLargerNumbersAreRefused(Layout<? extends Structure> layout) {
        for (Field field : layout.fields()) {
            if (isNumber(field) && field.width() < 32) {
                Structure structure = layout.create();
                String accessor = numberAccessor(field);
                long most = (1L << field.width()) - 1;

                call(structure, accessor, boxed(structure, accessor, most));
                assertThat(field.bits(structure)).isEqualTo(most);

                assertThatIllegalArgumentException()
                        .isThrownBy(() -> call(structure, accessor, boxed(structure, accessor, most + 1)))
                        .withMessageStartingWith(layout.name() + "." + field.name())
                        .withMessageContaining(" has " + field.width() + " bits; " + (most + 1) + " is over " + most);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> call(structure, accessor, boxed(structure, accessor, -1)));
                assertThat(field.bits(structure))
                        .as("a refused value changes nothing")
                        .isEqualTo(most);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void everyAccessorReturnsTheValueOfItsField(Layout<? extends Structure> layout) {
        for (int round = 0; round < ROUNDS; round++) {
            Structure structure = layout.decode(randomBytes(layout.length()));
            for (Field field : layout.fields()) {
                Object value = call(structure, field.name());
                Object comparable = value instanceof Number number ? (Object) number.longValue() : value;
                assertThat(comparable).as(layout.name() + "." + field.name()).isEqualTo(field.value(structure));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void everySetterAcceptsTheValueOfItsGetter(Layout<? extends Structure> layout) {
        for (int round = 0; round < ROUNDS; round++) {
            Structure original = layout.decode(randomBytes(layout.length()));
            Structure copy = layout.create();
            for (Field field : layout.fields()) {
                boolean lossy = field.kind() == Field.Kind.ENUM
                        || field.kind() == Field.Kind.SET
                        || field.kind() == Field.Kind.TEXT;
                if (lossy && field.kind() != Field.Kind.TEXT) {
                    call(copy, numberAccessor(field), boxed(copy, numberAccessor(field), field.bits(original)));
                } else if (!lossy) {
                    call(copy, field.name(), call(original, field.name()));
                }
            }
            for (Field field : layout.fields()) {
                if (field.kind() != Field.Kind.TEXT) {
                    assertThat(field.text(copy)).as(field.name()).isEqualTo(field.text(original));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void knownConstantsAndSetsAreWrittenAndReadBack(Layout<? extends Structure> layout) {
        for (Field field : layout.fields()) {
            Structure structure = layout.create();
            if (field.kind() == Field.Kind.ENUM) {
                for (Object constant : field.value(structure).getClass().getEnumConstants()) {
                    if (((WireEnum) constant).code() >= 0) {
                        call(structure, field.name(), constant);
                        assertThat(call(structure, field.name())).isEqualTo(constant);
                        assertThat(field.value(structure)).isEqualTo(constant);
                    }
                }
            }
            if (field.kind() == Field.Kind.SET) {
                call(
                        structure,
                        numberAccessor(field),
                        boxed(structure, numberAccessor(field), -1L >>> (64 - field.width())));
                Set<?> all = (Set<?>) call(structure, field.name());
                assertThat(all).isNotEmpty();
                Structure again = layout.create();
                call(again, field.name(), all);
                assertThat(call(again, field.name())).isEqualTo(all);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void bytesPassThroughUnchanged(Layout<? extends Structure> layout) {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = randomBytes(layout.length());
            byte[] around = randomBytes(layout.length() + 9);
            System.arraycopy(bytes, 0, around, 5, bytes.length);

            Structure decoded = layout.decode(bytes);
            Structure wrapped = layout.wrap(around, 5);

            assertThat(decoded.toBytes()).isEqualTo(bytes);
            assertThat(wrapped).isEqualTo(decoded).hasSameHashCodeAs(decoded).hasToString(decoded.toString());
            byte[] target = new byte[layout.length() + 3];
            wrapped.copyTo(target, 3);
            assertThat(Arrays.copyOfRange(target, 3, target.length)).isEqualTo(bytes);
            assertThat(layout.copy(wrapped)).isEqualTo(decoded);
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void structuresAreEqualWhenTheirBytesAre(Layout<? extends Structure> layout) {
        byte[] bytes = randomBytes(layout.length());
        Structure structure = layout.decode(bytes);
        for (int at = 0; at < bytes.length; at++) {
            byte[] other = bytes.clone();
            other[at] ^= 0x10;
            assertThat(layout.decode(other)).isNotEqualTo(structure);
        }
        assertThat(structure).isNotEqualTo(new Object());
    }

    @ParameterizedTest
    @MethodSource("structures")
    void receivedStructuresAreReadOnlyAndTheirCopiesAreWritable(Layout<? extends Structure> layout) {
        Structure received = layout.decode(new byte[layout.length()]);
        Structure copy = layout.copy(received);
        assertThat(received.isReadOnly()).isTrue();
        assertThat(copy.isReadOnly()).isFalse();
        for (Field field : layout.fields()) {
            Object value = call(received, field.name());
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .as(layout.name() + "." + field.name())
                    .isThrownBy(() -> call(
                            received,
                            field.name(),
                            value instanceof WireEnum constant && constant.code() < 0
                                    ? value.getClass().getEnumConstants()[0]
                                    : value))
                    .withMessageStartingWith(layout.name() + "." + field.name())
                    .withMessageEndingWith("a received structure is read-only; change a copy of it");
        }
        assertThat(received.toBytes()).containsOnly(0);
    }

    @ParameterizedTest
    @MethodSource("structures")
    void refusesBytesOfAnotherLength(Layout<? extends Structure> layout) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.decode(new byte[layout.length() + 1]))
                .withMessage(layout.name() + " has " + layout.length() + " bytes, but " + (layout.length() + 1)
                        + " are given");
        assertThatIllegalArgumentException().isThrownBy(() -> layout.decode(new byte[layout.length() - 1]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.wrap(new byte[layout.length()], 1))
                .withMessage(layout.name() + " has " + layout.length() + " bytes, but only " + (layout.length() - 1)
                        + " are given");
        assertThatIllegalArgumentException().isThrownBy(() -> layout.wrap(new byte[layout.length()], -1));
        assertThatIllegalArgumentException().isThrownBy(() -> layout.wrap(new byte[layout.length()], 1000));
    }

    @ParameterizedTest
    @MethodSource("structures")
    void aDecodedStructureOwnsACopyOfItsBytes(Layout<? extends Structure> layout) {
        byte[] bytes = new byte[layout.length()];
        Structure decoded = layout.decode(bytes);
        Arrays.fill(bytes, (byte) 0xff);
        assertThat(decoded.toBytes()).containsOnly(0);
        Arrays.fill(decoded.toBytes(), (byte) 0xff);
        assertThat(decoded.toBytes()).containsOnly(0);
    }

    @ParameterizedTest
    @MethodSource("structures")
    void toStringNamesEveryFieldOfAnyBytes(Layout<? extends Structure> layout) {
        String text = layout.decode(randomBytes(layout.length())).toString();
        assertThat(text).startsWith(layout.name() + "[").endsWith("]");
        assertThat(layout.fields()).allSatisfy(field -> assertThat(text).contains(field.name() + "="));
    }

    @Test
    void textIsUtf8AndMustFit() {
        NodeDescription description = new NodeDescription().nodeString("Zürich");
        assertThat(description.nodeString()).isEqualTo("Zürich");
        assertThat(description.nodeString("x").toBytes()).startsWith('x', 0, 0, 0);

        String longest = "x".repeat(64);
        assertThat(description.nodeString(longest).nodeString()).isEqualTo(longest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> description.nodeString("ü" + "x".repeat(63)))
                .withMessageStartingWith("NodeDescription.nodeString has 64 bytes; the text 'ü")
                .withMessageEndingWith("has 65");
    }

    @Test
    void invalidUtf8IsShownWithReplacements() {
        byte[] bytes = Arrays.copyOf("host\u00ff1".getBytes(StandardCharsets.ISO_8859_1), 64);
        assertThat(NodeDescription.LAYOUT.decode(bytes).nodeString()).isEqualTo("host\ufffd1");
    }

    @Test
    void indexesOfArraysAreChecked() {
        DirectedRouteSmp smp = new DirectedRouteSmp().initialPath(63, 254);
        assertThat(smp.initialPath(63)).isEqualTo(254);
        assertThat(smp.returnPath(0)).as("the neighbour").isZero();
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> smp.initialPath(64, 1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> smp.initialPath(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> smp.initialPath(0, 256))
                .withMessage("DirectedRouteSmp.initialPath has 8 bits; 256 is over 255");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> smp.initialPath(new byte[63]))
                .withMessage("DirectedRouteSmp.initialPath has 64 bytes; 63 are given");
    }

    @Test
    void aFieldOfMoreThan64BitsHasNoNumericValue() {
        assertThatIllegalStateException()
                .isThrownBy(() -> PathRecord.LAYOUT.field("dgid").bits(new PathRecord()))
                .withMessage("dgid has 128 bits");
    }

    @Test
    void aLayoutIsFoundByItsTypeAndItsFieldsByTheirNames() {
        assertThat(Layout.forType(NodeInfo.class)).isSameAs(NodeInfo.LAYOUT);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.forType(Structure.class))
                .withMessageContaining("is not a wire structure of the table");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeInfo.LAYOUT.field("colour"))
                .withMessage("NodeInfo has no field 'colour'");
    }

    @Test
    void aComponentMaskHasTheBitsOfTheSpecification() {
        // ib_types.h of opensm: IB_PR_COMPMASK_DGID, _SGID, _REVERSIBLE, _NUMBPATH
        assertThat(PathRecord.LAYOUT.componentMask("dgid", "sgid", "reversible", "numbPath"))
                .isEqualTo(1L << 2 | 1L << 3 | 1L << 11 | 1L << 12);
        assertThat(PathRecord.LAYOUT.componentMask()).isZero();
    }

    @Test
    void aFieldWithoutAMaskBitCannotBeQueried() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MadHeader.LAYOUT.componentMask("status"))
                .withMessage("MadHeader.status has no bit in a component mask");
    }

    @Test
    void unknownCodesBecomeUnknownAndKeepTheirBits() {
        PortInfo info = new PortInfo().linkWidthActiveBits(0x55);
        assertThat(info.linkWidthActive()).isEqualTo(LinkWidth.UNKNOWN);
        assertThat(info.linkWidthActiveBits()).isEqualTo(0x55);
        assertThat(LinkWidth.of(0x55)).isEqualTo(LinkWidth.UNKNOWN);
        assertThat(LinkWidth.of(-1)).isEqualTo(LinkWidth.UNKNOWN);
        assertThatIllegalArgumentException().isThrownBy(() -> info.linkWidthActive(LinkWidth.UNKNOWN));
    }

    @Test
    void aSetOmitsUndefinedBitsAndIsUnmodifiable() {
        Set<LinkWidth> widths = WireEnum.setOf(LinkWidth.class, 0xe3);
        assertThat(widths).containsExactly(LinkWidth.ONE, LinkWidth.FOUR);
        assertThat(WireEnum.bitsOf(widths)).isEqualTo(3);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(widths::clear);
        assertThat(WireEnum.setOf(PortCapability.class, 0x80000000L))
                .containsExactly(PortCapability.IS_HIERARCHY_INFO_SUPPORTED);
        assertThat(WireEnum.bitsOf(Set.of(PortCapability.IS_HIERARCHY_INFO_SUPPORTED)))
                .isEqualTo(0x80000000L);
    }
}
