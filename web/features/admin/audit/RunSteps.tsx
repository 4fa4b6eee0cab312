import { useState } from 'react';
import { Link } from 'wouter';
import { AuditEntries, type AuditEntry } from '#schema/admin/audit.ts';
import { describeAction } from '#schema/admin/audit-actions.ts';
import { useListPage } from '#web/features/admin/lists/list-page.ts';
import { auditUrl } from '#web/features/admin/urls.ts';
import { errorText } from '#web/lib/api-error.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

/** Number of steps shown in the row; the rest are in the list to which it links. */
const shownSteps = 20;

/** Expands to the steps and payments of a payout run, which the log lists only below the run's own entries. */
export function RunSteps({ runId }: { runId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="audit-steps" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Steps and payments</summary>
      {isOpen && <StepList runId={runId} />}
    </details>
  );
}

function StepList({ runId }: { runId: string }) {
  const { page, error } = useListPage(`/api/admin/audit?run=${runId}&limit=${shownSteps}`, AuditEntries);
  if (error !== undefined) return <p role="alert">{errorText(error, 'The steps could not be loaded. Please try again.')}</p>;
  if (!page) return <p role="status">Loading…</p>;
  const count = page.total?.count ?? page.rows.length;
  if (count === 0) return <p>No steps or payments yet.</p>;
  return (
    <>
      <ul className="plain-list">
        {page.rows.map((entry) => (
          <Step key={entry.id} entry={entry} />
        ))}
      </ul>
      <Link href={auditUrl('run', runId)}>{`All ${plural(count, 'step')} of run ${runId}`}</Link>
    </>
  );
}

function Step({ entry: { action, userId, personal } }: { entry: AuditEntry }) {
  const cents = personal?.after?.amountCents;
  return (
    <li>
      {describeAction(action)}
      {userId !== null && ': '}
      {userId !== null && (personal?.userEmail ? <EmailText email={personal.userEmail} /> : `Member ${userId}`)}
      {typeof cents === 'number' && `, ${formatDollars(cents / 100)}`}
    </li>
  );
}
