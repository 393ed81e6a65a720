package io.verbena.spi.cm;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;

/** A UDP socket of this system. */
final class SystemUdpSocket implements UdpSocket {
    private final DatagramChannel channel;
    private final InetSocketAddress address;

    private SystemUdpSocket(DatagramChannel channel, InetSocketAddress address) {
        this.channel = channel;
        this.address = address;
    }

    static SystemUdpSocket open(InetSocketAddress address) {
        try {
            // A socket of family INET6 would report IPv4 addresses as such, but bind its wildcard address to both.
            DatagramChannel opened = DatagramChannel.open(
                    address.getAddress() instanceof Inet4Address
                            ? StandardProtocolFamily.INET
                            : StandardProtocolFamily.INET6);
            try {
                opened.bind(address);
                return new SystemUdpSocket(opened, (InetSocketAddress) opened.getLocalAddress());
            } catch (IOException | RuntimeException e) {
                opened.close();
                throw e;
            }
        } catch (BindException e) {
            boolean isTaken = String.valueOf(e.getMessage()).contains("in use");
            throw failure("bind", address, isTaken ? Errno.EADDRINUSE : Errno.EADDRNOTAVAIL, e);
        } catch (IOException e) {
            throw failure("bind", address, Errno.EIO, e);
        }
    }

    private static SysException failure(String call, InetSocketAddress address, int errno, IOException cause) {
        SysException failure =
                new SysException(call, "UDP address " + address, errno, String.valueOf(cause.getMessage()));
        failure.initCause(cause);
        return failure;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public void send(ByteBuffer packet, InetSocketAddress destination) {
        try {
            channel.send(packet, destination);
        } catch (ClosedChannelException e) {
            throw failure("sendto", destination, Errno.EBADF, e);
        } catch (IOException e) {
            throw failure("sendto", destination, Errno.EIO, e);
        }
    }

    @Override
    public @Nullable InetSocketAddress receive(ByteBuffer into) {
        while (channel.isOpen()) {
            try {
                return (InetSocketAddress) channel.receive(into);
            } catch (ClosedChannelException e) {
                return null;
            } catch (IOException e) {
                // The system reports here that an earlier packet could not be delivered, and the next one may arrive.
                into.clear();
            }
        }
        return null;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw failure("close", address, Errno.EIO, e);
        }
    }
}
