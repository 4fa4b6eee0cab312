/**
 * Runs a seeded sample of the random histories from `npm run fuzz`. The members are far from the primary, and their replica lags by up to
 * five seconds.
 */
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { localReplicas, randomLag } from '#tests/support/database/local-replicas.ts';
import { type Tally, travel, travels } from '#tests/support/database/travels.ts';
import { propertyTest } from '#tests/support/property-test.ts';

vi.mock('#worker/security/password.ts', () => import('#tests/support/accounts/fast-passwords.ts'));

const property = 'nothing is paid twice, lost or shown in reverse order; ended sessions write nothing; the replica never drifts';

propertyTest(property, { usual: 8, long: 200 }, async (numRuns) => {
  const tally: Tally = new Map();
  const withReplicas = localReplicas();
  await fc.assert(
    fc.asyncProperty(travels, (one) => withReplicas({ lagMs: randomLag(one.lagSeed) }, (replicas) => travel(replicas, one, tally))),
    { numRuns, seed: 20_261_123 },
  );
  // Checks that the random sample is varied enough: each required event must occur at least once.
  expect([...tally.keys()]).toEqual(
    expect.arrayContaining([
      'scan: 1 tokens',
      'scan: 0 tokens',
      'scan: 404',
      'two at once',
      'redeemed',
      'a placement confirmed',
      'ended',
      'responded late',
    ]),
  );
});
