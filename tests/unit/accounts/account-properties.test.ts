/**
 * Runs a seeded sample of the random histories from `npm run fuzz`. Changing, verifying and losing email addresses must never give another
 * person access to an account.
 */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { histories, liveHistory, type Step, type Tally } from '#tests/support/accounts/account-histories.ts';
import { localReplicas, randomLag } from '#tests/support/database/local-replicas.ts';
import { propertyTest } from '#tests/support/property-test.ts';

vi.mock('#worker/security/password.ts', () => import('#tests/support/accounts/fast-passwords.ts'));
vi.mock('#worker/security/identity-token.ts', () => import('#tests/support/accounts/trusted-identities.ts'));

propertyTest('an account always belongs to whoever proved its address', { usual: 60, long: 400 }, async (numRuns) => {
  const tally: Tally = new Map();
  const withReplicas = localReplicas();
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(), (history, lagSeed) =>
      withReplicas({ lagMs: randomLag(lagSeed) }, ({ db }) => liveHistory(db, history, tally)),
    ),
    { numRuns, seed: 20_261_121 },
  );
  // Checks that the sample is varied enough: each of these events must occur at least once.
  expect([...tally.keys()]).toEqual(
    expect.arrayContaining([
      ...['a typo corrected', 'asked to move', 'asked: 403', 'an address refused', 'a pending address was taken meanwhile'],
      ...['/verify-email', '/confirm-email-change', '/reset-password', 'call_off', 'bring_back'],
      ...['a take-over at a provider', 'a take-over by a reset', 'at a provider: provider_conflict', 'at a provider: email_reserved'],
    ]),
  );
});

test('canceling a change ends the undo link of a mailbox that took the account before', async () => {
  const tally: Tally = new Map();
  const changeTo = (address: 'ann@one.test' | 'bob@one.test') =>
    ({ does: 'ask_for_address', pick: 0, address, withPassword: true }) as const;
  const openLink = { does: 'press_link', pick: 0 } as const;
  const steps: Step[] = [
    ...[{ does: 'register', by: 'ann', address: 'ann@one.test' } as const, openLink],
    ...[changeTo('bob@one.test'), openLink, changeTo('ann@one.test'), openLink, changeTo('bob@one.test')],
    { does: 'press_undo', pick: 0 },
    { does: 'register', by: 'bob', address: 'bob@one.test' },
  ];
  await localReplicas()({ lagMs: randomLag(0) }, ({ db }) => liveHistory(db, { areCareful: false, steps }, tally));
  expect(Object.fromEntries(tally)).toMatchObject({ 'asked to move': 3, call_off: 1 });
  expect([...tally.keys()]).not.toContain('an address refused');
});
