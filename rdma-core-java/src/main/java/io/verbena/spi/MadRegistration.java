package io.verbena.spi;

import java.util.Set;

/**
 * What an agent of a channel is for.
 *
 * @param managementClass the class, 8 bits
 * @param classVersion its version
 * @param oui the vendor, 24 bits, of a class from 0x30 to 0x4f; 0 for any other class
 * @param methods the methods, 1 to 127, whose requests it takes; none for an agent that only asks
 * @param rmpp whether the channel is to take long messages apart and put them together, if it {@linkplain
 *     MadChannel#segments() does}; otherwise the agent sends and gets the segments
 */
public record MadRegistration(int managementClass, int classVersion, int oui, Set<Integer> methods, boolean rmpp) {
    /** Refuses what no channel can register. */
    public MadRegistration {
        methods = Set.copyOf(methods);
        for (int method : methods) {
            if (method < 1 || method > 127) {
                throw new IllegalArgumentException(method + " is not the method of a request; they are from 1 to 127");
            }
        }
    }

    /** An agent that asks, and gets the answers. */
    public static MadRegistration client(int managementClass, int classVersion) {
        return new MadRegistration(managementClass, classVersion, 0, Set.of(), false);
    }

    /** Whether another agent could not be told from this one: it asks for the same class, or for one of its methods. */
    public boolean collidesWith(MadRegistration other) {
        return managementClass == other.managementClass
                && oui == other.oui
                && methods.stream().anyMatch(other.methods::contains);
    }
}
