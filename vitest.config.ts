import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { serve as serveIdentities } from '#scripts/identity-stand-in/server.ts';
import { printerKeys, startCardPrinter } from '#tests/support/card-printer.ts';
import { fillCatalogue, standInKeys, startStripeStandIn } from '#tests/support/stripe-stand-in.ts';

/** Keys of the tests alone; .dev.vars must not leak in. */
const testVariables = {
  ENVIRONMENT: 'development',
  PUBLIC_ORIGIN: 'https://cards.test',
  USER_TOKEN_KEY: 'test-user-token-key-0123456789abcdef',
  ADMIN_TOKEN_KEY: 'test-admin-token-key-0123456789abcdef',
  LINK_SIGNING_KEY: 'test-link-signing-key-0123456789abcdef',
  STRIPE_SECRET_KEY: standInKeys.secretKey,
  STRIPE_WEBHOOK_SECRET: standInKeys.webhookSecret,
  CLOUDPRINTER_API_KEY: printerKeys.production,
  CLOUDPRINTER_SANDBOX_KEY: printerKeys.sandbox,
  CLOUDPRINTER_WEBHOOK_KEY: printerKeys.webhook,
  PRINT_TEST_ADDRESS_NAME: 'Test Workshop',
  PRINT_TEST_ADDRESS_STREET: '1 Compass Lane',
  PRINT_TEST_ADDRESS_CITY: 'Boone',
  PRINT_TEST_ADDRESS_STATE: 'NC',
  PRINT_TEST_ADDRESS_ZIP: '28607',
  PRINT_TEST_ADDRESS_COUNTRY: 'US',
  PRINT_TEST_ADDRESS_EMAIL: 'prints@example.test',
};

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], environment: 'node' } },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.tsx', 'tests/web/**/*.test.ts'],
          environment: 'jsdom',
          setupFiles: ['tests/web/setup.ts'],
        },
      },
      {
        // The Stripe SDK names source maps that it does not bring, and Vite would say so file by file.
        logLevel: 'error',
        plugins: [
          cloudflareTest(async () => {
            const { url } = await startStripeStandIn();
            await fillCatalogue(url);
            const { url: signInBase } = await serveIdentities({ port: 0, isInBackground: true });
            const CLOUDPRINTER_API_BASE = await startCardPrinter();
            return {
              wrangler: { configPath: './wrangler.toml', environment: 'development' },
              miniflare: {
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
        test: { name: 'worker', include: ['tests/worker/**/*.test.ts'], setupFiles: ['tests/worker/setup.ts'], testTimeout: 60_000 },
      },
    ],
  },
});
