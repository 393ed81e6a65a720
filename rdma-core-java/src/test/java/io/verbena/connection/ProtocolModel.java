package io.verbena.connection;

import io.verbena.connection.MessageHeader.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Two sides that speak the protocol of messages and requests by the classes that channels are built on, and the wire between
 * them. Each step that may come next is an action; {@link ModelCheck} tries them in every order.
 */
final class ProtocolModel {
    /** A planted error. */
    enum Planted {
        NOTHING,
        /** The credits that one message carries are lost. */
        DROPPED_CREDIT,
        /** One message is released without the protocol being notified. */
        UNCOUNTED_RELEASE,
        /** Requests take the last slot of the peer, too. */
        GREEDY_REQUESTS,
        /** Credits are returned only when most slots are owed, although the peer may have none left. */
        LATE_CREDITS
    }

    /**
     * The configuration of the two sides and the messages that they send.
     *
     * @param slots of each side
     * @param window of each side
     * @param places for messages that are being sent, on each side; 0 for enough, where a send ends when it is delivered
     * @param scripts what each side sends: {@code s} a short message, {@code l} a long one, {@code q} a short request,
     *     {@code Q} a long one; the replies to {@code r} and {@code R} need a short request of the peer before
     * @param hoarded how many messages each side keeps until it has taken all
     * @param closes which sides may close at any time
     * @param fails whether the connection may end at any time
     */
    record Setting(
            int slots,
            int window,
            int places,
            List<String> scripts,
            int hoarded,
            List<Boolean> closes,
            boolean fails,
            Planted planted) {
        Setting planting(Planted other) {
            return new Setting(slots, window, places, scripts, hoarded, closes, fails, other);
        }
    }

    /** A possible next step. */
    record Action(int side, What what, int index) {}

    enum What {
        SEND,
        DELIVER,
        SEND_ENDS,
        READ_ENDS,
        TAKE,
        RELEASE,
        ASK_BACK,
        REPLY,
        CLOSE,
        FAIL
    }

    /** The kind of content of a message. */
    private enum Content {
        MESSAGE,
        REQUEST,
        REPLY
    }

    /** A message on the wire; of a request the number, of another message its place in the order. */
    private record Sent(MessageHeader header, Content content, long number, boolean asksBack) {
        @Override
        public String toString() {
            return header.kind().code + "," + header.credits() + "," + header.id() + "," + content + number;
        }
    }

    /** A request that is being handled. */
    private static final class Handled {
        final Message message;
        final Sent request;
        boolean mayReply;
        boolean asked;

        Handled(Message message, Sent request) {
            this.message = message;
            this.request = request;
            this.mayReply = !request.asksBack();
        }

        @Override
        public String toString() {
            return request.number() + (mayReply ? "!" : asked ? "~" : "");
        }
    }

    /** A request of this side, and for which request of the peer it is; null if for none. */
    private record Asked(long id, @Nullable Handled on) {}

    private final class Side {
        final int number;
        final MessageProtocol<Long> protocol = new MessageProtocol<>(setting.slots(), setting.window());
        final RequestProtocol<Asked> requests =
                new RequestProtocol<>(setting.slots(), setting.slots(), setting.window());
        final Deque<Sent> wire = new ArrayDeque<>();
        final Deque<Message> reading = new ArrayDeque<>();
        final IdentityHashMap<Message, Sent> contents = new IdentityHashMap<>();
        final IdentityHashMap<Message, Sent> replies = new IdentityHashMap<>();
        final List<Message> held = new ArrayList<>();
        final List<Handled> handled = new ArrayList<>();
        final Set<Long> unanswered = new HashSet<>();
        int receives = setting.slots() + setting.window() + 3;
        int inFlight;
        int delivered;
        int scripted;
        long received;
        long taken;
        long messagesSent;
        long messagesTaken;
        long asked;
        long answered;
        boolean closing;
        boolean closed;
        boolean planted;

        Side(int number) {
            this.number = number;
            protocol.opened(setting.slots());
        }

        Side peer() {
            return sides[1 - number];
        }

        char next() {
            String script = setting.scripts().get(number);
            return scripted < script.length() && !closing ? script.charAt(scripted) : ' ';
        }

