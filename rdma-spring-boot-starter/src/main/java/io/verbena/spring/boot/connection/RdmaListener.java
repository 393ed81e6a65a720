package io.verbena.spring.boot.connection;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Marks a method that handles the requests of a server of the configuration, {@code rdma.servers.<name>}. The
 * parameters determine what the method handles:
 *
 * <ul>
 *   <li>With a {@code byte[]}, a {@code ByteBuffer} or a {@code String}, it is called for each message of an {@link
 *       RdmaTemplate} or a {@link io.verbena.connection.RequestChannel}, by several threads. Its result, of one of
 *       these types, is the response; the response of a {@code void} method is empty. An exception is reported to the
 *       peer. The buffer is read-only and valid until the method returns. The method may also have parameters of type
 *       {@link io.verbena.connection.RdmaConnection} and {@link io.verbena.connection.MessageChannel}.
 *   <li>With a {@code MessageChannel} and no message, it is called once per connection, on a thread of its own.
 *   <li>With an {@code RdmaConnection} alone, it is called once per connection, on a thread of its own. The connection
 *       is closed when the method returns.
 * </ul>
 *
 * <p>At shutdown, messages that are being handled get their responses. A listener with exclusive use of a connection
 * sees that connection end, and has up to {@code rdma.shutdown-timeout} to return.
 */
@Documented
@Reflective
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RdmaListener {

    /** Returns the name of the server. */
    String value();
}
