import { useState } from 'react';
import '#web/features/payouts/admin/payouts.css';
import {
  type AdminChest,
  AdminChestList,
  type AdminCommission,
  AdminCommissionList,
  type PayoutDecision,
} from '#schema/payouts/admin-payouts.ts';
import { useListPage } from '#web/features/admin/lists/list-page.ts';
import { DecisionDialog } from '#web/features/payouts/admin/decisions/DecisionDialog.tsx';
import { MemberCell } from '#web/features/payouts/admin/MemberCell.tsx';
import { canBeReleased, chestName, getAmountText, listHoldReasons, memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { chestsPath, commissionsPath, type OwedKind } from '#web/features/payouts/admin/payouts-api.ts';
import { date, monthName } from '#web/lib/format.ts';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

const lists = {
  commissions: { path: commissionsPath, schema: AdminCommissionList, label: 'Commissions on hold' },
  chests: { path: chestsPath, schema: AdminChestList, label: 'Treasure chests on hold' },
} as const;

/** Number of rows to show. */
const maxRows = 5;

/** Shows the oldest rows on hold. `count` is their known number, which reserves their height. */
export function HeldRows({ kind, count }: { kind: OwedKind; count: number }) {
  const { path, schema, label } = lists[kind];
  const { page } = useListPage<AdminCommission | AdminChest>(`${path}?status=held&sort=created&limit=${maxRows}`, schema);
  const [openDecision, setOpenDecision] = useState<{ row: AdminCommission | AdminChest; decision: PayoutDecision }>();
  if (!page) return <Skeleton height={`${4 * Math.min(count, maxRows)}rem`} />;
  if (page.rows.length === 0) return null;
  return (
    <>
      <ul className="plain-list held-rows" aria-label={label}>
        {page.rows.map((row) => (
          <li key={row.id}>
            <MemberCell member={row.member} />
            <span>
              {getAmountText(row)}
              {'month' in row && `, ${chestName(row)} chest for ${monthName(row.month)}`}
            </span>
            <span className="muted small">
              {date(row.createdAt)}: {listHoldReasons(row.heldReason).join('; ')}
            </span>
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
      {openDecision && <DecisionDialog kind={kind} {...openDecision} onClose={() => setOpenDecision(undefined)} />}
    </>
  );
}
