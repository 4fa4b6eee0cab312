import { useState } from 'react';
import { Link } from 'wouter';
import '#web/features/payouts/admin/payouts.css';
import type { Held } from '#schema/admin/overview.ts';
import {
  type AdminChest,
  AdminChestList,
  type AdminCommission,
  AdminCommissionList,
  type PayoutDecision,
} from '#schema/payouts/admin-payouts.ts';
import { maxListPageRows } from '#schema/rules.ts';
import { useListPage } from '#web/features/admin/lists/list-page.ts';
import { DecisionDialog } from '#web/features/payouts/admin/decisions/DecisionDialog.tsx';
import { MemberCell } from '#web/features/payouts/admin/MemberCell.tsx';
import {
  canBeReleased,
  chestName,
  getAmountText,
  isDisputed,
  listHoldReasons,
  memberLabel,
} from '#web/features/payouts/admin/payout-labels.ts';
import { chestsPath, commissionsPath, type OwedKind } from '#web/features/payouts/admin/payouts-api.ts';
import { date, formatDollars, monthName, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

type HeldRow = AdminCommission | AdminChest;

const lists = {
  commissions: { path: commissionsPath, schema: AdminCommissionList, label: 'Commissions on hold', noun: 'commission' },
  chests: { path: chestsPath, schema: AdminChestList, label: 'Treasure chests on hold', noun: 'treasure chest' },
} as const;

/** Number of rows to show per reason. */
const maxRows = 5;
const disputeDesk = `${paths.adminDashboard('orders')}&view=disputes&state=needs_response`;

/** Shows what is on hold: one line per reason with all its rows counted. It opens the oldest of them. */
export function HeldRows({ kind, held }: { kind: OwedKind; held: Held }) {
  const { path, schema, label, noun } = lists[kind];
  const { page } = useListPage<HeldRow>(`${path}?status=held&sort=created&limit=${maxListPageRows}`, schema);
  const [openDecision, setOpenDecision] = useState<{ row: HeldRow; decision: PayoutDecision }>();
  const rowsOf = (reason: string | null) => page?.rows.filter(({ heldReason }) => heldReason === reason).slice(0, maxRows) ?? [];
  const allHeld = `${paths.adminDashboard('payouts')}&view=${kind}&status=held`;
  return (
    <>
      <ul className="plain-list held-reasons" aria-label={label}>
        {held.reasons.map(({ reason, count, cents }) => (
          <li key={reason ?? ''}>
            <details>
              <summary>
                <strong>
                  {held.isMinimum && 'at least '}
                  {plural(count, noun)}, {formatDollars(cents / 100)}
                </strong>
                : {listHoldReasons(reason).join('; ') || 'no reason stored'}
              </summary>
              <ul className="plain-list held-rows">
                {rowsOf(reason).map((row) => (
                  <li key={row.id}>
                    <MemberCell member={row.member} />
                    <span>
                      {getAmountText(row)}
                      {'month' in row && `, ${chestName(row)} chest for ${monthName(row.month)}`}
                    </span>
                    <span className="muted small">{date(row.createdAt)}</span>
                    <span className="cluster gap-2">
                      {canBeReleased(row) && (
                        <button
                          type="button"
                          className="button-small"
                          aria-label={`Release ${getAmountText(row)} for ${memberLabel(row.member)}`}
                          onClick={() => setOpenDecision({ row, decision: 'release' })}
                        >
                          Release
                        </button>
                      )}
                      <button
                        type="button"
                        className="secondary button-small"
                        aria-label={`Refuse ${getAmountText(row)} for ${memberLabel(row.member)}`}
                        onClick={() => setOpenDecision({ row, decision: 'refuse' })}
                      >
                        Refuse
                      </button>
                    </span>
                  </li>
                ))}
              </ul>
              {count > rowsOf(reason).length && <Link href={allHeld}>All {noun}s on hold</Link>}
            </details>
            {isDisputed(reason) && <Link href={disputeDesk}>Open disputes</Link>}
          </li>
        ))}
      </ul>
      {openDecision && <DecisionDialog kind={kind} {...openDecision} onClose={() => setOpenDecision(undefined)} />}
    </>
  );
}
