package io.verbena.shell.parity;

import io.verbena.Rdma;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.MadMethod;
import io.verbena.iba.MellanoxConfigSpace;
import io.verbena.iba.MellanoxCounterGroupChoice;
import io.verbena.iba.MellanoxCounterGroups;
import io.verbena.iba.MellanoxGeneralInfo;
import io.verbena.iba.VendorMad;
import io.verbena.mad.MadHandler;
import io.verbena.mad.MadRefusal;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadServerRequest;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Answers in the vendor class of Mellanox as a switch of it does; as a program, for the host that it runs at. */
public final class MellanoxDevice implements MadHandler {
    private static final int DATA_BYTES =
            VendorMad.LENGTH - VendorMad.LAYOUT.field("data").bit() / Byte.SIZE;

    /** Where a device says what it is. */
    private static final long DEVICE_ID = 0xf0014;

    private final Map<Long, Long> registers = new ConcurrentHashMap<>();
    private final Map<Long, byte[]> choices = new ConcurrentHashMap<>();

    /** Serves until it is ended, and says on standard output at which LID. */
    public static void main(String[] arguments) throws InterruptedException {
        try (Rdma rdma = Rdma.builder().fabric("native").open();
                MadTransactor mad = rdma.mad(rdma.defaultEndPort());
                MadServer server = mad.serve(
                        MadService.of(VendorClass.MELLANOX, MadMethod.GET, MadMethod.SET), new MellanoxDevice())) {
            System.out.println(
                    mad.endPort().attributes().lid() + " " + server.service().classVersion());
            System.out.flush();
            TimeUnit.MINUTES.sleep(5);
        }
    }

    @Override
    public void handle(MadServerRequest request) {
        boolean set = request.method() == MadMethod.SET;
        long port = request.header().attributeModifier();
        switch (request.attributeId()) {
            case 0x01 -> request.respond(new ClassPortInfo().baseVersion(1).classVersion(1));
            case 0x17 -> request.respond(generalInfo());
            case 0x50 -> request.respond(registers(request.payload(MellanoxConfigSpace.class), set));
            case 0x90 ->
                request.respond(
                        new MellanoxCounterGroups().groups(2).mask(0, 0x7).mask(1, 0x106));
            case 0x91 -> {
                if (set) {
                    choices.put(
                            port,
                            request.payload(MellanoxCounterGroupChoice.class).toBytes());
                }
                request.respond(choices.getOrDefault(port, new byte[DATA_BYTES]));
            }
            default -> request.refuse(MadRefusal.ATTRIBUTE);
        }
    }

    private MellanoxGeneralInfo generalInfo() {
        return new MellanoxGeneralInfo()
                .hardwareRevision(0xa1)
                .deviceId((int) (long) registers.getOrDefault(DEVICE_ID, 0xbd36L))
                .uptime(86_400)
                .firmwareMajor(7)
                .firmwareMinor(4)
                .firmwareSubMinor(12)
                .firmwareBuildId(0x1234_5678)
                .firmwareMonth(0x11)
                .firmwareDay(0x21)
                .firmwareYear(0x2026)
                .psid("MT_0F90110002")
                .configurationVersion(3)
                .hardwareMajor(2)
                .hardwareMinor(9)
                .hardwareSubMinor(15);
    }

    private MellanoxConfigSpace registers(MellanoxConfigSpace asked, boolean set) {
        MellanoxConfigSpace space = MellanoxConfigSpace.LAYOUT.copy(asked);
        for (int i = 0; i < MellanoxConfigSpace.LENGTH / 12; i++) {
            var register = space.record(i);
            long mask = register.mask();
            long data = register.data();
            if (set && mask != 0) {
                registers.merge(register.address(), data & mask, (old, wanted) -> (old & ~mask) | wanted);
            }
            register.data(registers.getOrDefault(register.address(), 0x0102_0304L));
        }
        return space;
    }
}
