package io.verbena.cm;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.spi.cm.CmNotice;
import io.verbena.verbs.ClosedObjectException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/** The address that an identifier claims, and who asks it there for connections. */
final class Listening {
    private final CmId id;
    private final RequestQueue requests = new RequestQueue();

    Listening(CmId id) {
        this.id = id;
    }

    void bind(InetSocketAddress address) {
        claiming(address.toString(), () -> id.driver().bind(id.handle(), address));
    }

    void listen(int backlog) {
        claiming(id.toString(), () -> id.driver().listen(id.handle(), backlog));
    }

    private void claiming(String what, Runnable call) {
        try {
            id.using(call);
        } catch (SysException e) {
            throw e.errno() == Errno.EADDRINUSE ? new AddressInUseException(what, e) : e;
        }
    }

    CompletableFuture<ConnectionRequest> request() {
        return requests.take();
    }

    /** Somebody asks; on the thread of the channel. Where nobody takes requests any more, the end of the identifier tells so. */
    void take(CmNotice notice) {
        EventChannel channel = id.channel();
        long cookie = channel.manager().cookie();
        id.driver().cookie(notice.request(), cookie);
        CmId asking = channel.adopt(new CmId(channel, notice.request(), id.portSpace(), cookie));
        asking.rename();
        if (!requests.offer(new ConnectionRequest(asking, notice.parameters()))) {
            asking.close();
        }
    }

    /** Fails those who wait for a request, and gives up those whom nobody took. */
    void closed(ClosedObjectException why) {
        requests.end(why).forEach(request -> request.id().close());
    }
}
