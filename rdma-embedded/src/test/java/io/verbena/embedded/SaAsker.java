package io.verbena.embedded;

import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Notice;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.rmpp.RmppFormat;
import io.verbena.rmpp.RmppOptions;
import io.verbena.rmpp.RmppReceiver;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadRegistration;
import io.verbena.spi.RdmaDriver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Sends requests to the subnet administration from one host, as encoded datagrams. */
final class SaAsker implements AutoCloseable {
    private static final RmppFormat FORMAT = RmppFormat.of(3).orElseThrow();
    private static final int DATA = 56;
    private static final int TIMEOUT = 500;
    private static final long WAIT = 5_000_000_000L;

    private final RdmaDriver driver;
    private final MadChannel channel;
    private final int agent;
    private final List<byte[]> reports = new ArrayList<>();
    private long smKey;
    private int transaction;
    private boolean deaf;

    /** A response of the administration. */
    static final class Reply {
        private final int status;
        private final SubnetAdministrationMad mad;
        private final byte[] message;

        Reply(int status, SubnetAdministrationMad mad, byte[] message) {
            this.status = status;
            this.mad = mad;
            this.message = message;
        }

        int status() {
            return status;
        }

        SubnetAdministrationMad mad() {
            return mad;
        }

        <T extends Structure> T record(Layout<T> layout) {
            return layout.wrap(message, DATA);
        }

        <T extends Structure> List<T> records(Layout<T> layout) {
            int step = mad.attributeOffset() * 8;
            List<T> records = new ArrayList<>();
            for (int at = DATA; step > 0 && at + step <= message.length; at += step) {
                records.add(layout.wrap(message, at));
            }
            return records;
        }
    }

    SaAsker(EmbeddedFabric fabric, String host) {
        driver = fabric.driver(host);
        channel = driver.openMadChannel("emb0", 1);
        agent = channel.register(new MadRegistration(3, 2, 0, Set.of(MadMethod.REPORT.code()), false));
    }

    SaAsker trusted(long key) {
        smKey = key;
        return this;
    }

    /** Stops acknowledging reports. */
    SaAsker deaf() {
        deaf = true;
        return this;
    }

    int smLid() {
        return driver.device("emb0").ports().get(0).smLid().bits();
    }

    <T extends Structure> Reply get(T wanted, String... components) {
        return ask(MadMethod.GET, wanted, wanted.layout().componentMask(components));
    }

    <T extends Structure> Reply set(T wanted, String... components) {
        return ask(MadMethod.SET, wanted, wanted.layout().componentMask(components));
    }

    <T extends Structure> Reply delete(T wanted, String... components) {
        return ask(MadMethod.DELETE, wanted, wanted.layout().componentMask(components));
    }

    @SuppressWarnings("unchecked")
    <T extends Structure> List<T> table(T wanted, String... components) {
        Reply reply = ask(MadMethod.GET_TABLE, wanted, wanted.layout().componentMask(components));
        if (reply.status != 0 || reply.mad.status() != 0) {
            throw new AssertionError("no answer: " + reply.status + ", " + reply.mad);
        }
        return reply.records((Layout<T>) wanted.layout());
    }

    Reply ask(MadMethod method, Structure wanted, long mask) {
        SubnetAdministrationMad mad = new SubnetAdministrationMad()
                .baseVersion(1)
                .managementClassBits(3)
                .classVersion(2)
                .method(method)
                .transactionId(++transaction)
                .attributeId(wanted.layout().attributeId())
                .smKey(smKey)
                .componentMask(mask);
        byte[] bytes = mad.toBytes();
        wanted.copyTo(bytes, DATA);
        return send(bytes);
    }

    /** Sends bytes without encoding them, and does not wait for a response. */
    void throwIn(byte[] bytes) {
        channel.send(agent, MadAddress.generalService(smLid(), 0, 0), ByteBuffer.wrap(bytes), 0);
        channel.receive((number, status, address, mad) -> {}, 0);
    }

    private Reply send(byte[] bytes) {
        MadAddress address = MadAddress.generalService(smLid(), 0, 0);
        channel.send(agent, address, ByteBuffer.wrap(bytes), TIMEOUT);
        RmppReceiver receiver = new RmppReceiver(FORMAT, RmppOptions.DEFAULTS);
        List<Reply> replies = new ArrayList<>();
        while (replies.isEmpty()) {
            receive(WAIT, (status, packet) -> {
                SubnetAdministrationMad mad = SubnetAdministrationMad.LAYOUT.wrap(packet, 0);
                if (status != 0 || (mad.rmppFlagsBits() & RmppFlag.ACTIVE.code()) == 0) {
                    replies.add(new Reply(status, mad, packet));
                    return;
                }
                receiver.received(
                        ByteBuffer.wrap(packet), channel.nanoTime(), out -> channel.send(agent, address, out, 0));
                if (receiver.isDone()) {
                    byte[] message = receiver.message();
                    replies.add(new Reply(0, SubnetAdministrationMad.LAYOUT.wrap(first(message), 0), message));
                }
                if (receiver.failure() != null) {
                    throw new AssertionError(receiver.failure());
                }
            });
        }
        return replies.get(0);
    }

    private static byte[] first(byte[] message) {
        return Arrays.copyOf(message, SubnetAdministrationMad.LENGTH);
    }

    private interface Taker {
        void take(int status, byte[] packet);
    }

    private void receive(long nanos, Taker to) {
        channel.receive(
                (number, status, address, mad) -> {
                    byte[] bytes = new byte[mad.remaining()];
                    mad.get(bytes);
                    SubnetAdministrationMad packet = SubnetAdministrationMad.LAYOUT.wrap(bytes, 0);
                    if (status == 0 && packet.method() == MadMethod.REPORT) {
                        report(address, bytes);
                    } else {
                        to.take(status, bytes);
                    }
                },
                nanos);
    }

    private void report(MadAddress from, byte[] bytes) {
        reports.add(bytes);
        if (!deaf) {
            byte[] answer = bytes.clone();
            SubnetAdministrationMad.LAYOUT.wrapWritable(answer, 0).method(MadMethod.REPORT_RESPONSE);
            channel.send(agent, from, ByteBuffer.wrap(answer), 0);
        }
    }

    /** Returns the reported notices, after waiting for more. */
    List<Notice> notices(long nanos) {
        long end = channel.nanoTime() + nanos;
        while (end - channel.nanoTime() > 0) {
            receive(end - channel.nanoTime(), (status, packet) -> {});
        }
        return reports.stream().map(bytes -> Notice.LAYOUT.wrap(bytes, DATA)).toList();
    }

    @Override
    public void close() {
        channel.close();
        driver.close();
    }
}
