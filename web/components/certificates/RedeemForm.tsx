import { type FormEvent, useState } from 'react';
import type { RedeemResponse } from '#schema/certificate.ts';
import { certificateActivationDays, certificateOptions } from '#schema/rules.ts';
import type { User } from '#schema/user.ts';
import { type CertificateOption, redeemableTokens, tokensMissing } from '#schema/vacation-progress.ts';
import { Alert } from '#web/components/Alert.tsx';
import { redeemCertificate } from '#web/components/certificates/certificates-api.ts';
import { StayPicture } from '#web/components/certificates/StayPicture.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { heldWords } from '#web/components/tokens/held-words.ts';
import { OwedTokens } from '#web/components/tokens/OwedTokens.tsx';
import { VerifyEmailNotice } from '#web/components/verification/VerifyEmailNotice.tsx';
import { errorText } from '#web/lib/api.ts';
import { date, number, tokensLabel } from '#web/lib/format.ts';

interface RedeemFormProps {
  user: User;
  type: CertificateOption['type'] | undefined;
  /** From when on the next redemption is possible, ISO; null where it is now. */
  pausedUntil: string | null;
  onRedeemed: (answer: RedeemResponse) => void;
}

const failure = { title: 'Redemption Failed', fallback: 'There was an error redeeming your tokens.' };

/** The three stays as choices; those out of reach say what is missing. */
export function RedeemForm({ user, type, pausedUntil, onRedeemed }: RedeemFormProps) {
  const redeemable = redeemableTokens(user);
  const toast = useToast();
  const [chosen, setChosen] = useState(type);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const option = certificateOptions.find((candidate) => candidate.type === chosen);
  const isReady = option !== undefined && tokensMissing(redeemable, option) === 0 && pausedUntil === null;

  async function redeem(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!option || !isReady || isPending) return;
    setIsPending(true);
    setProblem(undefined);
    try {
      const answer = await redeemCertificate(option.type);
      toast({ title: 'Redemption Successful!', description: 'Your vacation certificate has been created.', tone: 'success' });
      onRedeemed(answer);
    } catch (error) {
      const message = errorText(error, failure.fallback);
      setProblem(message);
      toast({ title: failure.title, description: message, tone: 'error' });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <form className="stack redeem" aria-label="Redeem Treasure Tokens" onSubmit={(event) => void redeem(event)}>
      <p>
        You have <strong>{heldWords(user)}</strong>. A certificate is valid for one year and is activated within {certificateActivationDays}{' '}
        days.
      </p>
      {pausedUntil && (
        <Alert tone="warning" title="You can only redeem one certificate per 12 months. Please try again later.">
          The next one is possible from <time dateTime={pausedUntil}>{date(pausedUntil)}</time> on. Your tokens stay yours until then.
        </Alert>
      )}
      {!pausedUntil && <VerifyEmailNotice user={user} />}
      <OwedTokens user={user} />
      <fieldset className="redeem-options" disabled={pausedUntil !== null}>
        <legend className="visually-hidden">Choose a certificate</legend>
        {certificateOptions.map((candidate) => (
          <Choice
            key={candidate.type}
            option={candidate}
            missing={tokensMissing(redeemable, candidate)}
            isChosen={candidate.type === chosen}
            onChoose={() => setChosen(candidate.type)}
          />
        ))}
      </fieldset>
      {problem && (
        <Alert tone="error" title={failure.title}>
          {problem}
        </Alert>
      )}
      <SubmitButton pending={isPending} pendingLabel="Redeeming…" disabled={!isReady} className="treasure">
        {option && isReady ? `Redeem ${tokensLabel(option.tokenCost)}` : 'Redeem Tokens'}
      </SubmitButton>
    </form>
  );
}

interface ChoiceProps {
  option: CertificateOption;
  missing: number;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ option, missing, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="redeem-option">
      <input type="radio" name="type" value={option.type} checked={isChosen && missing === 0} disabled={missing > 0} onChange={onChoose} />
      <StayPicture type={option.type} />
      <span className="redeem-option-text">
        <strong>{option.name}</strong>
        <span className="muted">{option.description}</span>
        <span className="redeem-cost">
          {tokensLabel(option.tokenCost)}
          {missing > 0 && <span className="redeem-missing">Need {number(missing)} more</span>}
        </span>
      </span>
    </label>
  );
}
