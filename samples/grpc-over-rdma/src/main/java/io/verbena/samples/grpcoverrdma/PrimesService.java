package io.verbena.samples.grpcoverrdma;

import io.grpc.stub.StreamObserver;
import io.verbena.samples.grpcoverrdma.api.Number;
import io.verbena.samples.grpcoverrdma.api.PrimesGrpc;
import io.verbena.samples.grpcoverrdma.api.Range;
import io.verbena.samples.grpcoverrdma.api.Verdict;
import java.math.BigInteger;
import java.util.stream.LongStream;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Service;

/** Answers questions about prime numbers. */
@Service
@ConditionalOnProperty("rdma.netty.grpc.port")
class PrimesService extends PrimesGrpc.PrimesImplBase {

    @Override
    public void test(Number request, StreamObserver<Verdict> response) {
        response.onNext(
                Verdict.newBuilder().setPrime(isPrime(request.getValue())).build());
        response.onCompleted();
    }

    @Override
    public void between(Range request, StreamObserver<Number> response) {
        LongStream.rangeClosed(request.getFirst(), request.getLast())
                .filter(PrimesService::isPrime)
                .forEach(prime ->
                        response.onNext(Number.newBuilder().setValue(prime).build()));
        response.onCompleted();
    }

    private static boolean isPrime(long value) {
        return value > 1 && BigInteger.valueOf(value).isProbablePrime(50);
    }
}
