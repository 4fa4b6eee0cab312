/** Random histories of an intruder and an owner who use the same account. A failing test prints its seed. */
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { intrusions, surviveIntrusion, type Tally } from '#tests/support/accounts/intrusions.ts';
import { localReplicas } from '#tests/support/database/local-replicas.ts';
import { propertyTest } from '#tests/support/property-test.ts';

vi.mock('#worker/security/password.ts', () => import('#tests/support/accounts/fast-passwords.ts'));
vi.mock('#worker/security/identity-token.ts', () => import('#tests/support/accounts/trusted-identities.ts'));
vi.mock('#worker/security/passkeys.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('#tests/support/accounts/trusted-passkeys.ts')),
}));

const events = [
  '/passkeys',
  '/payout-address',
  '/confirm-payout-address',
  '/traveler',
  '/user',
  '/confirm-email-change',
  '/reset-password',
];
const property = 'a reset by email removes everything that an intruder added, and lets the owner back in';

propertyTest(property, { usual: 15, long: 300 }, async (numRuns) => {
  const tally: Tally = new Map();
  const withReplicas = localReplicas();
  await fc.assert(
    fc.asyncProperty(intrusions, (steps) => withReplicas({ lagMs: () => 0 }, ({ db }) => surviveIntrusion(db, steps, tally))),
    { numRuns },
  );
  // Checks that the sample is varied enough: the intruder must succeed at each of these actions.
  expect([...tally.keys()]).toEqual(expect.arrayContaining(events.map((path) => `intruder: ${path}`)));
  expect([...tally.keys()]).toEqual(
    expect.arrayContaining(['owner: /undo-email-change', 'owner: /secure-account', 'intruder: /auth/token']),
  );
});
