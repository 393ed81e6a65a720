// Creates elements and reads from the server. Text from the fabric is inserted as text and never parsed as HTML.

export const byId = (id) => document.getElementById(id);

/** Creates an element. Properties that start with "on" are listeners, others are attributes; children are elements or text. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('on')) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== undefined && value !== null) {
      element.setAttribute(key, value);
    }
  }
  element.append(...children);
  return element;
}

/** Replaces text only if it differs, so that a screen reader does not hear of it again. */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Replaces the children only if what they show differs, so that the focus and the scroll position stay. */
export function showIfChanged(element, content, children) {
  const shown = JSON.stringify(content);
  if (element.dataset.shown !== shown) {
    element.dataset.shown = shown;
    element.replaceChildren(...children());
  }
}

/** Maximum number of requests in flight: the server runs four queries of the past, and the worker reads as many as the page. */
const IN_FLIGHT = 2;
/** Number of times that a request is repeated if the server has too many, and the time before the next one. */
const REPEATS = 5;
const REPEAT_MILLIS = 300;
const waiting = [];
let inFlight = 0;

/** Reads JSON at once. A failure is an error with the sentence of the server. */
export async function readNow(path, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  for (let times = 0; ; times++) {
    const response = await fetch(query ? `${path}?${query}` : path, { headers: { Accept: 'application/json' } });
    if (response.status !== 429 || times === REPEATS) {
      return answer(response);
    }
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MILLIS * (times + Math.random())));
  }
}

/** Reads JSON after other requests, if there are too many. */
export async function read(path, parameters) {
  if (inFlight === IN_FLIGHT) {
    await new Promise((resolve) => waiting.push(resolve));
  } else {
    inFlight += 1;
  }
  try {
    return await readNow(path, parameters);
  } finally {
    if (waiting.length) {
      waiting.shift()();
    } else {
      inFlight -= 1;
    }
  }
}

/** Sends JSON with the token that protects against requests of other pages. */
export async function send(path, body, method = 'POST') {
  const token = document.cookie.split('; ').find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice(11) ?? '';
  return answer(await fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': decodeURIComponent(token) },
    body: JSON.stringify(body),
  }));
}

async function answer(response) {
  const text = await response.text();
  const json = text && response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : null;
  if (!response.ok) {
    throw new Error(json?.detail ?? `the server answered with status ${response.status}`);
  }
  return json;
}

/** Runs a part of the page; its failure is shown and does not stop the others. */
export async function run(part) {
  try {
    await part();
  } catch (failure) {
    setText(byId('failure'), failure.message);
    byId('failure').dataset.at = Date.now();
  }
}