        boolean hasRoom() {
            return setting.places() == 0 || inFlight < setting.places();
        }

        boolean maySend(char what) {
            if (what == ' ' || !hasRoom() || !protocol.maySend(Character.isUpperCase(what) || what == 'l')) {
                return false;
            }
            return what == 's' || what == 'l' || mayAsk(Character.isUpperCase(what));
        }

        private boolean mayAsk(boolean isLong) {
            return setting.planted() == Planted.GREEDY_REQUESTS || requests.maySend(isLong);
        }

        void send(char what) {
            boolean isLong = Character.isUpperCase(what) || what == 'l';
            if (what == 's' || what == 'l') {
                send(isLong, Content.MESSAGE, messagesSent++, false);
            } else {
                ask(isLong, Character.toLowerCase(what) == 'r', null);
            }
        }

        void ask(boolean isLong, boolean asksBack, @Nullable Handled on) {
            long id = asked++;
            unanswered.add(id);
            send(isLong, Content.REQUEST, requests.sent(new Asked(id, on), isLong), asksBack);
        }

        private void send(boolean isLong, Content content, long sequence, boolean asksBack) {
            long id = 0;
            if (isLong) {
                id = protocol.sent(sequence);
            } else {
                protocol.sent();
            }
            post(isLong ? Kind.LONG : Kind.SHORT, id, content, sequence, asksBack);
        }

        private void post(Kind kind, long id, Content content, long sequence, boolean asksBack) {
            int credits = protocol.grant();
            if (setting.planted() == Planted.DROPPED_CREDIT && credits > 0 && !planted && kind != Kind.CREDITS) {
                planted = true;
                credits--;
            }
            MessageHeader header = new MessageHeader(kind, credits, kind == Kind.LONG ? 1 : 0, id, 0, 0);
            inFlight++;
            peer().wire.add(new Sent(header, content, sequence, asksBack));
            require(peer().wire.size() <= peer().receives, "a message finds no receive");
        }

        /** Proceeds like {@link MessageLane#proceed}. */
        void proceed() {
            MessageProtocol.Step step;
            readLongMessages();
            while (hasRoom() && (step = protocol.next()) != null) {
                switch (step) {
                    case REPLY -> {
                        Message request = protocol.nextReply();
                        reuse(request);
                        Sent reply = Objects.requireNonNull(replies.remove(request));
                        requests.replying();
                        send(reply.header().kind() == Kind.LONG, Content.REPLY, reply.number(), false);
                        readLongMessages();
                    }
                    case READ -> post(Kind.READ, protocol.nextRead(), Content.MESSAGE, 0, false);
                    case CREDITS -> {
                        if (setting.planted() == Planted.LATE_CREDITS
                                && count("owed", protocol) < setting.slots() * 3 / 4) {
                            return;
                        }
                        post(Kind.CREDITS, 0, Content.MESSAGE, 0, false);
                    }
                }
            }
            if (closing && hasRoom() && protocol.trySendEnd()) {
                post(Kind.END, 0, Content.MESSAGE, 0, false);
            }
            closed |= closing && protocol.hasSentEnd() && inFlight == 0 && protocol.isRead();
        }

        private void readLongMessages() {
            Message next;
            while ((next = protocol.nextToRead()) != null) {
                reading.add(next);
            }
        }

        void deliver() {
            Sent sent = wire.remove();
            receives--;
            peer().delivered++;
            MessageHeader header = sent.header();
            Message message = header.kind() == Kind.READ || header.kind() == Kind.CREDITS
                    ? null
                    : header.kind() == Kind.SHORT
                            ? Message.inSlot(this::release, header, 0, ByteBuffer.allocate(0))
                            : Message.withoutSlot(this::release, header);
            protocol.received(header, message);
            if (message != null && header.kind() != Kind.END) {
                contents.put(message, sent);
                received++;
            }
            if (header.kind() != Kind.SHORT) {
                receives++;
            }
            takeRequests();
        }

        void sendEnds() {
            inFlight--;
            delivered--;
        }

        void readEnds() {
            protocol.read(reading.remove());
            takeRequests();
        }

