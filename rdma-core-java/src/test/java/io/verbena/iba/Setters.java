package io.verbena.iba;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Set;

/** Calls the setters of a query; of an array, for each element. */
final class Setters {
    private Setters() {}

    static void callAll(RecordQuery<?> query) throws ReflectiveOperationException {
        for (Method setter : query.getClass().getDeclaredMethods()) {
            Class<?>[] types = setter.getParameterTypes();
            if (types.length == 1) {
                setter.invoke(query, value(query, setter.getName(), types[0]));
            } else if (types.length == 2) {
                callForEachElement(query, setter);
            }
        }
    }

    private static void callForEachElement(RecordQuery<?> query, Method setter) throws ReflectiveOperationException {
        for (int index = 0; ; index++) {
            try {
                setter.invoke(query, index, value(query, setter.getName(), setter.getParameterTypes()[1]));
            } catch (InvocationTargetException e) {
                if (index > 0 && e.getCause() instanceof IndexOutOfBoundsException) {
                    return;
                }
                throw e;
            }
        }
    }

    private static Object value(RecordQuery<?> query, String name, Class<?> type) throws ReflectiveOperationException {
        if (type == int.class) {
            return 1;
        }
        if (type == long.class) {
            return 1L;
        }
        if (type == String.class) {
            return "x";
        }
        if (type == byte[].class) {
            return new byte[query.layout().field(name).count()];
        }
        if (type == Gid.class) {
            return new Gid(1, 2);
        }
        if (type == Guid.class) {
            return Guid.of(3);
        }
        if (type == Lid.class) {
            return Lid.of(4);
        }
        if (type == Set.class) {
            return Set.of();
        }
        if (Structure.class.isAssignableFrom(type)) {
            return type.getConstructor().newInstance();
        }
        return type.getEnumConstants()[0];
    }
}
