package io.verbena.diag;

import static java.util.Comparator.comparingInt;

import io.verbena.iba.MellanoxConfigRecord;
import io.verbena.iba.MellanoxConfigSpace;
import io.verbena.iba.MellanoxCounterGroupChoice;
import io.verbena.iba.MellanoxCounterGroups;
import io.verbena.iba.MellanoxGeneralInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.IbPath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What devices of Mellanox answer in the vendor class of their maker, as vendstat of infiniband-diags asks it. All calls fail
 * as those of {@link MadTransactor} do; devices of others do not answer. Safe for use by several threads.
 */
public final class MellanoxAgent {
    /** How many registers one datagram carries. */
    public static final int MOST_REGISTERS = 18;

    /** The DeviceID of an InfiniScale III. */
    public static final int INFINISCALE_III = 0xb924;

    private static final int GENERAL_INFO = 0x17;
    private static final int CONFIG_SPACE = 0x50;
    private static final int COUNTER_GROUPS = 0x90;
    private static final int COUNTER_GROUP_CHOICE = 0x91;
    private static final int MOST_GROUPS = 55;
    // What vendstat has in the modifier beside the number of registers.
    private static final int CONFIG_MODIFIER = 0x80_0000;
    private static final int COUNT_SHIFT = 16;
    // An InfiniScale III has a page of registers for each port, that of port 4 first.
    private static final int INFINISCALE_III_PORTS = 24;
    private static final int FIRST_PORT = 4;
    private static final long TRANSMIT_WAIT = 0x10_113c;
    private static final int PAGE = 0x1000;
    private static final long ALL_BITS = 0xffff_ffffL;

    private final MadTransactor mad;
    private final IbPath path;

    /** The agent of the device at a path. */
    public MellanoxAgent(MadTransactor mad, IbPath path) {
        this.mad = mad;
        this.path = path;
    }

    /** Hardware, firmware and uptime. */
    public MellanoxGeneralInfo generalInfo() {
        return mad.vendorGet(VendorClass.MELLANOX, GENERAL_INFO, 0, MellanoxGeneralInfo.class, path);
    }

    /**
     * Reads registers.
     *
     * @param registers at most {@link #MOST_REGISTERS}, of which the values do not matter
     * @return the same with their values
     */
    public List<MellanoxRegister> read(List<MellanoxRegister> registers) {
        return registers(
                mad.vendorGet(VendorClass.MELLANOX, CONFIG_SPACE, modifier(registers), bytes(registers), path),
                registers);
    }

    /**
     * Writes the bits of registers that are set in their masks. A wrong one stops a device.
     *
     * @param registers at most {@link #MOST_REGISTERS}
     * @return what the device says that they are afterwards
     */
    public List<MellanoxRegister> write(List<MellanoxRegister> registers) {
        return registers(
                mad.vendorSet(VendorClass.MELLANOX, CONFIG_SPACE, modifier(registers), bytes(registers), path),
                registers);
    }

    /**
     * How long the ports of an InfiniScale III could not send, by its registers; later devices tell it as IBA has it
     * (PortXmitWait of PortCounters).
     *
     * @return one for each of its 24 ports, in the order of their numbers
     */
    public List<TransmitWait> transmitWaits() {
        List<MellanoxRegister> asked = IntStream.range(0, INFINISCALE_III_PORTS)
                .mapToObj(i -> new MellanoxRegister(TRANSMIT_WAIT + (long) i * PAGE, 0, ALL_BITS))
                .toList();
        List<MellanoxRegister> said = new ArrayList<>();
        for (int i = 0; i < asked.size(); i += MOST_REGISTERS) {
            said.addAll(read(asked.subList(i, Math.min(asked.size(), i + MOST_REGISTERS))));
        }
        return IntStream.range(0, said.size())
                .mapToObj(i -> new TransmitWait(
                        (i + FIRST_PORT - 1) % INFINISCALE_III_PORTS + 1,
                        said.get(i).value()))
                .sorted(comparingInt(TransmitWait::port))
                .toList();
    }

    private static long modifier(List<MellanoxRegister> registers) {
        if (registers.isEmpty() || registers.size() > MOST_REGISTERS) {
            throw new IllegalArgumentException(
                    registers.size() + " registers are not 1 to " + MOST_REGISTERS + ", which a datagram carries");
        }
        return CONFIG_MODIFIER | (long) registers.size() << COUNT_SHIFT;
    }

    private static byte[] bytes(List<MellanoxRegister> registers) {
        MellanoxConfigSpace space = new MellanoxConfigSpace();
        for (int i = 0; i < registers.size(); i++) {
            MellanoxRegister register = registers.get(i);
            space.record(i).address(register.address()).data(register.value()).mask(register.mask());
        }
        return space.toBytes();
    }

    private static List<MellanoxRegister> registers(byte[] answer, List<MellanoxRegister> asked) {
        MellanoxConfigSpace space = MellanoxConfigSpace.LAYOUT.wrap(answer, 0);
        return IntStream.range(0, asked.size())
                .mapToObj(i -> register(space.record(i)))
                .toList();
    }

    private static MellanoxRegister register(MellanoxConfigRecord said) {
        return new MellanoxRegister(said.address(), said.data(), said.mask());
    }

    /** The groups of counters of a port of a switch: which of its kinds each can have, as masks. */
    public List<Long> counterGroups(int port) {
        MellanoxCounterGroups said =
                mad.vendorGet(VendorClass.MELLANOX, COUNTER_GROUPS, port, MellanoxCounterGroups.class, path);
        return IntStream.range(0, Math.min(said.groups(), MOST_GROUPS))
                .mapToObj(said::mask)
                .toList();
    }

    /** Which counters the two groups of a port of a switch have. */
    public MellanoxCounterGroupChoice counterGroupChoice(int port) {
        return mad.vendorGet(VendorClass.MELLANOX, COUNTER_GROUP_CHOICE, port, MellanoxCounterGroupChoice.class, path);
    }

    /** Has the groups of a port of a switch count other things; the answer is what they count then. */
    public MellanoxCounterGroupChoice choose(int port, MellanoxCounterGroupChoice choice) {
        mad.vendorSet(VendorClass.MELLANOX, COUNTER_GROUP_CHOICE, port, choice.toBytes(), path);
        return counterGroupChoice(port);
    }
}
