/**
 * Runs the Worker's code in Node. Replaces two slow parts that are not under test: password hashing, and verification of identity
 * providers' signatures.
 */
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
      const isFont = url.endsWith('.ttf');
      if (!isFont && !url.endsWith('/harfbuzz.wasm')) return next(url, context);
      const bytes = `Uint8Array.from(Buffer.from('${readFileSync(fileURLToPath(url), 'base64')}', 'base64'))`;
      const source = `export default ${isFont ? `${bytes}.buffer` : `new WebAssembly.Module(${bytes})`}`;
      return { format: 'module', shortCircuit: true, source };
    },
  });
}
