import { Link } from 'wouter';
import type { Overview } from '#schema/admin/overview.ts';
import type { Attention } from '#schema/admin/totals.ts';
import { maxSummedOverdue } from '#schema/rules.ts';
import { cappedCount } from '#web/features/admin/capped-count.ts';
import { number } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

interface Need {
  id: string;
  count: number;
  /** Text shown instead of the count, e.g. if the count is capped. */
  countText?: string;
  words: readonly [string, string];
  /** Tab and filter that list exactly the counted items. */
  tab: string;
  query?: Record<string, string>;
  place?: string;
}

function listNeeds(attention: Attention, { overdue, heldCommissions, heldChests }: Overview): Need[] {
  const payouts = (view: string, filter: Record<string, string>) => ({ tab: 'payouts', query: { view, ...filter } });
  const system = (query: Record<string, string>) => ({ tab: 'system', query });
  return [
    {
      id: 'ledger',
      count: attention.ledger,
      words: ['ledger does not add up', 'ledgers do not add up'],
      tab: 'overview',
      place: 'ledger-title',
    },
    { id: 'jobs', count: attention.jobs, words: ['job failed or did not run', 'jobs failed or did not run'], tab: 'system' },
    { id: 'events', count: attention.events, words: ['payment event waiting', 'payment events waiting'], ...system({ view: 'events' }) },
    {
      id: 'prints',
      count: attention.prints,
      words: ['print failed or unanswered', 'prints failed or unanswered'],
      ...system({ view: 'setup' }),
    },
    {
      id: 'mails',
      count: attention.mails,
      words: ['email could not be sent', 'emails could not be sent'],
      ...system({ view: 'mails', status: 'dead' }),
    },
    {
      id: 'overdue',
      count: overdue.count,
      countText: overdue.isMinimum ? `${maxSummedOverdue}+` : number(overdue.count),
      words: ['payout overdue', 'payouts overdue'],
      ...payouts('due', { state: 'overdue' }),
    },
    {
      id: 'held-commissions',
      count: heldCommissions.count,
      words: ['commission on hold', 'commissions on hold'],
      ...payouts('commissions', { status: 'held' }),
    },
    {
      id: 'held-chests',
      count: heldChests.count,
      words: ['treasure chest on hold', 'treasure chests on hold'],
      ...payouts('chests', { status: 'held' }),
    },
    { id: 'reviews', count: attention.reviews, words: ['certificate to review', 'certificates to review'], tab: 'reviews' },
    {
      id: 'second-looks',
      count: attention.secondLooks,
      words: ['passed certificate to check again', 'passed certificates to check again'],
      tab: 'reviews',
      query: { view: 'second-looks' },
    },
    {
      id: 'bookings',
      count: attention.certificates,
      words: ['stay to book', 'stays to book'],
      tab: 'certificates',
      query: { booking: 'waiting' },
    },
    { id: 'claims', count: attention.claims, words: ['claim to decide', 'claims to decide'], tab: 'claims', query: { status: 'pending' } },
    { id: 'orders', count: attention.orders, words: ['order to print', 'orders to print'], tab: 'orders', query: { print: 'waiting' } },
    {
      id: 'messages',
      count: attention.messages,
      words: ['message unanswered', 'messages unanswered'],
      tab: 'messages',
      query: { state: 'open' },
    },
  ];
}

export function NeedsAttention({ attention, overview }: { attention: Attention; overview: Overview }) {
  const needs = listNeeds(attention, overview).filter(({ count }) => count > 0);
  if (needs.length === 0) return <p className="muted">All caught up. Time for a walk.</p>;
  return (
    <ul className="plain-list overview-needs">
      {needs.map(({ id, count, countText = cappedCount(count), words, tab, query, place }) => {
        const label = (
          <>
            <strong>{countText}</strong> {words[count === 1 ? 0 : 1]}
          </>
        );
        return (
          <li key={id}>
            {place ? (
              <a href={`#${place}`}>{label}</a>
            ) : (
              <Link href={`${paths.adminDashboard(tab)}${query ? `&${new URLSearchParams(query)}` : ''}`}>{label}</Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
