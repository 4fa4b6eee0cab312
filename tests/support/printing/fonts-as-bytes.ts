import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Loads fonts as bytes in Node, as wrangler's rule does for the Worker. */
export const fontsAsBytes: Plugin = {
  name: 'fonts-as-bytes',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('.ttf')
      ? `export default Uint8Array.from(atob('${readFileSync(id, 'base64')}'), (byte) => byte.charCodeAt(0)).buffer`
      : undefined,
};
