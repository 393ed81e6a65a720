package io.verbena.spring.boot.connection;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Marks the method of a bean that does the work of a server of the configuration, {@code rdma.servers.<name>}. Its parameters
 * say what that is:
 *
 * <ul>
 *   <li>with a {@code byte[]}, a {@code ByteBuffer} or a {@code String}, it is called for each message that a {@link
 *       RdmaTemplate} or a {@link io.verbena.connection.message.RequestChannel} sends, by several threads at once. What it
 *       answers, one of the same three types, is the answer; that of a {@code void} method is empty. What it throws is told to
 *       the other side. The buffer is read only, and valid until the method returns. It may take the {@link
 *       io.verbena.connection.RdmaConnection} and the {@link io.verbena.connection.message.MessageChannel}, too;
 *   <li>with a {@code MessageChannel} and no message, it is called once for each connection, on a thread of its own, and takes
 *       and sends messages as it likes;
 *   <li>with a {@code RdmaConnection} alone, it is called once for each connection, on a thread of its own, and does as it
 *       likes. The connection is closed when it returns.
 * </ul>
 *
 * <p>When the application ends, messages that are being worked on are answered. A listener that has a connection to itself finds
 * it ended, and is given some time to return.
 */
@Documented
@Reflective
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RdmaListener {

    /** The name of the server. */
    String value();
}
