import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const harfbuzz = 'harfbuzzjs/dist/harfbuzz.wasm';
/** Virtual module id that hides HarfBuzz's real path. Otherwise, Vitest would let Node load the module from its package. */
const harfbuzzModule = 'virtual:harfbuzz';

const readBytes = (path: string) => `Uint8Array.from(atob('${readFileSync(path, 'base64')}'), (byte) => byte.charCodeAt(0))`;

/** Loads fonts as bytes and HarfBuzz as a compiled module in Node, as wrangler's rules do for the Worker. */
export const fontsAsBytes: Plugin = {
  name: 'fonts-as-bytes',
  enforce: 'pre',
  resolveId: (id) => (id === harfbuzz ? harfbuzzModule : undefined),
  load: (id) => {
    if (id.endsWith('.ttf')) return `export default ${readBytes(id)}.buffer`;
    if (id !== harfbuzzModule) return undefined;
    return `export default new WebAssembly.Module(${readBytes(createRequire(import.meta.url).resolve(harfbuzz))})`;
  },
};
