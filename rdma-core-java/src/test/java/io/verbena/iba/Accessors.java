package io.verbena.iba;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** Reads and writes fields through the generated accessors. */
public final class Accessors {
    private Accessors() {}

    /** Copies a field with its accessors; malformed UTF-8 may not fit. */
    public static void copy(Structure from, Structure to, Field field, int index) {
        Object value = call(from, name(field), false, field.isArray() ? new Object[] {index} : new Object[0]);
        call(to, name(field), true, field.isArray() ? new Object[] {index, value} : new Object[] {value});
    }

    /** Returns the value of the getter as a number of the whole field. */
    static BigInteger get(Structure structure, Field field, int index) {
        Object value = call(structure, name(field), false, field.isArray() ? new Object[] {index} : new Object[0]);
        if (value instanceof Number number) {
            BigInteger bits = BigInteger.valueOf(number.longValue());
            return bits.signum() < 0 ? bits.add(BigInteger.ONE.shiftLeft(64)) : bits;
        }
        byte[] bytes;
        if (value instanceof Gid gid) {
            bytes = ByteBuffer.allocate(16)
                    .putLong(gid.prefix())
                    .putLong(gid.interfaceId())
                    .array();
        } else if (value instanceof String text) {
            bytes = Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), field.count());
        } else if (value instanceof Structure nested) {
            bytes = nested.toBytes();
        } else {
            bytes = (byte[]) value;
        }
        return new BigInteger(1, bytes);
    }

    /** Calls the setter with a value that has these bits. */
    static void set(Structure structure, Field field, int index, BigInteger bits) {
        Object value = value(field, bits);
        call(structure, name(field), true, field.isArray() ? new Object[] {index, value} : new Object[] {value});
    }

    private static Object value(Field field, BigInteger bits) {
        return switch (field.kind()) {
            case GID -> new Gid(bits.shiftRight(64).longValue(), bits.longValue());
            case BYTES -> bytes(bits, field.count());
            case TEXT -> new String(bytes(bits, field.count()), StandardCharsets.UTF_8).replace("\0", "");
            case STRUCTURE -> field.layout().decode(bytes(bits, field.width() / 8));
            case GUID -> bits.longValue();
            case LID -> bits.intValue();
            case UNSIGNED, HEX, ENUM, SET -> {
                if (field.width() < 32) {
                    yield bits.intValue();
                }
                yield bits.longValue();
            }
        };
    }

    static byte[] bytes(BigInteger bits, int count) {
        return HexFormat.of().parseHex(String.format("%0" + 2 * count + "x", bits));
    }

    private static String name(Field field) {
        return switch (field.kind()) {
            case GUID, LID, ENUM, SET -> field.name() + "Bits";
            default -> field.name();
        };
    }

    private static Object call(Structure structure, String name, boolean setter, Object... arguments) {
        for (Method method : structure.getClass().getDeclaredMethods()) {
            boolean sets = method.getReturnType() == method.getDeclaringClass();
            if (method.getName().equals(name) && sets == setter && takes(method, arguments)) {
                try {
                    return method.invoke(structure, arguments);
                } catch (ReflectiveOperationException e) {
                    throw new LinkageError(structure.layout().name() + "." + name, e);
                }
            }
        }
        throw new AssertionError(structure.layout().name() + " has no " + name + Arrays.toString(arguments));
    }

    private static boolean takes(Method method, Object... arguments) {
        Class<?>[] types = method.getParameterTypes();
        boolean fits = types.length == arguments.length;
        for (int i = 0; fits && i < types.length; i++) {
            fits = MethodType.methodType(types[i]).wrap().returnType().isInstance(arguments[i]);
        }
        return fits;
    }
}
