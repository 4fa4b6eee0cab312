import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Keys of the tests alone; .dev.vars must not leak in. */
const testVariables = {
  ENVIRONMENT: 'development',
  PUBLIC_ORIGIN: 'https://cards.test',
  USER_TOKEN_KEY: 'test-user-token-key-0123456789abcdef',
  ADMIN_TOKEN_KEY: 'test-admin-token-key-0123456789abcdef',
  LINK_SIGNING_KEY: 'test-link-signing-key-0123456789abcdef',
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
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml', environment: 'development' },
            miniflare: { bindings: { ...testVariables, TEST_MIGRATIONS: await readD1Migrations('./migrations') } },
          })),
        ],
        test: { name: 'worker', include: ['tests/worker/**/*.test.ts'], setupFiles: ['tests/worker/setup.ts'], testTimeout: 60_000 },
      },
    ],
  },
});
