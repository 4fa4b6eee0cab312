import { Attention } from '#schema/admin/totals.ts';
import { cappedCount } from '#web/features/admin/capped-count.ts';

const waiting: Record<string, { of: readonly (keyof Attention)[]; words: string }> = {
  overview: { of: Object.keys(Attention.entries) as (keyof Attention)[], words: 'waiting in total' },
  claims: { of: ['claims'], words: 'waiting for a decision' },
  payouts: { of: ['payouts'], words: 'on hold or overdue' },
  orders: { of: ['orders'], words: 'to print' },
  reviews: { of: ['reviews'], words: 'to review' },
  certificates: { of: ['certificates'], words: 'to book' },
  messages: { of: ['messages'], words: 'unanswered' },
  system: { of: ['jobs', 'mails', 'events', 'prints'], words: 'need attention' },
};

export function AttentionCount({ tab, attention }: { tab: string; attention: Attention | undefined }) {
  const what = waiting[tab];
  if (!what || !attention) return null;
  const count = what.of.reduce((sum, name) => sum + attention[name], 0);
  if (count === 0) return null;
  return (
    <span className="attention-count">
      <span className="visually-hidden">, </span>
      {cappedCount(count)}
      <span className="visually-hidden"> {what.words}</span>
    </span>
  );
}
