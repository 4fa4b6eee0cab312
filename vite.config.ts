import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { nameChunkGroup } from '#scripts/site/chunk-groups.ts';
import { developmentWords, macros } from '#scripts/site/languages/vite-words.ts';
import { usedPico } from '#scripts/site/purge-pico.ts';
import { clockScript } from './scripts/clock/page.ts';
import { mapData } from './scripts/map-data/plugin.ts';

/** Makes pages served by the dev server use the simulated time set with `npm run clock`. */
const movedClock: Plugin = {
  name: 'moved-clock',
  apply: (_, { command }) => command === 'serve' && process.env.CLOCK_MOVED !== undefined,
  transformIndexHtml: () => [{ tag: 'script', children: clockScript.read(), injectTo: 'head-prepend' }],
};

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root: 'web',
  plugins: [macros, developmentWords, react(), movedClock, mapData(), usedPico],
  resolve: {
    alias: [
      // Replaces the shim for useSyncExternalStore with React's own hook, which has existed since version 18. The shim would add 0.3 KB to
      // every first load.
      {
        find: /^use-sync-external-store\/shim(\/index\.js)?$/,
        replacement: fileURLToPath(new URL('web/lib/react/react-external-store.ts', import.meta.url)),
      },
      // Replaces protomaps-leaflet's copy of pmtiles with a stub. The map does not use it, and it would add 5.5 KB to each map with tiles.
      { find: 'pmtiles', replacement: fileURLToPath(new URL('web/features/finding/map/unused-pmtiles.ts', import.meta.url)) },
    ],
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: ['safari16.4', 'chrome111', 'firefox115'],
    // Emits images as files so that the content security policy does not have to allow data: URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The shell does not list the imports of all pages because that would add 1.6 KB to every first load, nor the entry those of offline
      // support, which loads last (0.2 KB). Style sheets remain listed because they must load before their page is shown. Prerendered pages
      // list their own files, and the service worker caches the files needed offline. The card page's list also omits the code needed after a
      // scan, which saves 0.4 KB at page load but costs a round trip later.
      resolveDependencies: (_file, files, { hostId, hostType }) =>
        hostType === 'js' && /\/(index|shell|CardLandingPage|AfterFind|page-queue)-/.test(hostId) ? [] : files,
    },
    rolldownOptions: {
      // The @zxing packages do not declare that their modules have no side effects. Without this setting, the QR reader would include all
      // other barcode formats.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@zxing\//, sideEffects: false }] },
      output: {
        // Chunks contain each other's names, and hashes do not compress. Shortening each hash by one character saves 50 bytes per first
        // load, and omitting names saves 0.2 KB. Rolldown needs 7 characters for this number of chunks. Chunks keep their names if this
        // file or a test refers to them.
        chunkFileNames: ({ name }) =>
          /Form$|^(CardLandingPage|shell|AfterFind|page-queue|second-reader)$/.test(name)
            ? 'assets/[name]-[hash:7].js'
            : 'assets/[hash:7].js',
        // The `shell` chunk lists every page's style sheet, so names in their paths would add 0.3 KB to every first load.
        assetFileNames: ({ names: [name = ''] }) => (name.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash][extname]'),
        codeSplitting: {
          groups: [
            // All code that every page loads. Splitting it would add 2.9 KB after compression.
            {
              name: 'shell',
              priority: 1,
              test: /web\/(app|lib\/react\/static-html|lib\/words\/Trans)\.tsx$|node_modules\/(react-dom|scheduler)\//,
            },
            // Modules that the same pages need. A page's dependencies are grouped by their own pages.
            { debugName: 'pages', name: nameChunkGroup(root), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  // `npm run dev` sets `WORKER_ORIGIN`. The proxy forwards the `run_worker_first` paths from wrangler.toml and wrangler's own paths.
  server: { proxy: { '^/(api(/|$)|dev/|__/(auth|firebase)/|cdn-cgi/)': process.env.WORKER_ORIGIN ?? 'http://localhost:8787' } },
});
