import type { AdminChest, AdminCommission, DecisionEffects, PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import { formatSigned } from '#web/features/admin/cells.tsx';
import { getChestEffectLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { formatDollars } from '#web/lib/format.ts';

interface EffectsListProps {
  row: AdminCommission | AdminChest;
  decision: PayoutDecision;
  effects: DecisionEffects;
}

export function EffectsList({ row, decision, effects: { treasureKeys, chests } }: EffectsListProps) {
  const ownAmount = getOwnCents(row, decision);
  const total = chests.reduce((sum, { centsBefore, centsAfter }) => sum + centsAfter - centsBefore, ownAmount);
  const isEmpty = ownAmount === 0 && treasureKeys === 0;
  return (
    <section className="stack" aria-labelledby="effects">
      <h3 id="effects">Effects</h3>
      {isEmpty ? (
        <p>Nothing else changes: it was already on hold.</p>
      ) : (
        <ul className="plain-list entry-list">
          {ownAmount !== 0 && (
            <EffectLine name={'friend' in row ? 'This commission' : 'This treasure chest'} value={signedDollars(ownAmount)} />
          )}
          {treasureKeys !== 0 && <EffectLine name="Treasure Keys from this referral" value={formatSigned(treasureKeys)} />}
          {chests.map((chest) => (
            <EffectLine key={chest.month} name={getChestEffectLabel(chest)} value={signedDollars(chest.centsAfter - chest.centsBefore)} />
          ))}
          <li>
            <strong>Change to the amount owed</strong>
            <strong className="due-amount">{signedDollars(total)}</strong>
          </li>
        </ul>
      )}
      {treasureKeys !== 0 && <p className="muted small">Chests already paid don’t change.</p>}
    </section>
  );
}

function getOwnCents({ status, amountCents }: AdminCommission | AdminChest, decision: PayoutDecision): number {
  if (decision === 'release') return amountCents;
  return status === 'pending' ? 0 - amountCents : 0;
}

function EffectLine({ name, value }: { name: string; value: string }) {
  return (
    <li>
      <span>{name}</span>
      <span className="due-amount">{value}</span>
    </li>
  );
}

function signedDollars(cents: number): string {
  return cents > 0 ? `+${formatDollars(cents / 100)}` : formatDollars(cents / 100);
}