        /** Requests and replies are taken as soon as they can be; other messages when the application does. */
        private void takeRequests() {
            if (hasRequests()) {
                while (mayTake()) {
                    take();
                }
            }
        }

        boolean hasRequests() {
            return setting.scripts().stream().anyMatch(script -> script.matches(".*[qQrR].*"));
        }

        boolean mayTake() {
            return !closing && taken < received && protocol.isReady();
        }

        void take() {
            Message message = Objects.requireNonNull(protocol.take());
            taken++;
            Sent sent = Objects.requireNonNull(contents.get(message));
            switch (sent.content()) {
                case MESSAGE -> {
                    require(sent.number() == messagesTaken, "a message is lost, repeated or out of order");
                    messagesTaken++;
                    held.add(message);
                }
                case REQUEST -> {
                    requests.received(sent.number());
                    handled.add(new Handled(message, sent));
                }
                case REPLY -> {
                    Asked request = requests.replied(sent.number());
                    require(unanswered.remove(request.id()), "a request has two replies");
                    answered++;
                    if (request.on() != null) {
                        request.on().mayReply = true;
                    }
                    release(message);
                }
            }
        }

        boolean mayRelease() {
            boolean all = messagesTaken == messages(peer()) || peer().closing;
            return !held.isEmpty() && (all || held.size() > setting.hoarded());
        }

        private long messages(Side side) {
            return setting.scripts()
                    .get(side.number)
                    .chars()
                    .filter(c -> c == 's' || c == 'l')
                    .count();
        }

        void release(Message message) {
            contents.remove(message);
            if (setting.planted() == Planted.UNCOUNTED_RELEASE && !planted) {
                planted = true;
            } else {
                protocol.release(message);
            }
            reuse(message);
        }

        private void reuse(Message message) {
            receives += message.header.kind() == Kind.SHORT ? 1 : 0;
        }

        /** A reply is long if its request is. */
        void reply(Handled request) {
            handled.remove(request);
            contents.remove(request.message);
            boolean isLong = request.request.header().kind() == Kind.LONG;
            MessageHeader header = new MessageHeader(isLong ? Kind.LONG : Kind.SHORT, 0, 0, 0, 0, 0);
            replies.put(request.message, new Sent(header, Content.REPLY, request.request.number(), false));
            protocol.reply(request.message, isLong);
        }

        @Override
        public String toString() {
            return protocol + "|" + requests + "|" + wire + inFlight + "," + delivered + "," + reading.size() + "/"
                    + receives + "|" + scripted
                    + "," + messagesTaken + "|" + ids(held) + handled + unanswered + (closing ? "c" : "")
                    + (closed ? "C" : "") + (planted ? "p" : "");
        }

        private String ids(List<Message> messages) {
            StringBuilder text = new StringBuilder();
            messages.forEach(each -> text.append(contents.get(each)).append(' '));
            return text.toString();
        }
    }

    private final Setting setting;
    private final Side[] sides = new Side[2];
    private boolean failed;

    ProtocolModel(Setting setting) {
        this.setting = setting;
        for (int side = 0; side < 2; side++) {
            sides[side] = new Side(side);
        }
    }

    /** Whether nothing happens any more because the connection has ended. */
    private boolean hasEnded() {
        return failed || sides[0].closed || sides[1].closed;
    }

