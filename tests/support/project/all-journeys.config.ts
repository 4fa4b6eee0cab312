/** Selects every browser test once so that the result can be compared with the selections in playwright.config.ts. */
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { root } from '#scripts/setup/run.mjs';

export default defineConfig({ testDir: join(root, 'tests', 'e2e') });
