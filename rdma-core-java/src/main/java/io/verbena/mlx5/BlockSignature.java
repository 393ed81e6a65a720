package io.verbena.mlx5;

import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.Mlx5SignatureRecord;
import java.nio.ByteBuffer;
import java.util.Set;

/** The signature that follows each block of data (mlx5dv_wr_set_mkey_sig_block(3)). */
public sealed interface BlockSignature {
    /** Returns the size of a block. */
    SignatureBlockSize blockSize();

    /** Writes the fields to a record. */
    void write(ByteBuffer bytes, int at);

    /**
     * A signature of T10-DIF, 8 bytes.
     *
     * @param blockSize the size of a block
     * @param type how the guard is computed
     * @param guard the seed of the guard, 16 bits
     * @param applicationTag the application tag, 16 bits
     * @param referenceTag the reference tag of the first block
     * @param flags how the tags are treated
     */
    record Dif(
            SignatureBlockSize blockSize,
            SignatureGuardType type,
            int guard,
            int applicationTag,
            int referenceTag,
            Set<SignatureTagFlag> flags)
            implements BlockSignature {
        public Dif {
            flags = Set.copyOf(flags);
        }

        @Override
        public void write(ByteBuffer bytes, int at) {
            bytes.putInt(at + Mlx5SignatureRecord.KIND, 1)
                    .putInt(at + Mlx5SignatureRecord.BLOCK_SIZE, blockSize.code())
                    .putInt(at + Mlx5SignatureRecord.TYPE, type.code())
                    .putShort(at + Mlx5SignatureRecord.GUARD, (short) guard)
                    .putShort(at + Mlx5SignatureRecord.APPLICATION_TAG, (short) applicationTag)
                    .putInt(at + Mlx5SignatureRecord.REFERENCE_TAG, referenceTag)
                    .putInt(at + Mlx5SignatureRecord.FLAGS, (int) WireEnum.bitsOf(flags));
        }
    }

    /**
     * A cyclic redundancy check.
     *
     * @param blockSize the size of a block
     * @param type the polynomial
     * @param seed the seed; the upper half is ignored for 32 bits
     */
    record Crc(SignatureBlockSize blockSize, SignatureCrcType type, long seed) implements BlockSignature {
        @Override
        public void write(ByteBuffer bytes, int at) {
            bytes.putInt(at + Mlx5SignatureRecord.KIND, 2)
                    .putInt(at + Mlx5SignatureRecord.BLOCK_SIZE, blockSize.code())
                    .putInt(at + Mlx5SignatureRecord.TYPE, type.code())
                    .putLong(at + Mlx5SignatureRecord.SEED, seed);
        }
    }
}
