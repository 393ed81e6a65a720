package io.verbena.shell.interop;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.verbena.shell.parity.CommandRun;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** A command of Verbena that runs beside the test. */
record VerbenaServer(CompletableFuture<CommandRun> ended) {

    static VerbenaServer start(String line) {
        return new VerbenaServer(CompletableFuture.supplyAsync(() -> CommandRun.verbenaLine(line)));
    }

    /** Until it listens at a TCP port. */
    VerbenaServer listeningTcp(int port) {
        return until(() -> CProgram.listensTcp(port));
    }

    /** Until it listens at a port of the RDMA CM. */
    VerbenaServer listeningCm(int port) {
        return until(() -> CProgram.listensCm(port));
    }

    private VerbenaServer until(BooleanSupplier condition) {
        CProgram.await(condition, () -> !ended.isDone(), ended::toString);
        return this;
    }

    /** Waits for its end. */
    CommandRun end() {
        return ended.orTimeout(60, SECONDS).join();
    }
}
