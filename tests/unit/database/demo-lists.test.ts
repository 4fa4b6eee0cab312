/** In the demo data, enum columns may contain only values that the code defines. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seedDemo } from '#scripts/seed/demo.ts';
import { localD1 } from '#tests/support/database/local-d1.ts';
import { listValueStore } from '#worker/store/list-values.ts';

test('the code recognizes every enum value in the demo data', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cache-cards-demo-'));
  try {
    await localD1()(async (db) => {
      expect(await seedDemo(db, join(folder, 'stripe.json'), Date.UTC(2026, 10, 23, 1) / 1_000)).toBe(true);
      expect(await listValueStore(db).check()).toEqual([]);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
