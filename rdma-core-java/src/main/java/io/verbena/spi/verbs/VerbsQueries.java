package io.verbena.spi.verbs;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.DeviceClock;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.PortProperties;
import java.util.List;
import java.util.Optional;

/** What a device is. All of it is read anew at each call, and throws {@link io.verbena.error.SysException}. */
public interface VerbsQueries {

    /** What it is, and can do. */
    DeviceProperties queryDevice();

    /** What it can do beyond that. */
    DeviceExtensions queryExtensions();

    /** The number that the kernel has for it, -1 if it tells none. */
    int queryIndex();

    /** What its clock shows. */
    DeviceClock queryClock();

    /** What a port is now. */
    PortProperties queryPort(int port);

    /** What a port carries at present, in Mb/s. */
    long queryPortMegabits(int port);

    /** The partition key at an index, 16 bits. */
    int queryPartitionKey(int port, int index);

    /** The entry of the GID table at an index; none if it is not used. */
    Optional<GidTableEntry> queryGid(int port, int index);

    /** The entries of the GID tables that are used, of all ports. */
    List<GidTableEntry> queryGids();

    /** The same, of at most so many entries; EINVAL if there are more. */
    default List<GidTableEntry> queryGids(int most) {
        List<GidTableEntry> entries = queryGids();
        if (entries.size() > most) {
            throw new SysException("ibv_query_gid_table", "", Errno.EINVAL, "more entries are used than " + most);
        }
        return entries;
    }
}
