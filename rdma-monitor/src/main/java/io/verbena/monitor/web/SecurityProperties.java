package io.verbena.monitor.web;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the access to the monitor.
 *
 * @param users Users. Without any, and without an OpenID provider, the monitor listens on the loopback address only and
 *     requires no login.
 * @param openId Roles of the users of an OpenID provider.
 */
@ConfigurationProperties("monitor.security")
record SecurityProperties(
        @DefaultValue List<UserEntry> users, @DefaultValue OpenIdRoles openId) {

    /** The roles of users. */
    enum UserRole {
        /** Reads everything. */
        VIEWER,
        /** Also acknowledges alarms and creates maintenance windows. */
        OPERATOR
    }

    /**
     * How a user of an OpenID provider gets a role.
     *
     * @param claim Claim with the names of groups or roles; dots separate the members of nested objects.
     * @param viewers Values of the claim that make a user a viewer.
     * @param operators Values of the claim that make a user an operator.
     */
    record OpenIdRoles(
            @DefaultValue("roles") String claim,
            @DefaultValue("viewer") Set<String> viewers,
            @DefaultValue("operator") Set<String> operators) {
        /** Returns the role of a user with some values of the claim; empty if none of them has a role. */
        Optional<UserRole> role(Collection<String> values) {
            if (values.stream().anyMatch(operators::contains)) {
                return Optional.of(UserRole.OPERATOR);
            }
            return values.stream().anyMatch(viewers::contains) ? Optional.of(UserRole.VIEWER) : Optional.empty();
        }
    }

    /**
     * A user.
     *
     * @param name Name.
     * @param password Encoded password with the name of its encoding, such as a hash after {bcrypt}.
     * @param role Role.
     */
    record UserEntry(
            String name,
            String password,
            @DefaultValue("viewer") UserRole role) {
        UserEntry {
            if (!password.matches("(?s)\\{[\\w@-]+}.*")) {
                throw new IllegalArgumentException("the password of monitor.security.users[].name=" + name
                        + " does not name its encoding; write {bcrypt}… with a hash, for example of \"htpasswd -nB\"");
            }
        }

        @Override
        public String toString() {
            return name + " (" + role + ")";
        }
    }
}
