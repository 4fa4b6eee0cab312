import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';

/** Keys that we generate ourselves; other secrets come from providers. */
const generatedKeys = [
  'USER_TOKEN_KEY',
  'ADMIN_TOKEN_KEY',
  'LINK_SIGNING_KEY',
  'ADDRESS_HASH_KEY',
  'PERSON_HASH_KEY',
  'TRAVELER_DATA_KEY',
  'OPS_TOKEN',
];
/** Optional secret that is generated anyway, because operators need it during an incident, when it is too late to set it. */
const generatedOptionalKey = 'OPS_TOKEN';
/** Variables in .dev.vars.example that are not secrets, because they are set in wrangler.toml or used only in development. */
const nonSecretNames = /^(PUBLIC_ORIGIN|MAIL_FROM|SIGN_UP_LIMITS|FIREBASE_AUTH_EMULATOR|\w+_BASE)$/;

export function parseSecrets(text: string | undefined): Record<string, string> {
  const all = Object.entries(parseEnv(text ?? ''));
  return Object.fromEntries(all.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

export function createSecretsFile(site: string, example: string, required: readonly string[], deployedSecrets: readonly string[]): string {
  const exampleNames = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const optional = exampleNames.filter((name) => !required.includes(name) && !nonSecretNames.test(name));
  return [
    `# Secrets of ${site}, for \`npm run deploy\`. Keep a copy in your password manager, never in the repository.`,
    '# Documented in .dev.vars.example. A missing or empty name keeps its deployed value.',
    ...required.map((name) => line(name, deployedSecrets)),
    '',
    '# Optional: remove the #. OPS_TOKEN allows health checks, reconciling with Stripe, and repairs after a restore.',
    ...optional.map((name) => (name === generatedOptionalKey ? line(name, deployedSecrets) : `# ${name}=`)),
    '',
  ].join('\n');
}

export function addMissingSecrets(text: string, required: readonly string[], deployedSecrets: readonly string[]): string {
  const existingNames = Object.keys(parseEnv(text));
  const missing = required.filter((name) => !existingNames.includes(name) && !deployedSecrets.includes(name));
  return missing.length === 0 ? text : `${text.trimEnd()}\n${missing.map((name) => line(name, deployedSecrets)).join('\n')}\n`;
}

export function setSecret(text: string, name: string, value: string): string {
  const previousLine = new RegExp(`^(?:# )?${name}=.*$`, 'm');
  const now = `${name}=${value}`;
  return previousLine.test(text) ? text.replace(previousLine, () => now) : `${text.trimEnd()}\n${now}\n`;
}

/**
 * Returns the line of the secrets file for one key. Never regenerates a deployed key, because a new one would sign everyone out and
 * invalidate every link.
 */
function line(name: string, deployedSecrets: readonly string[]): string {
  if (deployedSecrets.includes(name)) return `# ${name}= is already deployed and stays unchanged`;
  return generatedKeys.includes(name) ? `${name}=${randomBytes(32).toString('base64url')}` : `${name}=`;
}
