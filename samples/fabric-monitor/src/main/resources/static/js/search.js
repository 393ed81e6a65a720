// Search for a node by its name or GUID.
import { byId, make } from './dom.js';
import { TYPES } from './model.js';

const SHOWN = 12;

export function search(model, choose) {
  const input = byId('search');
  const list = byId('found');
  let active = 0;
  let found = [];

  function close() {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function pick(node) {
    close();
    input.value = '';
    choose({ node: node.guid });
  }

  function mark() {
    [...list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === active)));
    if (found.length) {
      input.setAttribute('aria-activedescendant', `found-${active}`);
      list.children[active]?.scrollIntoView({ block: 'nearest' });
    }
  }

  function show() {
    const words = input.value.trim().toLowerCase();
    if (!words) {
      close();
      return;
    }
    found = matches(model, words);
    active = 0;
    list.replaceChildren(...(found.length ? found.map(item) : [make('li', { class: 'none', role: 'option' }, 'No node has this name or GUID')]));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    mark();
  }

  const item = (node, i) =>
    make('li', { id: `found-${i}`, role: 'option', onpointerdown: (event) => { event.preventDefault(); pick(node); } },
      make('span', {}, node.name), make('span', {}, TYPES[node.type]));

  const keys = {
    ArrowDown: () => { active = Math.min(active + 1, found.length - 1); mark(); },
    ArrowUp: () => { active = Math.max(active - 1, 0); mark(); },
    Enter: () => !list.hidden && found[active] && pick(found[active]),
    Escape: () => { input.value = ''; close(); },
  };

  input.addEventListener('input', show);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (keys[event.key]) {
      keys[event.key]();
      event.preventDefault();
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')) {
      input.focus();
      event.preventDefault();
    }
  });
}

/** Returns nodes whose name starts with the text, followed by nodes that contain it. */
function matches(model, words) {
  const guid = words.replace(/^0x|[:\s]/g, '');
  const rank = (node) => {
    const name = node.name.toLowerCase();
    if (name === words) return 0;
    if (name.startsWith(words)) return 1;
    if (name.includes(words)) return 2;
    return /^[0-9a-f]{3,}$/.test(guid) && node.guid.slice(2).includes(guid) ? 3 : 4;
  };
  return [...model.nodes.values()]
    .map((node) => ({ node, rank: rank(node) }))
    .filter((each) => each.rank < 4)
    .sort((one, other) => one.rank - other.rank || one.node.name.localeCompare(other.node.name, 'en', { numeric: true }))
    .slice(0, SHOWN)
    .map((each) => each.node);
}
