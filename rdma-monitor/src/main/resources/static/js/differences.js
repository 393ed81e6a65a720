// Compares two lists of nodes.

/** Returns the links of a topology by their text, with the speed. */
function links(nodes) {
  const found = new Map();
  for (const node of nodes) {
    for (const port of node.ports) {
      const peer = port.peer && `${port.peer.node}/${port.peer.port}`;
      const own = `${node.guid}/${port.number}`;
      if (peer && own < peer) {
        found.set(`${own} - ${peer}`, `${port.lanes}x ${port.speed}`);
      }
    }
  }
  return found;
}

/** Returns what differs between two lists of nodes: an array of [kind, text, GUID]. */
export function differences(before, after) {
  const old = new Map(before.map((node) => [node.guid, node]));
  const now = new Map(after.map((node) => [node.guid, node]));
  const oldLinks = links(before);
  const nowLinks = links(after);
  const name = (link) => link.split(' - ').map((end) => {
    const [guid, port] = end.split('/');
    return `${(now.get(guid) ?? old.get(guid))?.name ?? guid} port ${port}`;
  }).join(' to ');
  const found = [];
  before.filter((node) => !now.has(node.guid)).forEach((node) => found.push(['node lost', node.name, node.guid]));
  after.filter((node) => !old.has(node.guid)).forEach((node) => found.push(['node found', node.name, node.guid]));
  after.filter((node) => old.has(node.guid) && old.get(node.guid).name !== node.name)
    .forEach((node) => found.push(['renamed', `${old.get(node.guid).name} is ${node.name}`, node.guid]));
  for (const [link, speed] of oldLinks) {
    if (!nowLinks.has(link)) {
      found.push(['link lost', name(link), link.split('/')[0]]);
    } else if (nowLinks.get(link) !== speed) {
      found.push(['speed', `${name(link)}: ${speed}, then ${nowLinks.get(link)}`, link.split('/')[0]]);
    }
  }
  [...nowLinks.keys()].filter((link) => !oldLinks.has(link)).forEach((link) => found.push(['link found', name(link), link.split('/')[0]]));
  return found;
}
