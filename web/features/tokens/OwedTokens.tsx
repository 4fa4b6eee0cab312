import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { repayTokens } from '#web/features/tokens/repay-tokens.ts';
import { errorText } from '#web/lib/api-error.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Shows the tokens that the member owes, with a button to repay them. Renders nothing if the member owes none. */
export function OwedTokens({ user: { tokenBalance, owedTokens } }: { user: User }) {
  const [problem, setProblem] = useState<string>();
  if (owedTokens === 0) return null;
  const payableTokens = Math.min(tokenBalance, owedTokens);

  async function repay() {
    setProblem(undefined);
    try {
      await repayTokens();
    } catch (error) {
      setProblem(errorText(error, t`Please try again.`));
    }
  }

  return (
    <Alert tone="warning" title={t`You owe ${tokensLabel(owedTokens)}`}>
      <p>{t`We took back tokens that you had already spent, for example after a refund. Until you pay them back, you can redeem fewer tokens and can’t activate certificates.`}</p>
      {payableTokens > 0 ? (
        <ActionButton className="secondary" action={repay} pendingLabel={t`Paying back…`}>
          {t`Pay back ${plural(payableTokens, { one: '# token', other: '# tokens' })}`}
        </ActionButton>
      ) : (
        <p>
          <Trans>
            Find Cache Cards to collect more tokens, or <Link href={paths.contact}>contact us</Link>.
          </Trans>
        </p>
      )}
      {problem !== undefined && <p role="alert">{t`Couldn’t pay back your tokens: ${problem}`}</p>}
    </Alert>
  );
}
