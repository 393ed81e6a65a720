package io.verbena.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/guide/netty.md compiles. */
class NettyGuideTest {
    private static final Path PAGE = Path.of("..", "docs", "guide", "netty.md");
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void theExampleOfTheGuideCompiles(@TempDir Path classes) throws IOException {
        Matcher example = EXAMPLE.matcher(Files.readString(PAGE));
        assertThat(example.find()).isTrue();
        SimpleJavaFileObject source = source("""
                import io.netty.bootstrap.*;
                import io.netty.channel.*;
                import io.netty.channel.socket.*;
                import io.verbena.*;
                import io.verbena.netty.*;
                import java.net.*;
                class Example {
                    static void run(ChannelInitializer<SocketChannel> initializer) throws Exception {
                """ + example.group(1) + "}}");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();

        boolean compiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("-d", classes.toString(), "-proc:none", "-cp", System.getProperty("java.class.path")),
                        null,
                        List.of(source))
                .call();

        assertThat(compiled).as(messages.toString()).isTrue();
    }

    private static SimpleJavaFileObject source(String text) {
        return new SimpleJavaFileObject(URI.create("string:///Example.java"), SimpleJavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
