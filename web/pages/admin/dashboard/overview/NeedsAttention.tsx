import { Link } from 'wouter';
import type { Overview } from '#schema/admin/overview.ts';
import type { Attention } from '#schema/admin/totals.ts';
import { maxCountedRows } from '#schema/rules.ts';
import { cappedCount } from '#web/features/admin/capped-count.ts';
import { paths } from '#web/lib/paths.ts';

interface AttentionItem {
  id: string;
  count: number;
  labels: readonly [string, string];
  /** Tab and filter that list exactly the counted items. */
  tab: string;
  query?: Record<string, string>;
  anchor?: string;
}

function listAttentionItems(attention: Attention, { overdue, heldCommissions, heldChests }: Overview): AttentionItem[] {
  const payoutsLink = (view: string, filter: Record<string, string>) => ({ tab: 'payouts', query: { view, ...filter } });
  const systemLink = (query: Record<string, string>) => ({ tab: 'system', query });
  return [
    {
      id: 'ledger',
      count: attention.ledger,
      labels: ['ledger does not add up', 'ledgers do not add up'],
      tab: 'overview',
      anchor: 'ledger-title',
    },
    {
      id: 'money',
      count: attention.money,
      labels: ['money check failed', 'money checks failed'],
      tab: 'system',
    },
    {
      id: 'disputes',
      count: attention.disputes,
      labels: ['dispute to answer', 'disputes to answer'],
      tab: 'orders',
      query: { view: 'disputes', state: 'needs_response' },
    },
    { id: 'jobs', count: attention.jobs, labels: ['system alarm', 'system alarms'], tab: 'system' },
    {
      id: 'events',
      count: attention.events,
      labels: ['payment event waiting', 'payment events waiting'],
      ...systemLink({ view: 'events' }),
    },
    {
      id: 'prints',
      count: attention.prints,
      labels: ['print failed or unanswered', 'prints failed or unanswered'],
      tab: 'orders',
      query: { view: 'prints' },
    },
    {
      id: 'mails',
      count: attention.mails,
      labels: ['email could not be sent', 'emails could not be sent'],
      ...systemLink({ view: 'mails', status: 'dead' }),
    },
    {
      id: 'overdue',
      count: overdue.count,
      labels: ['payout overdue', 'payouts overdue'],
      ...payoutsLink('due', { state: 'overdue' }),
    },
    {
      id: 'runs',
      count: attention.runs,
      labels: ['payout run waiting for you', 'payout runs waiting for you'],
      ...payoutsLink('runs', {}),
    },
    {
      id: 'held-commissions',
      count: heldCommissions.count,
      labels: ['commission on hold', 'commissions on hold'],
      ...payoutsLink('commissions', { status: 'held' }),
    },
    {
      id: 'held-chests',
      count: heldChests.count,
      labels: ['treasure chest on hold', 'treasure chests on hold'],
      ...payoutsLink('chests', { status: 'held' }),
    },
    { id: 'reviews', count: attention.reviews, labels: ['certificate to review', 'certificates to review'], tab: 'reviews' },
    {
      id: 'second-looks',
      count: attention.secondLooks,
      labels: ['approved certificate to check again', 'approved certificates to check again'],
      tab: 'reviews',
      query: { view: 'second-looks' },
    },
    { id: 'stays', count: attention.stays, labels: ['stay to arrange', 'stays to arrange'], tab: 'stays' },
    { id: 'claims', count: attention.claims, labels: ['claim to decide', 'claims to decide'], tab: 'claims', query: { status: 'pending' } },
    { id: 'orders', count: attention.orders, labels: ['order to print', 'orders to print'], tab: 'orders', query: { print: 'waiting' } },
    {
      id: 'messages',
      count: attention.messages,
      labels: ['message unanswered', 'messages unanswered'],
      tab: 'messages',
      query: { state: 'open' },
    },
  ];
}

export function NeedsAttention({ attention, overview }: { attention: Attention; overview: Overview }) {
  const items = listAttentionItems(attention, overview).filter(({ count }) => count > 0);
  if (items.length === 0) return <p className="muted">All caught up. Time for a walk.</p>;
  return (
    <ul className="plain-list overview-needs">
      {items.map(({ id, count, labels, tab, query, anchor }) => {
        const label = (
          <>
            <strong className={count > maxCountedRows ? 'more-than' : undefined}>{cappedCount(count)}</strong> {labels[count === 1 ? 0 : 1]}
          </>
        );
        return (
          <li key={id}>
            {anchor ? (
              <a href={`#${anchor}`}>{label}</a>
            ) : (
              <Link href={`${paths.adminDashboard(tab)}${query ? `&${new URLSearchParams(query)}` : ''}`}>{label}</Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
