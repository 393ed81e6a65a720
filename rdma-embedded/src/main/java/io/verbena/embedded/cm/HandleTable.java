package io.verbena.embedded.cm;

import io.verbena.error.RdmaException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects by the numbers under which a program knows them. Numbers start at 1 and are not reused. */
final class HandleTable<T> {
    private final Map<Long, T> objects = new HashMap<>();
    private final String what;
    private long last;

    HandleTable(String what) {
        this.what = what;
    }

    long add(T object) {
        last++;
        objects.put(last, object);
        return last;
    }

    T get(long number) {
        T found = objects.get(number);
        if (found == null) {
            throw new RdmaException(
                    "there is no " + what + " " + number + "; it was destroyed, or the fabric is closed");
        }
        return found;
    }

    void remove(long number) {
        objects.remove(number);
    }

    List<T> all() {
        return List.copyOf(objects.values());
    }
}
