package io.verbena.iba;

import java.util.Arrays;

/** Factory for the fields of generated structures. */
final class Fields {
    private Fields() {}

    static Field unsigned(String name, String label, int bit, int width) {
        return of(name, label, bit, width, 1, Field.Kind.UNSIGNED, (structure, at) -> structure.bits(at, width));
    }

    static Field hex(String name, String label, int bit, int width) {
        return of(name, label, bit, width, 1, Field.Kind.HEX, (structure, at) -> structure.bits(at, width));
    }

    static Field text(String name, String label, int bit, int width, int count) {
        return of(name, label, bit, width, count, Field.Kind.TEXT, (structure, at) -> structure.text(at, count));
    }

    static Field bytes(String name, String label, int bit, int width, int count) {
        return of(name, label, bit, width, count, Field.Kind.BYTES, (structure, at) -> structure.bytes(at, count));
    }

    static Field guid(String name, String label, int bit, int width) {
        return of(name, label, bit, width, 1, Field.Kind.GUID, (structure, at) -> Guid.of(structure.u64(at)));
    }

    static Field gid(String name, String label, int bit, int width) {
        return of(name, label, bit, width, 1, Field.Kind.GID, (structure, at) -> structure.gid(at));
    }

    static Field lid(String name, String label, int bit, int width) {
        return of(name, label, bit, width, 1, Field.Kind.LID, (structure, at) -> Lid.of(structure.u16(at)));
    }

    static <E extends Enum<E> & WireEnum> Field enumeration(
            String name, String label, int bit, int width, Class<E> type) {
        E[] constants = type.getEnumConstants();
        Field.Reader reader = (structure, at) -> constant(constants, structure.bits(at, width));
        return new Field(name, label, bit, width, 1, Field.Kind.ENUM, reader, type, -1, -1, null);
    }

    static <E extends Enum<E> & WireEnum> Field set(String name, String label, int bit, int width, Class<E> type) {
        Field.Reader reader = (structure, at) -> WireEnum.setOf(type, structure.bits(at, width));
        return new Field(name, label, bit, width, 1, Field.Kind.SET, reader, type, -1, -1, null);
    }

    static Field structure(String name, String label, int bit, int width, Class<? extends Structure> type) {
        Field.Reader reader = (structure, at) -> structure.nested(Layout.forType(type), at);
        return new Field(name, label, bit, width, 1, Field.Kind.STRUCTURE, reader, type, -1, -1, null);
    }

    private static <E extends WireEnum> E constant(E[] constants, long code) {
        return Arrays.stream(constants)
                .filter(constant -> constant.code() == (int) code)
                .findFirst()
                .orElse(constants[constants.length - 1]);
    }

    private static Field of(
            String name, String label, int bit, int width, int count, Field.Kind kind, Field.Reader reader) {
        return new Field(name, label, bit, width, count, kind, reader, null, -1, -1, null);
    }
}
