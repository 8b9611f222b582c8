import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { packedFiles, pageChunks } from './build-plugins.ts';

/** What nearly every page behind the sign-in shows: its frame, the home page, menus, dialogs and small parts. */
const inside =
  /[\\/]node_modules[\\/](?:@base-ui|lucide-react)[\\/]|[\\/]spa[\\/]src[\\/](?:app[\\/](?:shell|navigation|project-switcher|session-watch|user-menu)|features[\\/](?:home|notifications[\\/]bell)|ui[\\/](?!code-editor|time-chart|data-grid|json-|stage-)|lib[\\/](?!filter-paths))/;

export default defineConfig({
  root: `${import.meta.dirname}/spa`,
  plugins: [react(), tailwindcss(), pageChunks(), packedFiles()],
  experimental: {
    // Scripts and styles find one another beside themselves, so that one build works below any path. Only the page names
    // its first files from the root, and the web server puts the path before them.
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // The page allows no inline script and no data: script, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Two files instead of some forty: on a first visit each request costs more than what it brings.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'inside', test: inside, priority: 1 },
          ],
        },
      },
    },
  },
});
