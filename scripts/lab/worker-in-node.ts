/** Runs the Worker's code in Node. Password hashing and providers' signatures are replaced, being slow and never the question here. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const replacements: Record<string, string> = {
  '#worker/security/password.ts': '#tests/support/accounts/fast-passwords.ts',
  '#worker/security/identity-token.ts': '#tests/support/accounts/believed-identities.ts',
};

/** Must be called before any import of the Worker. Files that wrangler bundles are loaded here. */
export function runWorkerInNode(): void {
  registerHooks({
    resolve: (specifier, context, next) => next(replacements[specifier] ?? specifier, context),
    load(url, context, next) {
      if (!url.endsWith('.ttf')) return next(url, context);
      const bytes = JSON.stringify(readFileSync(fileURLToPath(url), 'base64'));
      return { format: 'module', shortCircuit: true, source: `export default Uint8Array.from(Buffer.from(${bytes}, 'base64')).buffer` };
    },
  });
}
