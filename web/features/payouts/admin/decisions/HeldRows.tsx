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
interface OpenDecision {
  row: HeldRow;
  decision: PayoutDecision;
}

const lists = {
  commissions: { path: commissionsPath, schema: AdminCommissionList, label: 'Commissions on hold', noun: 'commission' },
  chests: { path: chestsPath, schema: AdminChestList, label: 'Treasure chests on hold', noun: 'treasure chest' },
} as const;

/** Number of rows to show per reason. */
const maxRows = 5;
const disputeDesk = `${paths.adminDashboard('orders')}&view=disputes&state=needs_response`;

/** Shows what is on hold: one line per reason with all its rows counted. It opens the oldest of them. */
export function HeldRows({ kind, held }: { kind: OwedKind; held: Held }) {
  const [openDecision, setOpenDecision] = useState<OpenDecision>();
  return (
    <>
      <ul className="plain-list held-reasons" aria-label={lists[kind].label}>
        {held.reasons.map((reason) => (
          <HeldReason key={reason.reason ?? ''} kind={kind} isMinimum={held.isMinimum} {...reason} onDecide={setOpenDecision} />
        ))}
      </ul>
      {openDecision && <DecisionDialog kind={kind} {...openDecision} onClose={() => setOpenDecision(undefined)} />}
    </>
  );
}

interface HeldReasonProps {
  kind: OwedKind;
  reason: string | null;
  count: number;
  cents: number;
  isMinimum: boolean;
  onDecide: (decision: OpenDecision) => void;
}

function HeldReason({ kind, reason, count, cents, isMinimum, onDecide }: HeldReasonProps) {
  const { path, schema, noun } = lists[kind];
  const [isOpen, setIsOpen] = useState(false);
  const filter = new URLSearchParams({ status: 'held', ...(reason !== null && { reason }) }).toString();
  const { page } = useListPage<HeldRow>(isOpen ? `${path}?${filter}&sort=created&limit=${maxRows}` : null, schema);
  const otherReasons = (row: HeldRow) => listHoldReasons(row.heldReason, reason).join('; ');
  return (
    <li>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <strong>
            {isMinimum && 'at least '}
            {plural(count, noun)}, {formatDollars(cents / 100)}
          </strong>
          : {listHoldReasons(reason).join() || 'no reason stored'}
        </summary>
        <ul className="plain-list held-rows">
          {page?.rows.map((row) => (
            <li key={row.id}>
              <MemberCell member={row.member} />
              <span>
                {getAmountText(row)}
                {'month' in row && `, ${chestName(row)} chest for ${monthName(row.month)}`}
              </span>
              <span className="muted small">
                {date(row.createdAt)}
                {otherReasons(row) && `; also: ${otherReasons(row)}`}
              </span>
              <span className="cluster gap-2">
                {canBeReleased(row) && (
                  <button
                    type="button"
                    className="button-small"
                    aria-label={`Release ${getAmountText(row)} for ${memberLabel(row.member)}`}
                    onClick={() => onDecide({ row, decision: 'release' })}
                  >
                    Release
                  </button>
                )}
                <button
                  type="button"
                  className="secondary button-small"
                  aria-label={`Refuse ${getAmountText(row)} for ${memberLabel(row.member)}`}
                  onClick={() => onDecide({ row, decision: 'refuse' })}
                >
                  Refuse
                </button>
              </span>
            </li>
          ))}
        </ul>
        {count > maxRows && (
          <Link href={`${paths.adminDashboard('payouts')}&view=${kind}&${filter}`}>
            {isMinimum ? `All these ${noun}s` : `All ${plural(count, noun)}`}
          </Link>
        )}
      </details>
      {isDisputed(reason) && <Link href={disputeDesk}>Open disputes</Link>}
    </li>
  );
}
