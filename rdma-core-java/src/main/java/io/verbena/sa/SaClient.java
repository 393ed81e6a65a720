package io.verbena.sa;

import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.PathRecord;
import io.verbena.mad.MadClassException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.spi.PortAttributes;

/** A client of the subnet administration, over one transactor. Safe for use by several threads. */
public final class SaClient {
    private static final int NO_SUCH_RECORD = 3;
    private static final Layout<PathRecord> PATH = PathRecord.LAYOUT;
    private static final long BETWEEN_GIDS = PATH.componentMask("dgid", "sgid", "reversible", "numbPath");

    private final MadTransactor mad;

    /** A client that asks through this transactor, which the caller closes. */
    public SaClient(MadTransactor mad) {
        this.mad = mad;
    }

    /**
     * Completes a path: one whose LID is known is returned as it is; for a GID, LID and service level are asked for.
     *
     * @throws SaPathNotFoundException if there is no such path, or no subnet manager
     * @throws io.verbena.mad.MadTimeoutException if the subnet administration does not answer
     */
    public IbPath resolve(IbPath path) {
        if (path.isResolved()) {
            return path;
        }
        PortAttributes port = mad.endPort().attributes();
        if (port.smLid().equals(Lid.NONE)) {
            throw new SaPathNotFoundException("cannot resolve " + path + ": no subnet manager has set up end port "
                    + mad.endPort() + "; start one, or use a directed route");
        }
        Gid source = port.defaultGid();
        PathRecord wanted = new PathRecord()
                .sgid(source)
                .dgid(inSubnetOf(source, path.dgid()))
                .reversible(1)
                .numbPath(1);
        try {
            PathRecord found =
                    mad.subnAdmGet(wanted, BETWEEN_GIDS, IbPath.to(port.smLid()).withSl(port.smSl()));
            return path.withDlid(found.dlid()).withSl(found.sl());
        } catch (MadClassException e) {
            if (e.code() == NO_SUCH_RECORD) {
                throw new SaPathNotFoundException("there is no path from " + source + " to " + wanted.dgid(), e);
            }
            throw e.during("cannot resolve " + path);
        } catch (RdmaException e) {
            throw e.during("cannot resolve " + path);
        }
    }

    /** A port GUID was written without its subnet: it is taken to be in ours. */
    private static Gid inSubnetOf(Gid local, Gid wanted) {
        return wanted.prefix() == Gid.LINK_LOCAL_PREFIX ? new Gid(local.prefix(), wanted.interfaceId()) : wanted;
    }
}
