// Runs before the first paint, so that a chosen theme never flashes the other one.
(function () {
  try {
    var chosen = localStorage.getItem('sonde.theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage may be blocked; the system's preference then decides.
  }
})();
