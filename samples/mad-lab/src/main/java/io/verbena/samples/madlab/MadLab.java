package io.verbena.samples.madlab;

import io.verbena.error.RdmaException;
import io.verbena.iba.PortInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.sa.PathQuery;
import io.verbena.sa.SaClient;
import io.verbena.spi.PortAttributes;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.ExitCodeGenerator;
import org.springframework.stereotype.Component;

/** Sends the requests one after the other and prints the datagrams of the end port. */
@Component
class MadLab implements ApplicationRunner, ExitCodeGenerator {
    private final MadLabProperties properties;
    private final MadTransactor mad;
    private final SaClient sa;
    private final Datagrams datagrams;
    private int unanswered;

    MadLab(MadLabProperties properties, MadTransactor mad, SaClient sa, Datagrams datagrams) {
        this.properties = properties;
        this.mad = mad;
        this.sa = sa;
        this.datagrams = datagrams;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        Question.of(properties.queries()).forEach(this::ask);
    }

    private void ask(Question question) {
        String failure = null;
        try {
            Path path = path(question);
            System.out.println(question.request() + " of " + path);
            datagrams.listen();
            mad.call(question.request(), path);
        } catch (RdmaException e) {
            failure = "  failed: " + e.getMessage();
            unanswered++;
        }
        datagrams.taken().forEach(System.out::println);
        if (failure != null) {
            System.out.println(failure);
        }
        System.out.println();
    }

    /** Finds the path to a target. Subnet management uses any path; the other classes require a LID. */
    private Path path(Question question) {
        Path target = question.target();
        return switch (question.request().managementClass()) {
            case SUBNET_DIRECTED_ROUTE, SUBNET_LID_ROUTED -> resolved(target);
            case SUBNET_ADMINISTRATION -> target == null ? administration() : resolved(target);
            default -> sa.resolve(PathQuery.to(addressed(target)));
        };
    }

    private Path resolved(@Nullable Path target) {
        if (target == null) {
            throw new IllegalStateException("only requests to the subnet administration may have no target");
        }
        return target instanceof IbPath path && !path.isResolved() ? sa.resolve(path) : target;
    }

    private IbPath administration() {
        PortAttributes port = mad.endPort().attributes();
        return IbPath.to(port.smLid()).withSl(port.smSl());
    }

    /** Reads the LID of the node at the end of a directed route. */
    private IbPath addressed(@Nullable Path target) {
        Path given = resolved(target);
        return given instanceof IbPath path
                ? path
                : IbPath.to(mad.subnGet(PortInfo.class, given, 0).lid());
    }

    /** Returns 1 if a request failed, otherwise 0. */
    @Override
    public int getExitCode() {
        return unanswered == 0 ? 0 : 1;
    }
}
