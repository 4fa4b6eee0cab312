import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { type RunDetails, type RunLine, RunLineList } from '#schema/payouts/admin-payout-runs.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { memberUrl } from '#web/features/admin/urls.ts';
import { MemberCell } from '#web/features/payouts/admin/MemberCell.tsx';
import { ReturnDialog } from '#web/features/payouts/admin/paying/ReturnDialog.tsx';
import { RecordPaymentDialog } from '#web/features/payouts/admin/runs/RecordPaymentDialog.tsx';
import { RunActions } from '#web/features/payouts/admin/runs/RunActions.tsx';
import { lineStatusLabels, removalLabels, runStatusLabels, scopeLabels } from '#web/features/payouts/admin/runs/run-labels.ts';
import { runLinesPath, useRun } from '#web/features/payouts/admin/runs/runs-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { date, dateTime, formatDollars, number, plural } from '#web/lib/format.ts';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { toOptions } from '#web/ui/data-table/toolbar/filter-options.ts';
import { EmailText } from '#web/ui/EmailText.tsx';
import { FactList } from '#web/ui/FactList.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const columns: readonly Column<RunLine>[] = [
  { id: 'member', header: 'Member', cell: ({ member }) => <MemberCell member={member} />, isName: true },
  { id: 'amount', header: 'Amount', cell: ({ amountCents }) => formatDollars(amountCents / 100), align: 'end' },
  { id: 'address', header: 'PayPal address', cell: ({ address }) => <EmailText email={address} /> },
  { id: 'reference', header: 'Reference', cell: ({ reference }) => reference },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, reason }) => (
      <span className="payout-status">
        <Badge tone={lineStatusLabels[status].tone}>{lineStatusLabels[status].label}</Badge>
        {reason && <span className="muted small">{removalLabels[reason]}</span>}
      </span>
    ),
  },
];
const filters: readonly Filter[] = [{ name: 'status', label: 'Status', options: toOptions(lineStatusLabels), sorts: ['queue'] }];

export function RunPage({ id, onLeave }: { id: number; onLeave: () => void }) {
  const run = useRun(id);
  const [, navigate] = useLocation();
  const [returnedLine, setReturnedLine] = useState<RunLine>();
  const [sentLine, setSentLine] = useState<RunLine>();
  return (
    <div className="stack gap-3 run-page">
      <Loaded query={run.query} subject="The payout run" lines={5}>
        {(details) => (
          <>
            <RunHeader run={details} onLeave={onLeave}>
              {!run.isRunning && <RunActions run={details} takeStep={run.take} reload={run.query.mutate} />}
            </RunHeader>
            {run.isRunning && <RunProgress run={details} />}
            {run.runError !== undefined && run.isRunning && (
              <Alert tone="warning" title="The run has stopped">
                <p>{errorText(run.runError, 'The server did not respond.')} Nothing is lost or paid twice.</p>
                <button type="button" onClick={run.resume}>
                  Continue
                </button>
              </Alert>
            )}
            <RemovedLines run={details} />
            <AdminList
              name="lines"
              label={`Members in run ${id}`}
              path={runLinesPath}
              schema={RunLineList}
              columns={columns}
              rowLabel={({ member }) => member.email}
              searchLabel="Search members or addresses"
              fixed={{ run: String(id), sort: 'queue' }}
              filters={filters}
              defaultSort="queue"
              daySorts={null}
              onOpen={({ member }) => navigate(memberUrl(member.id))}
              rowActions={[
                { label: 'Mark as returned', isShown: ({ status }: RunLine) => status === 'paid', onChoose: setReturnedLine },
                {
                  label: 'Record as paid',
                  isShown: (line: RunLine) => canBeRecorded(line, details),
                  onChoose: setSentLine,
                },
              ]}
              emptyTitle="No members in this run"
              emptyHint="Payable members appear here as they are added to the run."
            />
          </>
        )}
      </Loaded>
      {sentLine && <RecordPaymentDialog line={sentLine} onClose={() => setSentLine(undefined)} />}
      {returnedLine?.paymentId != null && (
        <ReturnDialog
          payment={{ id: returnedLine.paymentId, member: returnedLine.member, amountCents: returnedLine.amountCents }}
          onClose={() => setReturnedLine(undefined)}
          onDone={() => void run.query.mutate()}
        />
      )}
    </div>
  );
}

