/** Runs the Worker's code in Node. Password hashing and providers' signatures are replaced because they are slow and not under test. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const replacements: Record<string, string> = {
  '#worker/security/password.ts': '#tests/support/accounts/fast-passwords.ts',
  '#worker/security/identity-token.ts': '#tests/support/accounts/trusted-identities.ts',
};

/** Registers loaders for the files that wrangler would bundle. Call this before the first import of the Worker. */
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
