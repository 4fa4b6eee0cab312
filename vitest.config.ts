import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { mapData } from '#scripts/map-data/plugin.ts';
import { writeSiteLists } from '#scripts/site/site-lists.ts';
import { printerKeys, startCardPrinter } from '#tests/support/printing/card-printer.ts';
import { fontsAsBytes } from '#tests/support/printing/fonts-as-bytes.ts';
import { spawnFake } from '#tests/support/project/spawn-fake.ts';
import { fakeKeys, fillCatalogue, spawnStripeFake } from '#tests/support/stripe/stripe-fake.ts';

// Of wrangler: for each worker it would say which file its secrets come from, and that development names none of them.
process.env.WRANGLER_LOG ??= 'error';

/** Static files for the Worker. */
const siteOfTests = 'dist/test-site';

/** Keys of the tests alone; .dev.vars must not leak in. */
const testVariables = {
  ENVIRONMENT: 'development',
  PUBLIC_ORIGIN: 'https://cards.test',
  USER_TOKEN_KEY: 'test-user-token-key-0123456789abcdef',
  ADMIN_TOKEN_KEY: 'test-admin-token-key-0123456789abcdef',
  LINK_SIGNING_KEY: 'test-link-signing-key-0123456789abcdef',
  ADDRESS_HASH_KEY: 'test-address-hash-key-0123456789abcdef',
  SIGN_UP_LIMITS: 'off',
  STRIPE_SECRET_KEY: fakeKeys.secretKey,
  STRIPE_WEBHOOK_SECRET: fakeKeys.webhookSecret,
  CLOUDPRINTER_API_KEY: printerKeys.production,
  CLOUDPRINTER_SANDBOX_KEY: printerKeys.sandbox,
  CLOUDPRINTER_WEBHOOK_KEY: printerKeys.webhook,
  PRINT_TEST_ADDRESS_NAME: 'Test Workshop',
  PRINT_TEST_ADDRESS_STREET: '1 Compass Lane',
  PRINT_TEST_ADDRESS_CITY: 'Boone',
  PRINT_TEST_ADDRESS_STATE: 'NC',
  PRINT_TEST_ADDRESS_ZIP: '28607',
  PRINT_TEST_ADDRESS_COUNTRY: 'US',
  PRINT_TEST_ADDRESS_PHONE: '+1 828 555 0100',
  PRINT_TEST_ADDRESS_EMAIL: 'prints@example.test',
};

/**
 * Of what properties draw: the same in each run, so that a run fails for what was changed. `PROPERTY_SEED=7 npm test -- --only unit,worker`
 * draws other histories; a failure names its own.
 */
const provide = { propertySeed: Number(process.env.PROPERTY_SEED ?? 20_261_123) };

/** Some packages (Stripe's SDK, zxing) name source maps that they do not bring, and Vite would say so file by file. */
const logLevel = 'error' as const;

/** Files that make a fake fail for everybody, or change its key: one after the other, with fakes of their own. They mostly wait. */
const aloneWithFakes = [
  'accounts/sign-in/forged-identities',
  'admin/system/failing-jobs',
  'memberships/stripe-faults',
  'orders/admin-orders',
  'printing/printer-failures',
  'printing/test-card-api',
].map((name) => `tests/worker/${name}.test.ts`);

/**
 * The real Worker in workerd, with fakes to each project. One workerd runs file after file, each on an emptied database
 * (tests/worker/setup.ts): to start one takes longer than most files do.
 */
function workerProject(name: string, test: { include: string[]; exclude?: string[]; fileParallelism?: boolean; groupOrder: number }) {
  const { groupOrder, ...files } = test;
  return {
    logLevel,
    plugins: [
      rememberedArgon2,
      cloudflareTest(async () => {
        const url = await spawnStripeFake();
        await fillCatalogue(url);
        const { url: signInBase } = await spawnFake('identity', 'Sign-in page', []);
        const CLOUDPRINTER_API_BASE = await startCardPrinter();
        writeSiteLists(siteOfTests);
        return {
          wrangler: { configPath: './wrangler.toml', environment: 'development' },
          miniflare: {
            assets: { directory: siteOfTests },
            bindings: {
              ...testVariables,
              STRIPE_API_BASE: url,
              LOCAL_SIGN_IN_BASE: signInBase,
              CLOUDPRINTER_API_BASE,
              TEST_MIGRATIONS: await readD1Migrations('./migrations'),
            },
          },
        };
      }),
    ],
    test: { name, ...files, provide, isolate: false, setupFiles: ['tests/worker/setup.ts'], testTimeout: 60_000, sequence: { groupOrder } },
  };
}

/** A fifth of the Worker's tests would go into hashing the same password again and again. */
const rememberedArgon2: Plugin = {
  name: 'remembered-argon2',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === '@phi-ag/argon2' && importer?.endsWith('/worker/security/password.ts')
      ? fileURLToPath(new URL('tests/support/accounts/remembered-argon2.ts', import.meta.url))
      : undefined,
};

export default defineConfig({
  test: {
    // By itself vitest leaves one core to others, which of two is half; a third worker fills what two leave idle.
    maxWorkers: '150%',
    tags: [{ name: 'long', description: 'Left to `npm run test:long`.' }],
    projects: [
      {
        logLevel,
        plugins: [fontsAsBytes],
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          // A process to each file took a third of their time (tests/unit/setup.ts).
          isolate: false,
          testTimeout: 60_000,
          provide,
          setupFiles: ['tests/unit/setup.ts'],
          globalSetup: 'tests/support/stripe/stripe-schemas.ts',
        },
      },
      {
        logLevel,
        plugins: [react(), mapData()],
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.tsx', 'tests/web/**/*.test.ts'],
          environment: 'jsdom',
          // A new page to each file, but not a new process: half the time.
          pool: 'vmThreads',
          testTimeout: 20_000,
          provide,
          setupFiles: ['tests/web/setup.ts'],
        },
      },
      workerProject('worker', { include: ['tests/worker/**/*.test.ts'], exclude: aloneWithFakes, groupOrder: 0 }),
      workerProject('faults', { include: aloneWithFakes, fileParallelism: false, groupOrder: 1 }),
    ],
  },
});
