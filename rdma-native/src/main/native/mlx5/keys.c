/* Memory keys, their signatures, and encryption. Run on the hollow device only. */
#include <string.h>

#include "verbena_mlx5.h"

int64_t verbena_mlx5_create_mkey(int64_t domain, int flags, int entries)
{
	struct mlx5dv_mkey_init_attr attributes = {
		.pd = OBJECT(ibv_pd, domain),
		.create_flags = (uint32_t)flags,
		.max_entries = (uint16_t)entries,
	};

	return verbena_handle(mlx5dv_create_mkey(&attributes));
}

int verbena_mlx5_destroy_mkey(int64_t key)
{
	return verbena_result(mlx5dv_destroy_mkey(OBJECT(mlx5dv_mkey, key)));
}

int verbena_mlx5_mkey_check(int64_t key, int64_t error)
{
	return verbena_result(mlx5dv_mkey_check(OBJECT(mlx5dv_mkey, key), OBJECT(mlx5dv_mkey_err, error)));
}

/* Posts one request to a queue pair; CALL, which needs the member OPERATION, starts it. Returns 0 or -errno. */
#define POST(queue_pair, id, flags, operation, call)                                                                  \
	({                                                                                                            \
		struct ibv_qp_ex *qp = ibv_qp_to_qp_ex(OBJECT(ibv_qp, queue_pair));                                   \
		struct mlx5dv_qp_ex *own = qp ? mlx5dv_qp_ex_from_ibv_qp_ex(qp) : NULL;                               \
		int why = !own ? EINVAL : own->operation ? 0 : EOPNOTSUPP;                                            \
		if (!why) {                                                                                           \
			ibv_wr_start(qp);                                                                             \
			qp->wr_id = (uint64_t)(id);                                                                   \
			qp->wr_flags = (unsigned int)(flags);                                                         \
			call;                                                                                         \
			errno = 0;                                                                                    \
			why = verbena_errno(ibv_wr_complete(qp));                                                     \
		}                                                                                                     \
		-why;                                                                                                 \
	})

/* The signature of a block as the library has it, which refers to one of DIF and CRC. */
static struct mlx5dv_sig_block_domain domain_of(const struct verbena_mlx5_signature *signature, struct mlx5dv_sig_t10dif *dif,
						struct mlx5dv_sig_crc *crc)
{
	struct mlx5dv_sig_block_domain domain = {
		.sig_type = signature->kind == 1 ? MLX5DV_SIG_TYPE_T10DIF : MLX5DV_SIG_TYPE_CRC,
		.block_size = signature->block_size,
	};

	*dif = (struct mlx5dv_sig_t10dif){
		.bg_type = signature->type,
		.bg = signature->guard,
		.app_tag = signature->application_tag,
		.ref_tag = signature->reference_tag,
		.flags = (uint16_t)signature->flags,
	};
	*crc = (struct mlx5dv_sig_crc){.type = signature->type, .seed = signature->seed};
	if (signature->kind == 1)
		domain.sig.dif = dif;
	else
		domain.sig.crc = crc;
	return domain;
}

static void set_signature(struct mlx5dv_qp_ex *own, const struct verbena_mlx5_key_setup *setup)
{
	struct mlx5dv_sig_t10dif memory_dif, wire_dif;
	struct mlx5dv_sig_crc memory_crc, wire_crc;
	struct mlx5dv_sig_block_domain memory = domain_of(&setup->memory, &memory_dif, &memory_crc);
	struct mlx5dv_sig_block_domain wire = domain_of(&setup->wire, &wire_dif, &wire_crc);
	struct mlx5dv_sig_block_attr attributes = {
		.mem = setup->memory.kind ? &memory : NULL,
		.wire = setup->wire.kind ? &wire : NULL,
		.flags = setup->signature_flags,
		.check_mask = (uint8_t)setup->check_mask,
		.copy_mask = (uint8_t)setup->copy_mask,
	};

	mlx5dv_wr_set_mkey_sig_block(own, &attributes);
}

static void set_crypto(struct mlx5dv_qp_ex *own, const struct verbena_mlx5_key_setup *setup)
{
	struct mlx5dv_crypto_attr attributes = {
		.crypto_standard = MLX5DV_CRYPTO_STANDARD_AES_XTS,
		.encrypt_on_tx = setup->encrypts != 0,
		.signature_crypto_order = setup->order,
		.data_unit_size = setup->data_unit,
		.dek = OBJECT(mlx5dv_dek, setup->encryption_key),
	};

	memcpy(attributes.initial_tweak, setup->tweak, sizeof(setup->tweak));
	memcpy(attributes.keytag, setup->tag, sizeof(setup->tag));
	mlx5dv_wr_set_mkey_crypto(own, &attributes);
}

