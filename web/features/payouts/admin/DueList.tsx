import type { DuePayout, PayoutEntry } from '#schema/payouts/admin-payouts.ts';
import { PayoutAddressLine } from '#web/features/payouts/admin/paying/PayoutAddressLine.tsx';
import { getEntryLabel, getNotPayableReason, memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { date, formatDollars, plural } from '#web/lib/format.ts';

export function DueList({ duePayouts }: { duePayouts: DuePayout[] }) {
  return (
    <ul className="plain-list due-list">
      {duePayouts.map((member) => (
        <li key={member.id}>
          <details open={duePayouts.length === 1}>
            <summary>
              <span className="due-name">
                {memberLabel(member)} <span className="muted small">{plural(member.entries, 'entry', 'entries')}</span>
              </span>
              <span className="due-amount">{formatDollars(member.netCents / 100)}</span>
            </summary>
            <EntryList entries={member.rows} />
          </details>
          <PayoutAddressLine address={member.payoutAddress} />
          {member.state !== 'to_pay' && <p className="muted small">Can’t be paid now. {getNotPayableReason(member)}</p>}
        </li>
      ))}
    </ul>
  );
}

export function EntryList({ entries }: { entries: PayoutEntry[] }) {
  return (
    <ul className="plain-list entry-list">
      {entries.map((entry) => (
        <li key={`${entry.kind} ${entry.id}`}>
          <span>
            {getEntryLabel(entry)} <span className="muted small">{date(entry.createdAt)}</span>
          </span>
          <span className="due-amount">{formatDollars(entry.amountCents / 100)}</span>
        </li>
      ))}
    </ul>
  );
}
