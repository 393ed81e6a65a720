package io.verbena.diag;

import static java.util.Comparator.comparingInt;

import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.MellanoxConfigSpace;
import io.verbena.iba.MellanoxCounterGroupChoice;
import io.verbena.iba.MellanoxCounterGroups;
import io.verbena.iba.MellanoxGeneralInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.IbPath;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * The vendor-specific agent of Mellanox devices, with the requests of vendstat of infiniband-diags. Calls throw the
 * exceptions of {@link MadTransactor}; devices of other vendors do not respond. Safe for use by several threads.
 */
public final class MellanoxAgent {
    /** The maximum number of registers in a datagram. */
    public static final int MAX_REGISTERS = 18;

    /** The device ID of an InfiniScale III. */
    public static final int INFINISCALE_III = 0xb924;

    private static final int GENERAL_INFO = 0x17;
    private static final int CONFIG_SPACE = 0x50;
    private static final int COUNTER_GROUPS = 0x90;
    private static final int COUNTER_GROUP_CHOICE = 0x91;
    private static final int MAX_GROUPS = 55;
    // vendstat puts these into the attribute modifier together with the number of registers.
    private static final int CONFIG_MODIFIER = 0x80_0000;
    private static final int COUNT_SHIFT = 16;
    // An InfiniScale III has a page of registers for each port, starting with port 4.
    private static final int INFINISCALE_III_PORTS = 24;
    private static final int FIRST_PORT = 4;
    private static final long TRANSMIT_WAIT = 0x10_113c;
    private static final int PAGE = 0x1000;
    private static final long ALL_BITS = 0xffff_ffffL;

    private final MadTransactor mad;
    private final IbPath path;

    /** Creates the agent of the device at a path. */
    public MellanoxAgent(MadTransactor mad, IbPath path) {
        this.mad = mad;
        this.path = path;
    }

    /** Reads hardware, firmware and uptime. */
    public MellanoxGeneralInfo generalInfo() {
        return mad.vendorGet(VendorClass.MELLANOX, GENERAL_INFO, 0, MellanoxGeneralInfo.class, path);
    }

    /** Reads hardware, firmware and uptime without waiting. */
    public CompletableFuture<MellanoxGeneralInfo> generalInfoAsync() {
        return mad.async()
                .vendorGet(VendorClass.MELLANOX, GENERAL_INFO, 0, new byte[0], path)
                .thenApply(data -> MellanoxGeneralInfo.LAYOUT.wrap(data, 0));
    }

    /** Reads the ClassPortInfo of the vendor class. */
    public ClassPortInfo classPortInfo() {
        return mad.vendorGet(VendorClass.MELLANOX, ClassPortInfo.LAYOUT.attributeId(), 0, ClassPortInfo.class, path);
    }

    /**
     * Reads registers.
     *
     * @param registers at most {@link #MAX_REGISTERS} registers, whose values are ignored
     * @return the registers with their values
     */
    public List<MellanoxRegister> read(List<MellanoxRegister> registers) {
        return registers(
                mad.vendorGet(VendorClass.MELLANOX, CONFIG_SPACE, modifier(registers), bytes(registers), path),
                registers);
    }

    /**
     * Writes the bits of registers that are set in their masks. A wrong value can stop a device.
     *
     * @param registers at most {@link #MAX_REGISTERS} registers
     * @return the values after the write according to the device
     */
    public List<MellanoxRegister> write(List<MellanoxRegister> registers) {
        return registers(
                mad.vendorSet(VendorClass.MELLANOX, CONFIG_SPACE, modifier(registers), bytes(registers), path),
                registers);
    }

    /**
     * Reads the registers with the transmit wait times of an InfiniScale III. Later devices have the counter
     * PortXmitWait of the IBA instead.
     *
     * @return the wait times of the 24 ports, in the order of their numbers
     */
    public List<TransmitWait> transmitWaits() {
        List<MellanoxRegister> asked = IntStream.range(0, INFINISCALE_III_PORTS)
                .mapToObj(i -> new MellanoxRegister(TRANSMIT_WAIT + (long) i * PAGE, 0, ALL_BITS))
                .toList();
        List<MellanoxRegister> said = new ArrayList<>();
        for (int i = 0; i < asked.size(); i += MAX_REGISTERS) {
            said.addAll(read(asked.subList(i, Math.min(asked.size(), i + MAX_REGISTERS))));
        }
        return IntStream.range(0, said.size())
                .mapToObj(i -> new TransmitWait(
                        (i + FIRST_PORT - 1) % INFINISCALE_III_PORTS + 1,
                        said.get(i).value()))
                .sorted(comparingInt(TransmitWait::port))
                .toList();
    }

    private static long modifier(List<MellanoxRegister> registers) {
        if (registers.isEmpty() || registers.size() > MAX_REGISTERS) {
            throw new IllegalArgumentException(
                    registers.size() + " registers are out of range; a datagram contains 1 to " + MAX_REGISTERS);
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
                .mapToObj(space::record)
                .map(said -> new MellanoxRegister(said.address(), said.data(), said.mask()))
                .toList();
    }

    /** Reads the masks of the kinds that each counter group of a switch port supports. */
    public List<Long> counterGroups(int port) {
        MellanoxCounterGroups said =
                mad.vendorGet(VendorClass.MELLANOX, COUNTER_GROUPS, port, MellanoxCounterGroups.class, path);
        return IntStream.range(0, Math.min(said.groups(), MAX_GROUPS))
                .mapToObj(said::mask)
                .toList();
    }

    /** Reads the kinds that the two counter groups of a switch port count. */
    public MellanoxCounterGroupChoice counterGroupChoice(int port) {
        return mad.vendorGet(VendorClass.MELLANOX, COUNTER_GROUP_CHOICE, port, MellanoxCounterGroupChoice.class, path);
    }

    /** Sets the kinds that the two counter groups of a switch port count, and returns the new kinds. */
    public MellanoxCounterGroupChoice choose(int port, MellanoxCounterGroupChoice choice) {
        mad.vendorSet(VendorClass.MELLANOX, COUNTER_GROUP_CHOICE, port, choice.toBytes(), path);
        return counterGroupChoice(port);
    }

    /**
     * A register in the configuration space of a Mellanox device.
     *
     * @param address the address, 32 bits
     * @param value the bits that are set in the mask; the others are 0
     * @param mask the bits that the operation affects
     */
    public record MellanoxRegister(long address, long value, long mask) {

        /**
         * Checks that all components have 32 bits.
         *
         * @throws IllegalArgumentException if one has more
         */
        public MellanoxRegister {
            if ((address | value | mask) >>> Integer.SIZE != 0) {
                throw new IllegalArgumentException(String.format(
                        "0x%x, 0x%x and 0x%x are not an address, a value and a mask of 32 bits", address, value, mask));
            }
            value &= mask;
        }
    }

    /**
     * The time for which a port of an InfiniScale III had data to send but could not.
     *
     * @param port the port number, 1 to 24
     * @param ticks its PortXmitWait, 32 bits
     */
    public record TransmitWait(int port, long ticks) {}
}
