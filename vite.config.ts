import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'web',
  plugins: [react()],
  resolve: {
    alias: [
      // React has had this hook itself since 18; the shim would be 2 KB of every first load.
      {
        find: /^use-sync-external-store\/shim(\/index\.js)?$/,
        replacement: fileURLToPath(new URL('web/lib/react-external-store.ts', import.meta.url)),
      },
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
      // Named in the shell, what each page imports would be 2 KB of every first load. Only style sheets stay named there: those
      // must be there before their page is drawn. The drawn pages name their own files, and the service worker keeps what works without network.
      resolveDependencies: (_file, files, { hostId, hostType }) => (hostType === 'js' && hostId.includes('/shell-') ? [] : files),
    },
    // What every page loads is one chunk: in several, each compressed by itself, it would be 2 KB more.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shell', test: /web\/app\.tsx$|node_modules\/(react-dom|scheduler)\// }] } },
    },
  },
  server: { proxy: { '/api': 'http://localhost:8787' } },
});