/* Starts a request that configures KEY, followed by its parts. */
static void configure(struct mlx5dv_qp_ex *own, struct mlx5dv_mkey *key, const struct verbena_mlx5_key_setup *setup)
{
	struct mlx5dv_mkey_conf_attr attributes = {.conf_flags = setup->flags};

	mlx5dv_wr_mkey_configure(own, key, (uint8_t)__builtin_popcount(setup->parts), &attributes);
	if (setup->parts & VERBENA_KEY_ACCESS)
		mlx5dv_wr_set_mkey_access_flags(own, setup->access);
	if (setup->parts & VERBENA_KEY_LIST)
		mlx5dv_wr_set_mkey_layout_list(own, (uint16_t)setup->entries, POINTER(setup->layout));
	if (setup->parts & VERBENA_KEY_INTERLEAVED)
		mlx5dv_wr_set_mkey_layout_interleaved(own, setup->repeat, (uint16_t)setup->entries, POINTER(setup->layout));
	if (setup->parts & VERBENA_KEY_SIGNATURE)
		set_signature(own, setup);
	if (setup->parts & VERBENA_KEY_CRYPTO)
		set_crypto(own, setup);
}

int verbena_mlx5_wr_configure(int64_t queue_pair, int64_t id, int flags, int64_t key, int64_t setup)
{
	const struct verbena_mlx5_key_setup *parts = POINTER(setup);

	/* Libraries before rdma-core 44 have no encryption. */
	if (parts->parts & VERBENA_KEY_CRYPTO)
		return POST(queue_pair, id, flags, wr_set_mkey_crypto, configure(own, OBJECT(mlx5dv_mkey, key), parts));
	return POST(queue_pair, id, flags, wr_mkey_configure, configure(own, OBJECT(mlx5dv_mkey, key), parts));
}

int verbena_mlx5_wr_raw(int64_t queue_pair, int64_t id, int flags, int64_t request)
{
	return POST(queue_pair, id, flags, wr_raw_wqe, mlx5dv_wr_raw_wqe(own, POINTER(request)));
}

int verbena_mlx5_wr_memcpy(int64_t queue_pair, int64_t id, int flags, int to_key, int64_t to, int from_key, int64_t from,
			   int64_t length)
{
	return POST(queue_pair, id, flags, wr_memcpy,
		    mlx5dv_wr_memcpy(own, (uint32_t)to_key, (uint64_t)to, (uint32_t)from_key, (uint64_t)from, (size_t)length));
}

/* ---- encryption */

int verbena_mlx5_crypto_login(int64_t context, int credential, int import_key, int64_t secret)
{
	struct mlx5dv_crypto_login_attr attributes = {
		.credential_id = (uint32_t)credential,
		.import_kek_id = (uint32_t)import_key,
	};

	memcpy(attributes.credential, POINTER(secret), sizeof(attributes.credential));
	int result = verbena_result(mlx5dv_crypto_login(VERBS(context), &attributes));
	explicit_bzero(&attributes, sizeof(attributes));
	return result;
}

int verbena_mlx5_crypto_login_state(int64_t context)
{
	enum mlx5dv_crypto_login_state state = MLX5DV_CRYPTO_LOGIN_STATE_NO_LOGIN;
	int result = verbena_result(mlx5dv_crypto_login_query_state(VERBS(context), &state));

	return result ? result : (int)state;
}

int verbena_mlx5_crypto_logout(int64_t context)
{
	return verbena_result(mlx5dv_crypto_logout(VERBS(context)));
}

int64_t verbena_mlx5_login_create(int64_t context, int credential, int import_key, int64_t secret, int length)
{
	struct mlx5dv_crypto_login_attr_ex attributes = {
		.credential_id = (uint32_t)credential,
		.import_kek_id = (uint32_t)import_key,
		.credential = POINTER(secret),
		.credential_len = (size_t)length,
	};

	return verbena_handle(mlx5dv_crypto_login_create(VERBS(context), &attributes));
}

int verbena_mlx5_login_query(int64_t login)
{
	struct mlx5dv_crypto_login_query_attr attributes = {0};
	int result = verbena_result(mlx5dv_crypto_login_query(OBJECT(mlx5dv_crypto_login_obj, login), &attributes));

	return result ? result : (int)attributes.state;
}

int verbena_mlx5_login_destroy(int64_t login)
{
	return verbena_result(mlx5dv_crypto_login_destroy(OBJECT(mlx5dv_crypto_login_obj, login)));
}

int64_t verbena_mlx5_dek_create(int64_t context, int64_t key)
{
	return verbena_handle(mlx5dv_dek_create(VERBS(context), OBJECT(mlx5dv_dek_init_attr, key)));
}

int verbena_mlx5_dek_query(int64_t key, int64_t attributes)
{
	struct mlx5dv_dek_attr found = {0};
	int result = verbena_result(mlx5dv_dek_query(OBJECT(mlx5dv_dek, key), &found));

	*(int32_t *)POINTER(attributes) = (int32_t)found.state;
	memcpy((char *)POINTER(attributes) + sizeof(int32_t), found.opaque, sizeof(found.opaque));
	return result;
}

int verbena_mlx5_dek_destroy(int64_t key)
{
	return verbena_result(mlx5dv_dek_destroy(OBJECT(mlx5dv_dek, key)));
}
