import { Attention } from '#schema/admin/totals.ts';
import { cappedCount } from '#web/features/admin/capped-count.ts';

const waiting: Record<string, { keys: readonly (keyof Attention)[]; words: string }> = {
  overview: { keys: Object.keys(Attention.entries) as (keyof Attention)[], words: 'waiting in total' },
  claims: { keys: ['claims'], words: 'waiting for a decision' },
  payouts: { keys: ['payouts'], words: 'on hold or overdue' },
  orders: { keys: ['orders'], words: 'to print' },
  reviews: { keys: ['reviews', 'secondLooks'], words: 'to review' },
  certificates: { keys: ['certificates'], words: 'to book' },
  messages: { keys: ['messages'], words: 'unanswered' },
  system: { keys: ['jobs', 'mails', 'events', 'prints'], words: 'need attention' },
};

export function AttentionCount({ tab, attention }: { tab: string; attention: Attention | undefined }) {
  const what = waiting[tab];
  if (!what || !attention) return null;
  const count = what.keys.reduce((sum, name) => sum + attention[name], 0);
  if (count === 0) return null;
  return (
    <span className="attention-count">
      <span className="visually-hidden">, </span>
      {cappedCount(count)}
      <span className="visually-hidden"> {what.words}</span>
    </span>
  );
}
