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
    <section className="stack ledger-check" aria-label="Check of the ledger">
      <ActionButton className="secondary" action={run} pendingLabel="Adding up…">
        Check that the ledger adds up
      </ActionButton>
      <div className="stack ledger-check" role="status">
        {!data && problem === undefined && <Skeleton lines={2} />}
        {data?.runningSince && (
          <p className="muted">
            A check began on {dateTime(data.runningSince)}. There is much to add up: it goes on every hour until it is done.
          </p>
        )}
        {data !== undefined && data.runningDiffering > 0 && (
          <Alert tone="error" title="The ledger does not add up">
            The check that goes on has found {plural(data.runningDiffering, 'member', 'members')} so far who hold or owe something else than
            their entries add up to.
          </Alert>
        )}
        {data && !data.last && !data.runningSince && <p className="muted">It was not checked yet. A check begins by itself each day.</p>}
        {data?.last && (data.runningDiffering === 0 || !data.last.addsUp) && <Outcome check={data.last} />}
      </div>
      {problem !== undefined && (
        <Alert tone="error" title="The ledger could not be checked">
          {problem}
        </Alert>
      )}
    </section>
  );
}

function Outcome({ check }: { check: LedgerCheck }) {
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
  const days = `${number(issued)} issued − ${number(redeemed)} redeemed − ${number(withdrawn)} withdrawn = ${number(issued - redeemed - withdrawn)}`;
  if (check.addsUp) {
    return (
      <Alert tone="success" title={`The ledger added up on ${dateTime(startedAt)}`}>
        {days}. {plural(entries, 'entry', 'entries')} add up to {number(ledger)}, and members hold {number(held)} and owe {number(owed)},
        each of them what their own entries say.
      </Alert>
    );
  }
  return (
    <Alert tone="error" title={`The ledger did not add up on ${dateTime(startedAt)}`}>
      <p>
        {plural(entries, 'entry', 'entries')} add up to {number(ledger)}, and members hold {number(held)}. By days: {days}. The tiles say{' '}
        {number(runningBalance)} in {plural(runningEntries, 'entry', 'entries')}. Members owe {number(owed)}, and the entries of that add up
        to {number(owedLedger)}. Please tell whoever looks after the system.
      </p>
      {differing > 0 && (
        <>
          <p>
            {plural(differing, 'member holds or owes', 'members hold or owe')} something else than their entries add up to
            {differing > members.length && `; the first ${members.length} of them`}:
          </p>
          <ul>
            {members.map(({ id, email, balance, ledger: own, owed: owes, owedLedger: ownOwed }) => (
              <li key={id}>
                <MemberCell member={{ id, email, name: null }} />{' '}
                {[
                  ...(balance === own ? [] : [`holds ${number(balance)}, but the entries say ${number(own)}`]),
                  ...(owes === ownOwed ? [] : [`owes ${number(owes)}, but the entries say ${number(ownOwed)}`]),
                ].join('; ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}
