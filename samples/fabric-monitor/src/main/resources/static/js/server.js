// Requests to the server.

async function read(path, options) {
  const response = await fetch(path, { headers: { Accept: 'application/json' }, ...options });
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    throw new Error(problem.detail ?? `${path}: ${response.status}`);
  }
  return response.json();
}

export const about = () => read('about');
export const topology = () => read('topology');
export const history = () => read('history');
export const findings = () => read('findings');
export const node = (guid) => read(`nodes/${encodeURIComponent(guid)}`);
export const faults = () => read('faults');

export const fault = (what, values = {}) => read(`faults/${what}?${new URLSearchParams(values)}`, { method: 'POST' });
