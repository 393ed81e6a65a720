package io.verbena.netty.interop;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.RedisMessage;
import io.netty.handler.codec.redis.SimpleStringRedisMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The servers that the programs of others use. */
final class InteropHandlers {
    private InteropHandlers() {}

    /** Answers each request of HTTP with the same bytes. */
    static final class File extends SimpleChannelInboundHandler<HttpObject> {
        private final byte[] content;

        File(byte[] content) {
            this.content = content;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
            if (message instanceof HttpRequest request) {
                DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(content));
                HttpUtil.setContentLength(response, content.length);
                HttpUtil.setKeepAlive(response, HttpUtil.isKeepAlive(request));
                ChannelFuture unused = context.writeAndFlush(response);
            }
        }
    }

    /** Answers each request of HTTP with the same bytes, in registered parts that are written together. */
    static final class Parts extends SimpleChannelInboundHandler<HttpObject> {
        private static final int PART = 10_000;

        private final byte[] content;

        Parts(byte[] content) {
            this.content = content;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
            if (message instanceof HttpRequest request) {
                HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
                HttpUtil.setContentLength(response, content.length);
                HttpUtil.setKeepAlive(response, HttpUtil.isKeepAlive(request));
                ChannelFuture unused = context.write(response);
                for (int at = 0; at < content.length; at += PART) {
                    int length = Math.min(PART, content.length - at);
                    unused = context.write(new DefaultHttpContent(
                            context.alloc().directBuffer(length).writeBytes(content, at, length)));
                }
                unused = context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
            }
        }
    }

    /** Executes SET and GET of Redis. */
    static final class Store extends SimpleChannelInboundHandler<ArrayRedisMessage> {
        private final Map<String, byte[]> values;

        Store(Map<String, byte[]> values) {
            this.values = values;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ArrayRedisMessage request) {
            List<byte[]> words = request.children().stream()
                    .map(word -> ByteBufUtil.getBytes(((FullBulkStringRedisMessage) word).content()))
                    .toList();
            ChannelFuture unused = context.writeAndFlush(execute(words));
        }

        private RedisMessage execute(List<byte[]> words) {
            String command = new String(words.get(0), UTF_8);
            return switch (command) {
                case "SET" -> {
                    values.put(new String(words.get(1), UTF_8), words.get(2));
                    yield new SimpleStringRedisMessage("OK");
                }
                case "GET" -> {
                    byte[] value = values.get(new String(words.get(1), UTF_8));
                    yield value == null
                            ? FullBulkStringRedisMessage.NULL_INSTANCE
                            : new FullBulkStringRedisMessage(Unpooled.wrappedBuffer(value));
                }
                default -> new ErrorRedisMessage("ERR unknown command " + command);
            };
        }
    }

    /** Returns what it reads, and closes the connection after a number of bytes. */
    static final class Echo extends SimpleChannelInboundHandler<ByteBuf> {
        private int left;

        Echo(int length) {
            left = length;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
            left -= bytes.readableBytes();
            ChannelFuture echoed = context.writeAndFlush(bytes.retain());
            if (left == 0) {
                ChannelFuture unused = echoed.addListener(ChannelFutureListener.CLOSE);
            }
        }
    }

    /** Counts what it reads. */
    static final class Counter extends SimpleChannelInboundHandler<ByteBuf> {
        private final AtomicLong total;

        Counter(AtomicLong total) {
            this.total = total;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
            total.addAndGet(bytes.readableBytes());
        }
    }
}
