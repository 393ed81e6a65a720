// The style of the graph. Each state of a link has its own color, dash and width.

const value = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export function look() {
  const text = value('text');
  return [
    {
      selector: 'node',
      style: {
        width: 15,
        height: 15,
        'background-color': value('host'),
        'border-width': 1.5,
        'border-color': value('ground'),
        label: 'data(label)',
        color: value('muted'),
        'font-size': 7,
        'font-family': 'system-ui, sans-serif',
        'text-valign': 'bottom',
        'text-margin-y': 2.5,
        'text-max-width': 80,
        'text-wrap': 'ellipsis',
        'min-zoomed-font-size': 7.5,
        'overlay-opacity': 0,
      },
    },
    {
      selector: 'node[type = "switch"]',
      style: {
        shape: 'round-rectangle',
        width: 25,
        height: 16,
        'background-color': value('switch'),
        color: text,
        'font-size': 9,
        'text-valign': 'top',
        'text-margin-y': -3,
        'text-background-color': value('ground'),
        'text-background-opacity': 0.8,
        'text-background-padding': 1,
        'min-zoomed-font-size': 6,
      },
    },
    { selector: 'node[type = "router"]', style: { shape: 'diamond', width: 22, height: 22, 'background-color': value('router') } },
    {
      selector: 'node[?lost]',
      style: { 'background-color': value('ground'), 'border-style': 'dashed', 'border-width': 2, 'border-color': value('silent') },
    },
    {
      selector: 'edge',
      style: { 'curve-style': 'haystack', 'haystack-radius': 0, width: 1, 'line-color': value('active'), opacity: 0.75, 'overlay-opacity': 0 },
    },
    { selector: 'edge[state = "errors"]', style: { width: 3.6, 'line-color': value('errors'), opacity: 1, 'z-index': 3 } },
    { selector: 'edge[state = "inactive"]', style: { width: 2, 'line-style': 'dotted', 'line-color': value('inactive'), opacity: 1, 'z-index': 2 } },
    {
      selector: 'edge[state = "silent"]',
      style: { width: 2, 'line-style': 'dashed', 'line-dash-pattern': [6, 3, 2, 3], 'line-color': value('silent'), opacity: 1, 'z-index': 2 },
    },
    {
      selector: 'edge[state = "down"]',
      style: { width: 2.8, 'line-style': 'dashed', 'line-dash-pattern': [8, 5], 'line-color': value('down'), opacity: 1, 'z-index': 4 },
    },
    { selector: 'edge.near', style: { 'line-color': value('accent'), width: 2, opacity: 1, 'z-index': 5 } },
    { selector: 'edge.near[state = "down"]', style: { 'line-color': value('down'), width: 2.8 } },
    { selector: 'node:selected', style: { 'border-color': text, 'border-width': 3, color: text, 'min-zoomed-font-size': 0, 'z-index': 9 } },
    { selector: 'edge:selected', style: { width: 5, opacity: 1, 'z-index': 8 } },
    { selector: 'edge:selected[state = "active"]', style: { 'line-color': value('accent') } },
  ];
}
