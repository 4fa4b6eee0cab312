import { useState } from 'react';
import type { LedgerCheck } from '#schema/tokens/admin-tokens.ts';
import { MemberCell } from '#web/features/payouts/admin/MemberCell.tsx';
import { checkLedger, useLedgerChecks } from '#web/features/tokens/admin/ledger-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { dateTime, number, plural } from '#web/lib/format.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

export function LedgerCheckPanel() {
  const { data, error, mutate } = useLedgerChecks();
  const [failure, setFailure] = useState<string>();

  async function run() {
    setFailure(undefined);
    try {
      await mutate(await checkLedger(), { revalidate: false });
    } catch (error) {
      setFailure(errorText(error, 'Please try again in a moment.'));
    }
  }

  const problem = failure ?? (error !== undefined && !data ? errorText(error, 'Please try again in a moment.') : undefined);
  return (
    <section className="stack ledger-check" aria-label="Ledger check">
      <ActionButton className="secondary" action={run} pendingLabel="Checking…">
        Check the ledger
      </ActionButton>
      <div className="stack ledger-check" role="status">
        {!data && problem === undefined && <Skeleton lines={2} />}
        {data?.runningSince && (
          <p className="muted">A check has been running since {dateTime(data.runningSince)}. It resumes every hour until it’s done.</p>
        )}
        {data !== undefined && data.runningDiffering > 0 && (
          <Alert tone="error" title="The ledger does not add up">
            The running check has found {plural(data.runningDiffering, 'member', 'members')} so far whose balance or debt does not match
            their entries.
          </Alert>
        )}
        {data && !data.last && !data.runningSince && <p className="muted">Not checked yet. Checks run every day.</p>}
        {data?.last && (data.runningDiffering === 0 || !data.last.addsUp) && <CheckResult check={data.last} />}
      </div>
      {problem !== undefined && (
        <Alert tone="error" title="The ledger could not be checked">
          {problem}
        </Alert>
      )}
    </section>
  );
}

function CheckResult({ check }: { check: LedgerCheck }) {
  const {
    startedAt,
    issued,
    redeemed,
    withdrawn,
    ledger,
    entries,
    held,
    runningBalance,
    runningEntries,
    owed,
    owedLedger,
    differing,
    members,
  } = check;
  const dailyTotals = `${number(issued)} issued − ${number(redeemed)} redeemed − ${number(withdrawn)} withdrawn = ${number(issued - redeemed - withdrawn)}`;
  if (check.addsUp) {
    return (
      <Alert tone="success" title={`The ledger added up on ${dateTime(startedAt)}`}>
        {dailyTotals}. {plural(entries, 'entry', 'entries')} add up to {number(ledger)}. Members hold {number(held)} and owe {number(owed)},
        which matches their entries.
      </Alert>
    );
  }
  return (
    <Alert tone="error" title={`The ledger did not add up on ${dateTime(startedAt)}`}>
      <p>
        {plural(entries, 'entry', 'entries')} add up to {number(ledger)}; members hold {number(held)}. Daily totals: {dailyTotals}. The
        tiles show {number(runningBalance)} in {plural(runningEntries, 'entry', 'entries')}. Members owe {number(owed)}; those entries add
        up to {number(owedLedger)}. Please report this to the developers.
      </p>
      {differing > 0 && (
        <>
          <p>
            {plural(differing, 'member has', 'members have')} totals that don’t match their entries
            {differing > members.length && ` (first ${members.length} shown)`}:
          </p>
          <ul>
            {members.map(({ id, email, balance, ledger: ledgerBalance, owed: owedBalance, owedLedger: owedEntries }) => (
              <li key={id}>
                <MemberCell member={{ id, email, name: null }} />{' '}
                {[
                  ...(balance === ledgerBalance ? [] : [`holds ${number(balance)}, entries add up to ${number(ledgerBalance)}`]),
                  ...(owedBalance === owedEntries ? [] : [`owes ${number(owedBalance)}, entries add up to ${number(owedEntries)}`]),
                ].join('; ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}
