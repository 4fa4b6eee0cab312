import { useState } from 'react';
import type { LedgerCheck } from '#schema/admin/tokens.ts';
import { Alert } from '#web/components/Alert.tsx';
import { checkLedger } from '#web/features/admin/tokens/ledger-api.ts';
import { errorText } from '#web/lib/api.ts';
import { number } from '#web/lib/format.ts';

/** Asks whether what was ever issued, less what went, is what members hold. */
export function LedgerCheckPanel() {
  const [isChecking, setChecking] = useState(false);
  const [check, setCheck] = useState<LedgerCheck>();
  const [failure, setFailure] = useState<string>();

  async function run() {
    setChecking(true);
    setFailure(undefined);
    try {
      setCheck(await checkLedger());
    } catch (error) {
      setFailure(errorText(error, 'Please try again in a moment.'));
    } finally {
      setChecking(false);
    }
  }

  return (
    <section className="ledger-check" aria-label="Check of the ledger">
      <button type="button" className="secondary" aria-busy={isChecking || undefined} onClick={() => isChecking || void run()}>
        {isChecking ? 'Adding up…' : 'Check that the ledger adds up'}
      </button>
      <div role="status">{check && failure === undefined && <Outcome check={check} />}</div>
      {failure !== undefined && (
        <Alert tone="error" title="The ledger could not be checked">
          {failure}
        </Alert>
      )}
    </section>
  );
}

function Outcome({ check: { issued, redeemed, withdrawn, balance, addsUp } }: { check: LedgerCheck }) {
  const sum = `${number(issued)} issued − ${number(redeemed)} redeemed − ${number(withdrawn)} withdrawn = ${number(issued - redeemed - withdrawn)}`;
  return addsUp ? (
    <Alert tone="success" title="The ledger adds up">
      {sum}, and members hold {number(balance)}.
    </Alert>
  ) : (
    <Alert tone="error" title="The ledger does not add up">
      {sum}, but members hold {number(balance)}. Please tell whoever looks after the system.
    </Alert>
  );
}
