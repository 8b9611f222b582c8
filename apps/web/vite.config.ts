import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: `${import.meta.dirname}/spa`,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // The page allows no inline script and no data: script, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
