/** Routes at /api/admin/tokens, for every administrator. Other modules write ledger rows. */
import { Hono } from 'hono';
import { defaultChartDays, secondsPerDay } from '#schema/rules.ts';
import type { LedgerChecks, LedgerEntry, TokenTotals } from '#schema/tokens/admin-tokens.ts';
import { toIso, utcDay } from '#worker/domain/time.ts';
import { isBalanced } from '#worker/domain/tokens/ledger-check.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { presentMember } from '#worker/routes/payouts/admin-present-payouts.ts';
import { type LedgerListRow, ledgerShape } from '#worker/store/tokens/admin-ledger.ts';
import type { LedgerCheckRows } from '#worker/store/tokens/admin-ledger-checks.ts';

export const ledgerRoutes = new Hono<AdminEnv>()
  .route(
    '/',
    adminList({
      shape: ledgerShape,
      read: (store, request) => store.admin.ledger.list(request),
      present: (row: LedgerListRow) => presentLedgerEntry(row),
      csv: {
        fileName: 'tokens.csv',
        columns: [
          { header: 'Entry', value: ({ id }) => id },
          { header: 'Time', value: ({ createdAt }) => createdAt },
          { header: 'Member', value: ({ member }) => member.id },
          { header: 'Email', value: ({ member }) => member.email },
          { header: 'Amount', value: ({ amount }) => amount },
          { header: 'Type', value: ({ type }) => type },
          { header: 'Reason', value: ({ description }) => description },
          { header: 'Related', value: ({ related }) => related },
        ],
      },
    }),
  )

  .get('/totals', requireAdmin, async (c) => {
    const { now, store } = c.var;
    const firstDay = utcDay(now - (defaultChartDays - 1) * secondsPerDay);
    return c.json((await store.admin.ledger.totals(firstDay)) satisfies TokenTotals);
  })

  .get('/check', requireAdmin, async (c) => c.json(presentChecks(await c.var.store.admin.ledgerChecks.read())))

  /** Starts a ledger check at the first member; the job continues it. */
  .post('/check', requireAdmin, async (c) => c.json(presentChecks(await c.var.store.admin.ledgerChecks.restart(c.var.now))));

function presentChecks({ checks, differing }: LedgerCheckRows): LedgerChecks {
  const runningCheck = checks.find(({ finishedAt }) => finishedAt === null);
  const lastCheck = checks.find(({ finishedAt }) => finishedAt !== null);
  const progress = { runningSince: runningCheck ? toIso(runningCheck.startedAt) : null, runningDiffering: runningCheck?.differing ?? 0 };
  if (!lastCheck || lastCheck.finishedAt === null) return { last: null, ...progress };
  const { id: checkId, startedAt, finishedAt, ...sums } = lastCheck;
  const members = differing.filter((row) => row.checkId === checkId).map(({ checkId: _, ...member }) => member);
  return {
    last: { ...sums, startedAt: toIso(startedAt), finishedAt: toIso(finishedAt), addsUp: isBalanced(sums), members },
    ...progress,
  };
}

function presentLedgerEntry(row: LedgerListRow): LedgerEntry {
  const { id, amount, type, description } = row;
  return { id, member: presentMember(row), amount, type, description, related: getRelatedId(row), createdAt: toIso(row.createdAt) };
}

function getRelatedId({ relatedEntityType, relatedEntityId, cardId }: LedgerListRow): string | null {
  if (relatedEntityType === null || relatedEntityId === null) return null;
  if (cardId !== null) return `Card ${cardId}`;
  if (relatedEntityType === 'vacation_certificate') return `Certificate ${relatedEntityId}`;
  // The id of a related decision has the form `decision/member`. Returns only the decision because the row already shows the member.
  if (relatedEntityType === 'decision') return `Decision ${relatedEntityId.split('/')[0]}`;
  return `${relatedEntityType[0]?.toUpperCase()}${relatedEntityType.slice(1).replaceAll('_', ' ')} ${relatedEntityId}`;
}
