/* Devices and ports: copies the structures of libibumad to structures of fixed size, and releases them. */
#include <endian.h>
#include <errno.h>
#include <string.h>

#include "verbena_umad.h"

/* Copies TEXT up to its first NUL or its end, and pads with NULs. */
#define COPY_TEXT(to, text)                                                                                           \
	do {                                                                                                          \
		_Static_assert(sizeof(to) >= sizeof(text), "too short");                                              \
		memcpy(to, text, strnlen(text, sizeof(text)));                                                        \
	} while (0)

/* Writes at most MAX names of UMAD_CA_NAME_LEN bytes, and returns their number. umad_get_cas_names would invent one. */
int verbena_umad_device_names(void *names, int max)
{
	char(*name)[UMAD_CA_NAME_LEN] = names;
	struct umad_device_node *devices = umad_get_ca_device_list();
	int count = 0;

	memset(names, 0, (size_t)max * sizeof(*name));
	for (struct umad_device_node *node = devices; node && count < max; node = node->next, count++)
		memcpy(name[count], node->ca_name, strnlen(node->ca_name, sizeof(*name) - 1));
	umad_free_ca_device_list(devices);
	return count;
}

/* Reads the device NAME. */
int verbena_umad_device(const char *name, struct verbena_umad_device *device)
{
	umad_ca_t ca;
	int failed = umad_get_ca(name, &ca);

	memset(device, 0, sizeof(*device));
	if (failed)
		return failed < 0 ? failed : -EIO;
	COPY_TEXT(device->name, ca.ca_name);
	COPY_TEXT(device->type, ca.ca_type);
	COPY_TEXT(device->firmware, ca.fw_ver);
	COPY_TEXT(device->hardware, ca.hw_ver);
	device->nodeType = (int32_t)ca.node_type;
	device->portCount = ca.numports;
	for (int i = 0; i < UMAD_CA_MAX_PORTS; i++)
		device->portMask |= ca.ports[i] ? 1 << i : 0;
	device->nodeGuid = be64toh(ca.node_guid);
	device->systemGuid = be64toh(ca.system_guid);
	umad_release_ca(&ca);
	return 0;
}

/* Reads port NUMBER of DEVICE only, so that another port that cannot be read does no harm. */
int verbena_umad_port(const char *device, int number, struct verbena_umad_port *port)
{
	umad_port_t from;
	int failed = umad_get_port(device, number, &from);

	memset(port, 0, sizeof(*port));
	if (failed)
		return failed < 0 ? failed : -EIO;
	port->number = from.portnum;
	port->baseLid = (int32_t)from.base_lid;
	port->lmc = (int32_t)from.lmc;
	port->smLid = (int32_t)from.sm_lid;
	port->smSl = (int32_t)from.sm_sl;
	port->state = (int32_t)from.state;
	port->physicalState = (int32_t)from.phys_state;
	port->rate = (int32_t)from.rate;
	port->capabilityMask = (int32_t)be32toh(from.capmask);
	port->gidPrefix = be64toh(from.gid_prefix);
	port->portGuid = be64toh(from.port_guid);
	COPY_TEXT(port->linkLayer, from.link_layer);
	port->pkeyCount = from.pkeys_size < VERBENA_UMAD_PKEYS ? (int32_t)from.pkeys_size : VERBENA_UMAD_PKEYS;
	if (port->pkeyCount)
		memcpy(port->pkeys, from.pkeys, (size_t)port->pkeyCount * sizeof(*port->pkeys));
	umad_release_port(&from);
	return 0;
}
