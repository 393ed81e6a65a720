package io.verbena.samples.grpcoverrdma;

import io.verbena.samples.grpcoverrdma.api.Number;
import io.verbena.samples.grpcoverrdma.api.PrimesGrpc;
import io.verbena.samples.grpcoverrdma.api.PrimesGrpc.PrimesBlockingStub;
import io.verbena.samples.grpcoverrdma.api.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.grpc.client.GrpcChannelFactory;
import org.springframework.stereotype.Component;

/** Makes the same calls over each channel of the configuration, and prints the answers. */
@Component
@ConditionalOnProperty("primes.channels")
class PrimesClient implements ApplicationRunner {
    private static final int TIMEOUT_SECONDS = 20;

    private final GrpcChannelFactory channels;
    private final List<String> names;

    PrimesClient(GrpcChannelFactory channels, @Value("${primes.channels}") List<String> names) {
        this.channels = channels;
        this.names = List.copyOf(names);
    }

    @Override
    public void run(ApplicationArguments arguments) {
        for (String name : names) {
            PrimesBlockingStub primes = PrimesGrpc.newBlockingStub(channels.createChannel(name))
                    .withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            boolean prime = primes.test(number(7919)).getPrime();
            System.out.println(name + ": 7919 is " + (prime ? "prime" : "not prime"));

            List<Long> found = new ArrayList<>();
            primes.between(Range.newBuilder().setFirst(100).setLast(130).build())
                    .forEachRemaining(next -> found.add(next.getValue()));
            System.out.println(name + ": the primes from 100 to 130 are " + found);
        }
    }

    private static Number number(long value) {
        return Number.newBuilder().setValue(value).build();
    }
}