    List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        if (hasEnded()) {
            return actions;
        }
        for (Side side : sides) {
            add(actions, side, What.SEND, side.maySend(side.next()));
            add(actions, side, What.DELIVER, !side.wire.isEmpty());
            add(actions, side, What.SEND_ENDS, side.delivered > 0);
            add(actions, side, What.READ_ENDS, !side.reading.isEmpty());
            add(actions, side, What.TAKE, !side.hasRequests() && side.mayTake());
            add(actions, side, What.RELEASE, side.mayRelease());
            for (int i = 0; i < side.handled.size(); i++) {
                Handled request = side.handled.get(i);
                boolean isLong = request.request.header().kind() == Kind.LONG;
                boolean mayAskBack =
                        !request.mayReply && !request.asked && !side.closing && side.maySend(isLong ? 'Q' : 'q');
                if (mayAskBack) {
                    actions.add(new Action(side.number, What.ASK_BACK, i));
                }
                if (request.mayReply) {
                    actions.add(new Action(side.number, What.REPLY, i));
                }
            }
            add(actions, side, What.CLOSE, setting.closes().get(side.number) && !side.closing);
        }
        if (setting.fails()) {
            actions.add(new Action(0, What.FAIL, 0));
        }
        return actions;
    }

    private static void add(List<Action> actions, Side side, What what, boolean possible) {
        if (possible) {
            actions.add(new Action(side.number, what, 0));
        }
    }

    void apply(Action action) {
        Side side = sides[action.side()];
        switch (action.what()) {
            case SEND -> {
                char what = side.next();
                side.scripted++;
                side.send(what);
            }
            case DELIVER -> {
                side.deliver();
                if (setting.places() == 0) {
                    side.peer().sendEnds();
                    side.peer().proceed();
                }
            }
            case SEND_ENDS -> side.sendEnds();
            case READ_ENDS -> side.readEnds();
            case TAKE -> side.take();
            case RELEASE -> side.release(side.held.remove(0));
            case ASK_BACK -> {
                Handled request = side.handled.get(action.index());
                request.asked = true;
                side.ask(request.request.header().kind() == Kind.LONG, false, request);
            }
            case REPLY -> side.reply(side.handled.get(action.index()));
            case CLOSE -> side.closing = true;
            case FAIL -> {
                failed = true;
                return;
            }
        }
        side.proceed();
    }

    /** Checks that every credit is in one place: with the sender, on the wire, in a slot, or owed. */
    void checkCredits() {
        for (Side side : sides) {
            long sent = side.peer().wire.stream()
                    .filter(each ->
                            each.header().kind() == Kind.SHORT || each.header().kind() == Kind.LONG)
                    .count();
            long returned = side.wire.stream()
                    .mapToLong(each -> each.header().credits())
                    .sum();
            long all = count("credits", side.protocol)
                    + sent
                    + count("outstanding", side.peer().protocol)
                    + count("owed", side.peer().protocol)
                    + returned;
            require(all == setting.slots(), "there are " + all + " credits of " + setting.slots());
        }
    }

    private static int count(String name, MessageProtocol<?> protocol) {
        Matcher matcher = Pattern.compile(name + "=(\\d+)").matcher(protocol.toString());
        require(matcher.find(), name);
        return Integer.parseInt(matcher.group(1));
    }

    /** Checks a state without a next step. */
    void checkRest() {
        for (Side side : sides) {
            if (hasEnded()) {
                checkAbandoned(side);
                continue;
            }
            require(!side.closing, "a close does not end");
            require(side.next() == ' ', "a message cannot be sent");
            require(side.wire.isEmpty() && side.inFlight == 0 && side.reading.isEmpty(), "something is in flight");
            require(side.held.isEmpty() && side.handled.isEmpty(), "a message is held");
            require(side.unanswered.isEmpty(), "a request has no reply");
            require(side.messagesTaken == side.peer().messagesSent, "a message is lost");
            require(count("outstanding", side.protocol) == 0, "a slot is not released");
        }
        if (hasEnded() && !failed) {
            checkWhatWasSentBeforeTheClose();
        }
    }

    private void checkWhatWasSentBeforeTheClose() {
        for (Side side : sides) {
            if (side.closed && !side.hasRequests() && !side.peer().closing) {
                while (side.peer().mayTake()) {
                    side.peer().take();
                }
                require(
                        side.peer().messagesTaken == side.messagesSent,
                        "a message that was sent before the close is lost");
            }
        }
    }

    /** Each request that has no reply fails, and no other. */
    private static void checkAbandoned(Side side) {
        List<Asked> abandoned = side.requests.abandon();
        require(abandoned.size() + side.answered == side.asked, "a request has neither a reply nor a failure");
        for (Asked each : abandoned) {
            require(side.unanswered.remove(each.id()), "a request has a reply and a failure");
        }
        require(side.unanswered.isEmpty(), "a request has neither a reply nor a failure");
    }

    static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    @Override
    public String toString() {
        return sides[0] + " || " + sides[1] + (failed ? " failed" : "");
    }
}
