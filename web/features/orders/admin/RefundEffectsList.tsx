import type { RefundEffects } from '#schema/orders/admin-refunds.ts';
import { signed } from '#web/features/admin/cells.tsx';
import { dollarsFrom, number, plural, tokensLabel } from '#web/lib/format.ts';

export function RefundEffectsList({ effects }: { effects: RefundEffects }) {
  const lines = linesOf(effects);
  return (
    <section className="stack gap-2" aria-labelledby="goes-along">
      <h3 id="goes-along">What goes along</h3>
      <ul className="refund-effects">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>The member is told by mail.</li>
      </ul>
    </section>
  );
}

const tierNames = { free: 'free', basic: 'Basic', premium: 'Premium' } as const;

function linesOf({ isFull, membership, commission, treasureKeys, cards, tokensTaken, tokensOwed, communityKeys }: RefundEffects): string[] {
  const lines = [
    membership &&
      `The ${tierNames[membership.before]} membership ends at once, at Stripe too: the member is ${tierNames[membership.after]} then.`,
    commission &&
      `The commission of ${dollarsFrom(commission.amount / 100)} is reversed${commission.wasPaid ? ': it was paid, and comes off the next payout' : ''}.`,
    treasureKeys !== 0 && `Treasure Keys of whoever brought the member: ${signed(treasureKeys)}.`,
    cards > 0 && `${plural(cards, 'card')} of this order ${cards === 1 ? 'is' : 'are'} disabled.`,
    tokensTaken > 0 && `${tokensLabel(tokensTaken)} that they earned ${tokensTaken === 1 ? 'is' : 'are'} taken back.`,
    tokensOwed > 0 && `${tokensLabel(tokensOwed)} more ${tokensOwed === 1 ? 'is' : 'are'} owed: the balance has no more.`,
    communityKeys > 0 && `Community Keys of the member: −${number(communityKeys)}.`,
  ].filter((line) => typeof line === 'string');
  if (lines.length > 0) return lines;
  return [isFull ? 'Nothing else changes.' : 'A part is recorded and shown; nothing else changes.'];
}
