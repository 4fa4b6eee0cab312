/** The Worker's code in Node, as it is, but for hashing passwords, which is slow and never the question here, and for files that wrangler bundles. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** To be called before anything of the Worker is imported. */
export function runWorkerInNode(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === '#worker/security/password.ts' ? '#tests/support/accounts/fast-passwords.ts' : specifier, context),
    load(url, context, next) {
      if (!url.endsWith('.ttf')) return next(url, context);
      const bytes = JSON.stringify(readFileSync(fileURLToPath(url), 'base64'));
      return { format: 'module', shortCircuit: true, source: `export default Uint8Array.from(Buffer.from(${bytes}, 'base64')).buffer` };
    },
  });
}
