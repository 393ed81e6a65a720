package io.verbena.monitor.web;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the access to the monitor.
 *
 * @param users Users. Without any, the monitor listens on the loopback address only and requires no login.
 */
@ConfigurationProperties("monitor.security")
record SecurityProperties(@DefaultValue List<UserEntry> users) {

    /** The roles of users. */
    enum UserRole {
        /** Reads everything. */
        VIEWER,
        /** Also acknowledges alarms and creates maintenance windows. */
        OPERATOR
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
