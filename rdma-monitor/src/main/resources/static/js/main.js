import { connectWindows, showChanges, showWindows } from './alarm-log.js';
import { compare, connectComparison } from './compare.js';
import { byId, make, read, run, send, setText } from './dom.js';
import { label } from './format.js';
import { showEvents, showFindings, showSharedSystems, showTop } from './lists.js';
import { fabricMap } from './map.js';
import { objectView } from './object.js';
import { readOverview, readSubnets } from './overview.js';
import { aim, go, OBJECT_VIEWS, onRoute, replace, route } from './route.js';
import { connectSearch } from './search.js';
import { timeline } from './timeline.js';
import { showVerdicts } from './verdicts.js';

const POLL_MILLIS = 250;
const SLOW_MILLIS = 15000;
const FAILURE_MILLIS = 10000;
const OVERVIEW = ['overview'];

/** What the page has shown of the present. */
const state = { sweep: null, drawn: null, events: null, alarms: null, isReading: false, isDrawing: false, isOperator: false };

const map = fabricMap(byId('map'), (node) => go({ view: 'node', guid: node.guid }), hover);
const object = objectView(map);
const time = timeline(map, () => run(() => object.update(true)));

/** The parts that read what the address names: in which views, and what must change in the address for them to read again. */
const parts = [
  { show: showTop, views: OVERVIEW, key: ({ subnet, at, hours, counter }) => [subnet, at, hours, counter] },
  { show: showEvents, views: OVERVIEW, key: ({ subnet, at }) => [subnet, at] },
  { show: showFindings, views: OVERVIEW, key: ({ subnet }) => [subnet] },
  { show: showSharedSystems, views: OVERVIEW, key: () => [] },
  { show: readSubnets, views: null, key: () => [] },
  { show: time.readChanges, views: null, key: ({ subnet, hours, at }) => [subnet, hours, at] },
  { show: showChanges, views: ['alarms'], key: ({ subnet, at, hours }) => [subnet, at, hours] },
  { show: () => showWindows(state.isOperator), views: ['alarms'], key: () => [] },
  { show: object.charts, views: OBJECT_VIEWS, key: ({ view, guid, port, chosen, subnet, at, hours, counter }) =>
    [view, guid, port, chosen, subnet, at, hours, counter] },
  { show: object.listRelated, views: OBJECT_VIEWS, key: ({ view, guid, port, subnet, at, hours }) => [view, guid, port, subnet, at, hours] },
];

/** Runs the parts of the view whose key has changed, or all of them; those that leave the view are read again when it comes back. */
async function refresh(all) {
  const due = [];
  for (const part of parts) {
    const isShown = !part.views || part.views.includes(route().view);
    const key = isShown ? JSON.stringify(part.key(route())) : null;
    if (isShown && (all || part.shown !== key)) {
      due.push(part);
    }
    part.shown = key;
  }
  // One after the other, because the server limits the number of concurrent queries.
  for (const part of due) {
    await run(part.show);
  }
}

function hover(node, event) {
  byId('map-hover').hidden = !node;
  if (node) {
    setText(byId('map-hover'), `${node.name} (${node.type}), ${node.links} links`);
    byId('map-hover').style.left = `${Math.min(event.offsetX + 12, byId('map').clientWidth - 200)}px`;
    byId('map-hover').style.top = `${event.offsetY + 12}px`;
  }
}

/** Shows the sections and controls of the address. */
function showView() {
  const { view, at, hours, counter } = route();
  document.querySelector('main').dataset.view = OBJECT_VIEWS.includes(view) ? 'object' : view;
  byId('range').value = String(hours);
  [byId('counter'), byId('chart-counter')].forEach((select) => {
    select.value = counter;
  });
  byId('nav').querySelectorAll('a').forEach((anchor) => {
    anchor.setAttribute('aria-current', anchor.dataset.view === view ? 'page' : 'false');
  });
  setText(byId('verdicts-title'), at ? 'Verdicts of the present' : 'Verdicts');
  object.open();
  document.title = view === 'overview' ? 'Verbena monitor' : `${view} – Verbena monitor`;
}

