// Dark or light: as the system has it until somebody chooses. Runs before the page is painted, so it is no module.
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
