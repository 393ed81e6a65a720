package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5PortRecord;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The attributes of a port of a ConnectX device (mlx5dv_query_port(3)). An attribute that the port does not have is empty.
 *
 * @param virtualPort the number of the port in the embedded switch
 * @param host the number of the virtual adapter of the port
 * @param switchOwner the number of the virtual adapter that manages the embedded switch
 * @param receiveSteering the address of the steering of received packets in the memory of the device
 * @param sendSteering the address of the steering of sent packets in the memory of the device
 * @param metadata the value of metadata register C0 for packets of the port
 */
public record Mlx5PortAttributes(
        OptionalInt virtualPort,
        OptionalInt host,
        OptionalInt switchOwner,
        OptionalLong receiveSteering,
        OptionalLong sendSteering,
        Optional<MaskedRegister> metadata) {
    static Mlx5PortAttributes read(ByteBuffer bytes) {
        return new Mlx5PortAttributes(
                number(bytes, Mlx5PortRecord.HAS_VIRTUAL_PORT, Mlx5PortRecord.VIRTUAL_PORT),
                number(bytes, Mlx5PortRecord.HAS_HOST, Mlx5PortRecord.HOST),
                number(bytes, Mlx5PortRecord.HAS_SWITCH_OWNER, Mlx5PortRecord.SWITCH_OWNER),
                address(bytes, Mlx5PortRecord.HAS_RECEIVE_STEERING, Mlx5PortRecord.RECEIVE_STEERING),
                address(bytes, Mlx5PortRecord.HAS_SEND_STEERING, Mlx5PortRecord.SEND_STEERING),
                has(bytes, Mlx5PortRecord.HAS_METADATA)
                        ? Optional.of(new MaskedRegister(
                                bytes.getInt(Mlx5PortRecord.METADATA), bytes.getInt(Mlx5PortRecord.METADATA_MASK)))
                        : Optional.empty());
    }

    private static boolean has(ByteBuffer bytes, int flag) {
        return (bytes.getLong(Mlx5PortRecord.PRESENT) & flag) != 0;
    }

    private static OptionalInt number(ByteBuffer bytes, int flag, int field) {
        return has(bytes, flag) ? OptionalInt.of(bytes.getShort(field) & 0xffff) : OptionalInt.empty();
    }

    private static OptionalLong address(ByteBuffer bytes, int flag, int field) {
        return has(bytes, flag) ? OptionalLong.of(bytes.getLong(field)) : OptionalLong.empty();
    }
}