/** Moves the focus to the heading of a view that was opened. */
function focusView() {
  const heading = byId({ overview: 'verdicts-title', alarms: 'verdicts-title' }[route().view] ?? 'object-title');
  heading.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

/** Runs a part that is in the view of the address. */
const runIn = (views, part) => (views.includes(route().view) ? run(part) : null);

async function overview() {
  const now = await readOverview();
  if (now.operator !== state.isOperator) {
    state.isOperator = now.operator;
    runIn(['alarms'], () => showWindows(now.operator));
  }
  const alarms = now.alarms.map(({ id, state: name, severity }) => `${id} ${name} ${severity}`).join();
  if (alarms !== state.alarms) {
    state.alarms = alarms;
    runIn(['alarms'], showChanges);
  }
  showVerdicts(now.alarms, object, now.operator, () => overview());
  return now;
}

/** Reads the present: the figures at each poll, and the events and the map when there are new ones. */
async function poll(isDue) {
  const now = await overview();
  const sweep = now.sweep?.at ?? null;
  if (Date.now() - Number(byId('failure').dataset.at ?? 0) > FAILURE_MILLIS) {
    setText(byId('failure'), '');
  }
  if ((isDue || now.events !== state.events) && !state.isReading && !route().at) {
    state.events = now.events;
    readEvents();
  }
  if ((isDue || sweep !== state.drawn) && !state.isDrawing && !route().at && !time.isMoving()) {
    draw(sweep);
  }
}

/** Shows the topology of the last sweep. The figures and the events do not wait for it, because a large one takes its time. */
async function draw(sweep) {
  state.isDrawing = true;
  await run(async () => {
    const drawn = await time.showSelected(true);
    state.drawn = drawn && Date.parse(drawn) < Date.parse(sweep) ? state.drawn : sweep;
  });
  state.isDrawing = false;
}

/** Reads the newest events. The figures and the map do not wait for it, because a database that fails takes its time. */
async function readEvents() {
  state.isReading = true;
  await Promise.all([runIn(OVERVIEW, showEvents), runIn(OBJECT_VIEWS, object.listRelated)]);
  state.isReading = false;
}

async function repeat(part, millis) {
  await run(part);
  setTimeout(() => repeat(part, millis), millis);
}

function connect() {
  connectWindows();
  connectComparison();
  connectSearch(map);
  byId('nav').querySelectorAll('a').forEach((anchor) => aim(anchor, { view: anchor.dataset.view }));
  byId('subnet').addEventListener('change', () => go({ view: 'overview', subnet: byId('subnet').value }));
  byId('range').addEventListener('change', () => replace({ hours: Number(byId('range').value) }));
  ['counter', 'chart-counter'].forEach((id) => byId(id).addEventListener('change', () => replace({ counter: byId(id).value })));
  byId('logout').addEventListener('click', () => run(async () => location.assign((await send('/logout', {})).location)));
  onRoute((now, before) => {
    showView();
    if (`${now.view}/${now.guid}/${now.port}` !== `${before.view}/${before.guid}/${before.port}`) {
      focusView();
    }
    const isCompared = now.before && now.after && (now.before !== before.before || now.after !== before.after);
    if (now.subnet !== before.subnet) {
      run(() => time.showSelected(true));
    } else if (!isCompared && !time.isMoving()) {
      run(async () => (await time.showSelected(false)) ?? object.update(false));
    }
    if (isCompared) {
      run(() => compare(map, time));
    }
    run(overview);
    refresh(false);
  });
}

async function begin() {
  connect();
  showView();
  let due = 0;
  repeat(() => {
    const isDue = Date.now() >= due;
    due = isDue ? Date.now() + SLOW_MILLIS : due;
    return isDue || !document.hidden ? poll(isDue) : null;
  }, POLL_MILLIS);
  if (route().at) {
    run(() => (route().before && route().after ? compare(map, time) : time.showSelected(true)));
  }
  const counters = await read('/api/counters');
  [byId('counter'), byId('chart-counter')].forEach((select) =>
    select.append(...counters.map((name) => make('option', { value: name }, label(name)))));
  showView();
  repeat(() => refresh(true), SLOW_MILLIS);
}

run(begin);
