import { useState } from 'react';
import '#web/features/tokens/owed-tokens.css';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { payBackTokens } from '#web/features/tokens/pay-back.ts';
import { errorText } from '#web/lib/api-error.ts';
import { plural, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Renders nothing if nothing is owed. */
export function OwedTokens({ user: { tokenBalance, owedTokens } }: { user: User }) {
  const [problem, setProblem] = useState<string>();
  if (owedTokens === 0) return null;
  const payable = Math.min(tokenBalance, owedTokens);

  async function payBack() {
    setProblem(undefined);
    try {
      const { paidBack, owedTokens: left } = await payBackTokens();
      const description = left > 0 ? `You still owe ${tokensLabel(left)}.` : 'You owe nothing any more.';
      showToast({ title: `Paid back ${tokensLabel(paidBack)}`, description, tone: 'success' });
    } catch (error) {
      setProblem(errorText(error, 'Please try again.'));
    }
  }

  return (
    <Alert tone="warning" title={`You owe ${tokensLabel(owedTokens)}`}>
      <p className="owed-text">
        A payment for Cache Cards went back, and what the cards had earned you was spent by then. What you owe does not count when you
        redeem, and no certificate can be activated until it is paid back.
      </p>
      {payable > 0 ? (
        <ActionButton className="secondary" action={payBack} pendingLabel="Paying back…">
          Pay back {plural(payable, 'token')}
        </ActionButton>
      ) : (
        <p>
          You have none to pay with yet: find Cache Cards to collect some, or <Link href={paths.contact}>write to us</Link>.
        </p>
      )}
      {problem !== undefined && <p role="alert">Nothing was paid back: {problem}</p>}
    </Alert>
  );
}
