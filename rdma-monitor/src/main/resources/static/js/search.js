// The search for nodes: results are links, which the arrow keys reach from the field.
import { byId, make, run, setText } from './dom.js';
import { link } from './route.js';

const ROWS = 20;

/** Connects the search field to the map, which knows the topology. */
export function connectSearch(map) {
  const [field, list] = [byId('search'), byId('found')];
  let asked = 0;

  const links = () => [...list.querySelectorAll('a')];

  function close() {
    list.hidden = true;
  }

  async function search() {
    asked += 1;
    const own = asked;
    const text = field.value;
    const { total, nodes } = await map.find(text, ROWS);
    if (own !== asked) {
      return;
    }
    if (!text.trim()) {
      close();
      setText(byId('found-count'), '');
      return;
    }
    list.replaceChildren(...nodes.map((node) => make('li', {}, link({ view: 'node', guid: node.guid },
      make('b', {}, node.name), ' ', make('span', { class: 'muted' }, `${node.type}, ${node.guid}${node.by === 'name' ? '' : `, by ${node.by}`}`)))));
    if (!nodes.length) {
      list.append(make('li', { class: 'muted' }, 'Nothing is found.'));
    }
    if (total > nodes.length) {
      list.append(make('li', { class: 'muted' }, `and ${total - nodes.length} others`));
    }
    list.hidden = false;
    setText(byId('found-count'), `${total} found`);
  }

  field.addEventListener('input', () => run(search));
  byId('search-form').addEventListener('submit', (event) => {
    event.preventDefault();
    run(async () => {
      await search();
      links()[0]?.click();
    });
  });
  byId('search-form').addEventListener('keydown', (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      close();
      field.focus();
    } else if (!list.hidden && all.length && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const next = at + (event.key === 'ArrowDown' ? 1 : -1);
      (all[Math.min(next, all.length - 1)] ?? field).focus();
    }
  });
  list.addEventListener('click', (event) => {
    if (event.target.closest('a')) {
      close();
    }
  });
  byId('search-form').addEventListener('focusout', (event) => {
    if (!byId('search-form').contains(event.relatedTarget)) {
      close();
    }
  });
  field.addEventListener('focus', () => field.value.trim() && run(search));
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !event.target.closest('input, select, textarea')) {
      event.preventDefault();
      field.focus();
    }
  });
}
