import { Attention } from '#schema/admin/totals.ts';
import { BadgeCount } from '#web/features/admin/BadgeCount.tsx';

const tabAttention: Record<string, { keys: readonly (keyof Attention)[]; label: string }> = {
  overview: { keys: Object.keys(Attention.entries) as (keyof Attention)[], label: 'waiting in total' },
  claims: { keys: ['claims'], label: 'waiting for a decision' },
  payouts: { keys: ['payouts', 'runs'], label: 'on hold, overdue or waiting for you' },
  orders: { keys: ['orders', 'prints', 'disputes'], label: 'to print, failed to print or disputed' },
  reviews: { keys: ['reviews', 'secondLooks'], label: 'to review' },
  stays: { keys: ['stays'], label: 'waiting for you' },
  messages: { keys: ['messages'], label: 'unanswered' },
  system: { keys: ['jobs', 'mails', 'events'], label: 'need attention' },
};

export function AttentionCount({ tab, attention }: { tab: string; attention: Attention | undefined }) {
  const tabConfig = tabAttention[tab];
  if (!tabConfig || !attention) return null;
  const count = tabConfig.keys.reduce((sum, name) => sum + attention[name], 0);
  if (count === 0) return null;
  return (
    <span className="attention-count">
      <span className="visually-hidden">, </span>
      <BadgeCount count={count} />
      <span className="visually-hidden"> {tabConfig.label}</span>
    </span>
  );
}
