import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { mapData } from '#scripts/map-data/plugin.ts';
import { createVapidKeys } from '#scripts/setup/vapid-keys.mjs';
import { macros } from '#scripts/site/languages/vite-words.ts';
import { writeNameFonts } from '#scripts/site/name-fonts.ts';
import { writeSiteLists } from '#scripts/site/site-lists.ts';
import { printerKeys, startCardPrinter } from '#tests/support/printing/card-printer.ts';
import { fontsAsBytes } from '#tests/support/printing/fonts-as-bytes.ts';
import { spawnFake } from '#tests/support/project/spawn-fake.ts';
import { fakeKeys, fillCatalogue, spawnStripeFake } from '#tests/support/stripe/stripe-fake.ts';

// Hides wrangler's note about the secrets file, which each test worker would print.
process.env.WRANGLER_LOG ??= 'error';

/** Directory that the Worker's asset binding serves in tests. */
const siteOfTests = 'dist/test-site';

/** The tests have their own keys so that they do not depend on .dev.vars. */
const testVariables = {
  ENVIRONMENT: 'development',
  PUBLIC_ORIGIN: 'https://cards.test',
  USER_TOKEN_KEY: 'test-user-token-key-0123456789abcdef',
  ADMIN_TOKEN_KEY: 'test-admin-token-key-0123456789abcdef',
  LINK_SIGNING_KEY: 'test-link-signing-key-0123456789abcdef',
  ADDRESS_HASH_KEY: 'test-address-hash-key-0123456789abcdef',
  PERSON_HASH_KEY: 'test-person-hash-key-0123456789abcdef',
  TRAVELER_DATA_KEY: 'test-traveler-data-key-0123456789abcdef',
  SIGN_UP_LIMITS: 'off',
  MAP_TILES: '',
  STRIPE_SECRET_KEY: fakeKeys.secretKey,
  STRIPE_WEBHOOK_SECRET: fakeKeys.webhookSecret,
  CLOUDPRINTER_API_KEY: printerKeys.production,
  CLOUDPRINTER_SANDBOX_KEY: printerKeys.sandbox,
  CLOUDPRINTER_WEBHOOK_KEY: printerKeys.webhook,
  TRAVEL_API_KEY: 'travel_test',
  VAPID_KEYS: createVapidKeys(),
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
 * Seed of the property tests. It is fixed so that only a code change can make a run fail. `PROPERTY_SEED=7 npm test -- --only unit,worker`
 * generates other histories. A failure prints its own seed.
 */
const provide = { propertySeed: Number(process.env.PROPERTY_SEED ?? 20_261_123) };

/** Hides Vite's per-file warnings about packages without source maps (Stripe's SDK, zxing). */
const logLevel = 'error' as const;

/**
 * Test files that make an entire fake service fail or change its key. They run sequentially with their own fake services, and spend most of
 * their time waiting.
 */
const aloneWithFakes = [
  'accounts/sign-in/forged-identities',
  'admin/system/failing-jobs',
  'memberships/stripe-faults',
  'orders/admin-orders',
  'printing/printer-failures',
  'printing/test-card-api',
].map((name) => `tests/worker/${name}.test.ts`);

/**
 * The real Worker in workerd, with separate fake services per project. One workerd runs all files in turn, each on an emptied database
 * (tests/worker/setup.ts), because starting workerd takes longer than most files do.
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
        const { url: TRAVEL_API_BASE } = await spawnFake('travel', 'Travel provider fake', ['--api-key', testVariables.TRAVEL_API_KEY]);
        writeSiteLists(siteOfTests);
        await writeNameFonts(siteOfTests);
        return {
          wrangler: { configPath: './wrangler.toml', environment: 'development' },
          miniflare: {
            assets: { directory: siteOfTests },
            bindings: {
              ...testVariables,
              STRIPE_API_BASE: url,
              LOCAL_SIGN_IN_BASE: signInBase,
              CLOUDPRINTER_API_BASE,
              TRAVEL_API_BASE,
              TEST_MIGRATIONS: await readD1Migrations('./migrations'),
            },
          },
        };
      }),
    ],
    test: { name, ...files, provide, isolate: false, setupFiles: ['tests/worker/setup.ts'], testTimeout: 60_000, sequence: { groupOrder } },
  };
}

/** Caches password hashes because recomputing them would take a fifth of the Worker tests' time. */
const rememberedArgon2: Plugin = {
  name: 'remembered-argon2',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === '@phi-ag/argon2' && importer?.endsWith('/worker/security/password.ts')
      ? fileURLToPath(new URL('tests/support/accounts/cached-argon2.ts', import.meta.url))
      : undefined,
};

export default defineConfig({
  test: {
    // By default, Vitest leaves one core idle, which is half of a two-core machine. Three workers keep both cores busy.
    maxWorkers: '150%',
    tags: [{ name: 'long', description: 'Run by `npm run test:long` only.' }],
    projects: [
      {
        logLevel,
        plugins: [macros, fontsAsBytes],
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          // Starting a process for each file took a third of the total test time, so tests/unit/setup.ts resets modules instead.
          isolate: false,
          testTimeout: 60_000,
          provide,
          setupFiles: ['tests/unit/setup.ts'],
          globalSetup: 'tests/support/stripe/stripe-schemas.ts',
        },
      },
      {
        logLevel,
        plugins: [macros, react(), mapData()],
        // Emits images as files, as in the build, so that tests see the images' names.
        build: { assetsInlineLimit: 0 },
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.tsx', 'tests/web/**/*.test.ts'],
          environment: 'jsdom',
          // A new jsdom page per file in a shared process takes half as long as a new process per file.
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
