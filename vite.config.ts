import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { usedPico } from '#scripts/site/used-pico.ts';
import { clockScript } from './scripts/clock/page.ts';
import { mapData } from './scripts/map-data/plugin.ts';

/** While the sources are served: the pages go by the clock that `npm run clock` has moved. */
const movedClock: Plugin = {
  name: 'moved-clock',
  apply: (_, { command }) => command === 'serve' && process.env.CLOCK_MOVED !== undefined,
  transformIndexHtml: () => [{ tag: 'script', children: clockScript.read(), injectTo: 'head-prepend' }],
};

export default defineConfig({
  root: 'web',
  plugins: [react(), movedClock, mapData(), usedPico],
  resolve: {
    alias: [
      // React has had this hook itself since 18; the shim would be 0.3 KB of every first load.
      {
        find: /^use-sync-external-store\/shim(\/index\.js)?$/,
        replacement: fileURLToPath(new URL('web/lib/react/react-external-store.ts', import.meta.url)),
      },
      // protomaps-leaflet's copy would be 5.5 KB of each map with tiles.
      { find: 'pmtiles', replacement: fileURLToPath(new URL('web/features/finding/map/unused-pmtiles.ts', import.meta.url)) },
    ],
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Pictures stay files, so that the content security policy needs no data: addresses for them.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Named in the shell, what each page imports would be 1.6 KB of every first load. Only style sheets stay named there: those
      // must be there before their page is shown. Prerendered pages name their own files, and the service worker keeps what works without network.
      // Likewise what the card's page loads once the scan is answered: it may take a round trip more, and the scan goes 0.4 KB sooner.
      resolveDependencies: (_file, files, { hostId, hostType }) =>
        hostType === 'js' && /\/(shell|CardLandingPage|AfterFind|page-queue)-/.test(hostId) ? [] : files,
    },
    rolldownOptions: {
      // The packages do not say that their modules do nothing by being imported: without this the QR reader brings all other codes along.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@zxing\//, sideEffects: false }] },
      output: {
        // Chunks name each other, and no hash can be compressed: one character less is 50 bytes of every first load, and what
        // most are called would be 0.2 KB. Those that are spoken of above or in a test keep their names.
        chunkFileNames: ({ name }) =>
          /(Page|Form)$|^(shell|AfterFind|page-queue|second-reader)$/.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:8].js',
        // The shell names the style sheets of all pages: names of their own would be 0.3 KB of every first load.
        assetFileNames: ({ names: [name = ''] }) => (name.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]'),
        // What every page loads is one chunk: in several, each compressed by itself, it would be 2.9 KB more.
        codeSplitting: { groups: [{ name: 'shell', test: /web\/app\.tsx$|node_modules\/(react-dom|scheduler)\// }] },
      },
    },
  },
  // `npm run dev` tells where the Worker answers; its paths are those of wrangler.toml's `run_worker_first`, and wrangler's own.
  server: { proxy: { '^/(api(/|$)|dev/|__/(auth|firebase)/|cdn-cgi/)': process.env.WORKER_ORIGIN ?? 'http://localhost:8787' } },
});
