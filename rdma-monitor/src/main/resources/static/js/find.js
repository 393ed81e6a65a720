// Finds nodes by a part of their name, by a GUID of the node, its system or a port, or by a LID.

/** Number of digits from which a text may be a part of a GUID. */
const MIN_DIGITS = 4;

/** Returns the digits of a GUID, or of a part of one, with or without 0x and colons; null if the text is none. */
function digits(text) {
  const plain = text.replace(/^0x/, '').replaceAll(':', '');
  return plain.length >= MIN_DIGITS && /^[0-9a-f]{1,16}$/.test(plain) ? plain : null;
}

/** Returns a LID in decimal or hexadecimal form; null if the text is none. */
function lidOf(text) {
  const value = /^(\d{1,5}|0x[0-9a-f]{1,4})$/.test(text) ? Number(text) : 0;
  return value > 0 && value <= 0xffff ? value : null;
}

/** Returns how well a node fits, the best first, and by what; null if it does not. */
function match(node, text, guid, lid) {
  if (guid && node.guid.slice(2) === guid) {
    return [0, 'node GUID'];
  }
  if (lid && node.ports.some((port) => port.lid === lid)) {
    return [1, `LID ${lid}`];
  }
  const at = node.name.toLowerCase().indexOf(text);
  if (at >= 0) {
    return [at === 0 ? 2 : 3, 'name'];
  }
  if (!guid) {
    return null;
  }
  if (node.guid.includes(guid, 2)) {
    return [4, 'node GUID'];
  }
  const port = node.ports.find((each) => each.guid?.includes(guid, 2));
  if (port) {
    return [5, `GUID of port ${port.number}`];
  }
  return node.system.includes(guid, 2) ? [6, 'system GUID'] : null;
}

/** Returns the number of nodes that a text finds, and the best of them. */
export function find(nodes, text, limit) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) {
    return { total: 0, nodes: [] };
  }
  const [guid, lid] = [digits(wanted), lidOf(wanted)];
  const found = [];
  for (const node of nodes) {
    const fit = match(node, wanted, guid, lid);
    if (fit) {
      found.push({ node, order: fit[0], by: fit[1] });
    }
  }
  const names = new Intl.Collator('en', { numeric: true });
  found.sort((one, other) => one.order - other.order || names.compare(one.node.name, other.node.name));
  return { total: found.length,
    nodes: found.slice(0, limit).map(({ node, by }) => ({ guid: node.guid, name: node.name, type: node.type, by })) };
}
