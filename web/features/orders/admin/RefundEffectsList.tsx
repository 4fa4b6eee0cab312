import type { RefundEffects } from '#schema/orders/admin-refunds.ts';
import { fullRefundPercent } from '#schema/rules.ts';
import { formatSigned } from '#web/features/admin/cells.tsx';
import { formatDollars, number, plural, tokensLabel } from '#web/lib/format.ts';

export function RefundEffectsList({ effects }: { effects: RefundEffects }) {
  const lines = listEffects(effects);
  return (
    <section className="stack gap-2" aria-labelledby="also-affected">
      <h3 id="also-affected">Also affected</h3>
      <ul className="refund-effects">
        {effects.isFull && <li>{fullRefundNote}</li>}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>The member gets an email.</li>
      </ul>
    </section>
  );
}

const fullRefundNote = `A refund of ${fullRefundPercent}% or more of a payment counts as a full refund.`;

const tierNames = { free: 'Free', basic: 'Basic', premium: 'Premium' } as const;

function listEffects({
  isFull,
  membership,
  commission,
  treasureKeys,
  cards,
  tokensTaken,
  tokensOwed,
  communityKeys,
}: RefundEffects): string[] {
  const lines = [
    membership &&
      `The ${tierNames[membership.before]} membership ends now, in Stripe too. The member becomes ${tierNames[membership.after]}.`,
    commission &&
      `The ${formatDollars(commission.amount / 100)} commission is reversed${commission.wasPaid ? ' and deducted from the next payout' : ''}.`,
    treasureKeys !== 0 && `Referrer’s Treasure Keys: ${formatSigned(treasureKeys)}.`,
    cards > 0 && `${plural(cards, 'card')} in this order ${cards === 1 ? 'is' : 'are'} disabled.`,
    tokensTaken > 0 && `${tokensLabel(tokensTaken)} they earned ${tokensTaken === 1 ? 'is' : 'are'} taken back.`,
    tokensOwed > 0 && `The balance is too low to take back every token, so the member will owe ${tokensLabel(tokensOwed)}.`,
    communityKeys > 0 && `Member’s Community Keys: −${number(communityKeys)}.`,
  ].filter((line) => typeof line === 'string');
  if (lines.length > 0) return lines;
  return [isFull ? 'Nothing else changes.' : 'A partial refund changes nothing else.'];
}
