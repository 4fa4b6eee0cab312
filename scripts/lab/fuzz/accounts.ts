import fc from 'fast-check';
import { type Amount, formatCount, prove } from '#scripts/lab/fuzz/run-proofs.ts';
import { histories, liveHistory, type Tally } from '#tests/support/accounts/account-histories.ts';
import { localReplicas, randomLag } from '#tests/support/database/local-replicas.ts';

export function proveAccounts(amount: Amount): Promise<boolean> {
  const withReplicas = localReplicas();
  const tally: Tally = new Map();
  let steps = 0;
  const property = fc.asyncProperty(histories, fc.nat(), async (history, lagSeed) => {
    steps += history.steps.length;
    await withReplicas({ lagMs: randomLag(lagSeed) }, ({ db }) => liveHistory(db, history, tally));
  });
  return prove(property, amount, () => {
    const [moves, undone] = [tally.get('/confirm-email-change'), tally.get('bring_back')];
    return `random histories of accounts: ${formatCount(steps)} steps, ${formatCount(moves)} changed addresses, ${formatCount(undone)} changes undone`;
  });
}