/** Returns whether PayPal may have paid the line although it is not recorded as paid. */
function canBeRecorded({ status, outVersion }: RunLine, run: RunDetails): boolean {
  if (run.status === 'cancelled') return run.approvedAt !== null && status !== 'paid';
  return run.status === 'paid' && (status === 'returned' || (status === 'out' && outVersion !== null));
}

function RunHeader({ run, onLeave, children }: { run: RunDetails; onLeave: () => void; children: ReactNode }) {
  const { label, tone } = runStatusLabels[run.status];
  // On phones, the run's details are collapsed so that the list of members comes first.
  const isWide = useMediaQuery('(min-width: 52rem)');
  const backButton = (
    <button type="button" className="secondary button-small" onClick={onLeave}>
      All payout runs
    </button>
  );
  return (
    <>
      <div className="spread run-head">
        <div className="cluster">
          {isWide && backButton}
          <h3 className="payout-sum">
            Run {run.id}: {formatDollars(run.totalCents / 100)} to {plural(run.lines, 'member')} <Badge tone={tone}>{label}</Badge>
          </h3>
        </div>
        {children}
      </div>
      {isWide ? (
        <RunFacts run={run} />
      ) : (
        <div className="cluster">
          {backButton}
          <details className="run-fold">
            <summary>About this run</summary>
            <RunFacts run={run} />
          </details>
        </div>
      )}
      {run.returnedLines > 0 && (
        <p className="small">
          Returned: {formatDollars(run.returnedCents / 100)} from {plural(run.returnedLines, 'member')}
        </p>
      )}
    </>
  );
}

function RunFacts({ run }: { run: RunDetails }) {
  return (
    <FactList
      className="run-facts"
      facts={{
        Next:
          run.status === 'approved' && run.lines > 0
            ? 'Upload the file to PayPal, then mark the run as paid. Each member gets an email.'
            : null,
        What: run.until === null ? scopeLabels[run.scope] : `${scopeLabels[run.scope]}, up to ${date(run.until)}`,
        Started: `${dateTime(run.createdAt)} by ${run.createdBy}`,
        Approved: run.approvedAt && `${dateTime(run.approvedAt)} by ${run.approvedBy}`,
        Paid: run.paidAt && `${dateTime(run.paidAt)} by ${run.paidBy}`,
      }}
    />
  );
}

function RunProgress({ run: { status, lines, expectedLines, paidLines } }: { run: RunDetails }) {
  const [processedLines, totalLines] = status === 'collecting' ? [lines, expectedLines] : [paidLines, lines];
  return (
    <div role="status">
      <p>
        {status === 'collecting' ? 'Adding members' : 'Marking as paid'}: {number(processedLines)} of{' '}
        {number(Math.max(totalLines, processedLines))}. Keep this page open, or come back to continue.
      </p>
      <Progress value={processedLines} max={Math.max(totalLines, 1)} label={status === 'collecting' ? 'Members added' : 'Paid members'} />
    </div>
  );
}

/** Warns that files downloaded earlier contain lines that must not be paid. */
function RemovedLines({ run: { out, outLines, filesVersion, status } }: { run: RunDetails }) {
  if (outLines === 0) return null;
  return (
    <Alert tone="warning" title={`${plural(outLines, 'member')} removed, still owed`}>
      {status === 'approved' && <p>Earlier files are outdated. Use version {filesVersion}.</p>}
      {(status === 'paid' || status === 'paying') && <p>If PayPal paid one of them anyway, record it in the row below.</p>}
      <ul className="small">
        {out.map(({ id, member, amountCents, reason, outVersion }) => (
          <li key={id}>
            {member.email}, {formatDollars(amountCents / 100)}: {reason && removalLabels[reason]}
            {outVersion !== null && `; included in files up to version ${outVersion}`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
