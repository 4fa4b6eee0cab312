/**
 * `npm run seed`: loads the demo data into the local database. For load tests, --members, --cards and --scans generate the given numbers of
 * rows instead. --target is the folder of the local database, which no running product may be using.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { seedBulkAdmins } from '#scripts/seed/bulk/bulk-admin-data.ts';
import { recountNumbers, runAndRebuildTotals } from '#scripts/seed/bulk/bulk-totals.ts';
import { seedDemo } from '#scripts/seed/demo.ts';
import { openDatabase } from '#scripts/setup/database.ts';
import { readDevVars, stateFolder } from '#scripts/setup/local.mjs';
import { claimState } from '#scripts/setup/state-claim.mjs';
import { Problem, runMain } from '#scripts/setup/steps.mjs';

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', default: stateFolder },
      members: { type: 'string', default: '0' },
      cards: { type: 'string', default: '0' },
      scans: { type: 'string', default: '0' },
    },
  });
  const count = (name: 'members' | 'cards' | 'scans') => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < 0) throw new Problem(`--${name} must be a whole number, not "${values[name]}".`);
    return number;
  };
  const size = { members: count('members'), cards: count('cards'), scans: count('scans') };
  const now = Math.floor(Date.now() / 1_000);

  const release = claimState(resolve(values.target), 'A seeding');
  const { db, close } = await openDatabase(values.target);
  try {
    if (size.members + size.cards + size.scans > 0) {
      await runAndRebuildTotals(db, () => seedBulk(db, size, now, (rows) => seedBulkAdmins(db, rows, now)));
      await recountNumbers(db, now);
      console.log(`Added ${size.members} members, ${size.cards} cards and up to ${size.scans} scans`);
    } else {
      const { TRAVELER_DATA_KEY } = readDevVars();
      const isNew = await seedDemo(db, join(resolve(values.target), 'stripe.json'), now, TRAVELER_DATA_KEY);
      console.log(isNew ? 'Seeded demo data' : 'The demo data already exists');
    }
  } finally {
    await close();
    release();
  }
});
