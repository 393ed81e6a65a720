package io.verbena.embedded.cm;

import io.verbena.error.RdmaException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The numbers by which a caller knows objects, from 1; each is given once. */
final class Numbers<T> {
    private final Map<Long, T> objects = new HashMap<>();
    private final String what;
    private long last;

    /** Numbers objects that are called so in messages. */
    Numbers(String what) {
        this.what = what;
    }

    long add(T object) {
        last++;
        objects.put(last, object);
        return last;
    }

    /**
     * Finds an object.
     *
     * @throws RdmaException if the number is not one of those, or no more
     */
    T get(long number) {
        T found = objects.get(number);
        if (found == null) {
            throw new RdmaException(
                    "there is no " + what + " " + number + "; it is destroyed, or the fabric is closed");
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
