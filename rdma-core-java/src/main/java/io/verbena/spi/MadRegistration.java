package io.verbena.spi;

import java.util.Set;

/**
 * The registration of an agent of a channel.
 *
 * @param managementClass the management class, 8 bits
 * @param classVersion the version of the class
 * @param oui the vendor of a class from 0x30 to 0x4f, 24 bits; 0 for other classes
 * @param methods the methods, 1 to 127, whose requests the agent receives; none for an agent that only sends requests
 * @param rmpp whether the channel segments and assembles long messages, if it {@linkplain MadChannel#segments() can};
 *     otherwise the agent sends and receives the segments
 */
public record MadRegistration(int managementClass, int classVersion, int oui, Set<Integer> methods, boolean rmpp) {
    /** Refuses methods that no channel can register. */
    public MadRegistration {
        methods = Set.copyOf(methods);
        for (int method : methods) {
            if (method < 1 || method > 127) {
                throw new IllegalArgumentException(method + " is not the method of a request; they are from 1 to 127");
            }
        }
    }

    /** Returns the registration of an agent that sends requests and receives the responses. */
    public static MadRegistration client(int managementClass, int classVersion) {
        return new MadRegistration(managementClass, classVersion, 0, Set.of(), false);
    }

    /** Returns whether a channel could not distinguish another agent from this one because both receive the same requests. */
    public boolean collidesWith(MadRegistration other) {
        return managementClass == other.managementClass
                && oui == other.oui
                && methods.stream().anyMatch(other.methods::contains);
    }
}
