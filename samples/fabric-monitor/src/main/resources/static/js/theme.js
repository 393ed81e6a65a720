// Dark or light theme: that of the system until the user selects one. Runs before the first paint, so it is not a module.
(() => {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    root.dataset.theme = localStorage.getItem('theme') ?? (dark.matches ? 'dark' : 'light');
    root.dispatchEvent(new Event('themechange'));
  };
  dark.addEventListener('change', apply);
  apply();
  addEventListener('DOMContentLoaded', () => {
    document.getElementById('theme').addEventListener('click', () => {
      localStorage.setItem('theme', root.dataset.theme === 'dark' ? 'light' : 'dark');
      apply();
    });
  });
})();
