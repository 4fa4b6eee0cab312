/** `node tests/support/database/make-demo-state.ts FOLDER` fills a new state folder with the demo data, for the browser tests. */
import { join } from 'node:path';
import { readDevVars } from '#scripts/setup/local.mjs';
import { createDemoState } from './demo-state.ts';

const [folder = ''] = process.argv.slice(2);
await createDemoState(folder, join(folder, 'stripe.json'), readDevVars().TRAVELER_DATA_KEY);
