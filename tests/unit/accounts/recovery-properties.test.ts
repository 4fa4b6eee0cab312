/** Random histories of an intruder and an owner on one account. A failure prints its seed. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { intrusions, surviveIntrusion, type Tally } from '#tests/support/accounts/intrusions.ts';
import { localCopies } from '#tests/support/database/local-copies.ts';
import '#tests/support/property-seed.ts';

vi.mock('#worker/security/password.ts', () => import('#tests/support/accounts/fast-passwords.ts'));
vi.mock('#worker/security/identity-token.ts', () => import('#tests/support/accounts/trusted-identities.ts'));
vi.mock('#worker/security/passkeys.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('#tests/support/accounts/trusted-passkeys.ts')),
}));

async function play(numRuns: number): Promise<Tally> {
  const tally: Tally = new Map();
  const withCopies = localCopies();
  await fc.assert(
    fc.asyncProperty(intrusions, (steps) => withCopies({ lagMs: () => 0 }, ({ db }) => surviveIntrusion(db, steps, tally))),
    { numRuns },
  );
  return tally;
}

const events = ['/passkeys', '/payout-address', '/confirm-payout-address', '/user', '/confirm-email-change', '/reset-password'];

test('a reset by email removes everything that an intruder added, and lets the owner back in', { timeout: 120_000 }, async () => {
  const tally = await play(60);
  // Makes sure that the sample is varied enough: the intruder must succeed at each of these.
  expect([...tally.keys()]).toEqual(expect.arrayContaining(events.map((path) => `intruder: ${path}`)));
  expect([...tally.keys()]).toEqual(
    expect.arrayContaining(['owner: /undo-email-change', 'owner: /secure-account', 'intruder: /auth/token']),
  );
});

test('a recovery by email works after 300 random intrusions', { tags: 'long', timeout: 600_000 }, async () => {
  await play(300);
});
