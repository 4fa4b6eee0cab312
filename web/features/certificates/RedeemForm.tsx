import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useLayoutEffect, useRef, useState } from 'react';
import type { User } from '#schema/accounts/user.ts';
import type { RedeemResponse } from '#schema/certificates/certificate.ts';
import { type CertificateOption, countMissingTokens, isEnoughForStay, redeemableTokens } from '#schema/certificates/vacation-progress.ts';
import { certificateActivationDays, certificateOptions, cheapestCertificateTokens, redemptionPauseMonths } from '#schema/rules.ts';
import type { StayCatalogue } from '#schema/stays/catalogue.ts';
import { sumCosts } from '#schema/stays/costs.ts';
import { VerifyEmailNotice } from '#web/features/accounts/account/VerifyEmailNotice.tsx';
import { redeemCertificate } from '#web/features/certificates/certificates-api.ts';
import { StayPicture } from '#web/features/certificates/StayPicture.tsx';
import { formatCosts } from '#web/features/stays/format-costs.ts';
import { StayTermsDetails } from '#web/features/stays/StayTermsDetails.tsx';
import { takeNewTerms } from '#web/features/stays/stays-api.ts';
import { formatHeldTokens } from '#web/features/tokens/held-tokens.ts';
import { OwedTokens } from '#web/features/tokens/OwedTokens.tsx';
import { errorText, fieldErrors } from '#web/lib/api-error.ts';
import { date, number, tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { i18n } from '#web/lib/words/words.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface RedeemFormProps {
  user: User;
  type: CertificateOption['type'] | undefined;
  /** ISO time of the next allowed redemption; null if the member can redeem now. */
  pausedUntil: string | null;
  catalogue: StayCatalogue;
  onRedeemed: (response: RedeemResponse) => void;
}

/**
 * Lets the member choose a stay and redeem tokens for it. Stays that cannot be redeemed now are disabled but still show their costs and
 * terms.
 */
export function RedeemForm({ user, type, pausedUntil, catalogue, onRedeemed }: RedeemFormProps) {
  const redeemable = redeemableTokens(user);
  const [chosen, setChosen] = useState({ type, version: catalogue.version });
  const option = certificateOptions.find((candidate) => candidate.type === chosen.type);
  const [needsLatinName, setNeedsLatinName] = useState(false);
  const isReady = option !== undefined && countMissingTokens(redeemable, option) === 0 && pausedUntil === null;

  return (
    <Form
      label={t`Redeem Treasure Tokens`}
      className="stack redeem"
      defaults={{ latinName: '' }}
      send={async (_, form) => {
        if (!option || !isReady) return;
        const latinName = needsLatinName ? { latinName: form.getValues('latinName') } : {};
        const response = await redeemCertificate({ type: option.type, catalogueVersion: catalogue.version, ...latinName });
        showToast({ title: t`Redemption Successful!`, description: t`Your vacation certificate has been created.`, tone: 'success' });
        onRedeemed(response);
      }}
      failed={(error) => {
        const hasNewTerms = takeNewTerms(error);
        if (fieldErrors(error).latinName) {
          setNeedsLatinName(true);
          return null;
        }
        const failure = { title: t`Redemption Failed`, text: errorText(error, t`There was an error redeeming your tokens.`) };
        showToast({ title: failure.title, description: failure.text, tone: 'error' });
        return hasNewTerms ? null : failure;
      }}
    >
      <p>
        <Trans>
          You have <strong>{formatHeldTokens(user)}</strong>.
        </Trans>
      </p>
      {pausedUntil && (
        <Alert tone="warning" title={t`You can only redeem one certificate per 12 months. Please try again later.`}>
          <Trans>
            You can redeem again on <time dateTime={pausedUntil}>{date(pausedUntil)}</time>. You keep your tokens.
          </Trans>
        </Alert>
      )}
      {!pausedUntil && <VerifyEmailNotice user={user} />}
      <OwedTokens user={user} />
      <fieldset className="stack gap-3 redeem-options" disabled={pausedUntil !== null}>
        <legend className="visually-hidden">{t`Choose a certificate`}</legend>
        {certificateOptions.map((candidate) => (
          <div key={candidate.type}>
            <Choice
              option={candidate}
              missing={countMissingTokens(redeemable, candidate)}
              costs={formatCosts(sumCosts(catalogue.terms[candidate.type]))}
              isChosen={candidate === option}
              onChoose={() => setChosen({ type: candidate.type, version: catalogue.version })}
            />
            {!(isReady && candidate === option) && (
              <details className="redeem-terms">
                <summary>
                  {t`Costs and terms`}
                  <span className="visually-hidden">: {i18n._(candidate.name)}</span>
                </summary>
                <StayTermsDetails name={i18n._(candidate.name)} terms={catalogue.terms[candidate.type]} />
              </details>
            )}
          </div>
        ))}
      </fieldset>
      {isReady && chosen.version !== catalogue.version && <NewCosts key={catalogue.version} />}
      {option && isReady && <StayTermsDetails name={i18n._(option.name)} terms={catalogue.terms[option.type]} />}
      {needsLatinName && <FormField label={t`Your name in Latin letters`} name="latinName" autoComplete="off" />}
      <p className="muted">{t`Activate your certificate within ${certificateActivationDays} days; it’s valid for one year. We review each member’s first certificate, usually within two working days.`}</p>
      <div className="stack gap-2 redeem-confirm">
        {!isReady && <p>{describeObstacle(redeemable, pausedUntil)}</p>}
        {option && isReady && <p>{t`You can redeem one certificate every ${redemptionPauseMonths} months.`}</p>}
        <FormSubmit pendingLabel={t`Redeeming…`} disabled={!isReady} className="treasure">
          {option && isReady ? t`Redeem ${tokensLabel(option.tokenCost)}` : t`Redeem Tokens`}
        </FormSubmit>
      </div>
    </Form>
  );
}

/** Says why the member cannot redeem yet. */
function describeObstacle(redeemable: number, pausedUntil: string | null): string {
  if (pausedUntil) return t`You can redeem again on ${date(pausedUntil)}.`;
  const missing = cheapestCertificateTokens - redeemable;
  return isEnoughForStay(redeemable)
    ? t`Choose a stay first.`
    : plural(missing, { one: 'You need # more token.', other: 'You need # more tokens.' });
}

/** Scrolls to the notice about changed costs so that the member sees the new costs before redeeming. */
function NewCosts() {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.focus({ preventScroll: true });
    // The call is optional because jsdom does not implement scrollIntoView.
    box.current?.scrollIntoView?.({ block: 'start', behavior: 'instant' });
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      <Alert tone="error" title={t`The costs have changed`}>{t`No tokens were taken. Please check the new costs before you redeem.`}</Alert>
    </div>
  );
}

interface ChoiceProps {
  option: CertificateOption;
  missing: number;
  /** Costs in addition to tokens, as a range in dollars. */
  costs: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ option, missing, costs, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="redeem-option">
      <input type="radio" name="type" value={option.type} checked={isChosen && missing === 0} disabled={missing > 0} onChange={onChoose} />
      <StayPicture type={option.type} />
      <span className="stack gap-1 redeem-option-text">
        <strong>{i18n._(option.name)}</strong>
        <span className="muted">{i18n._(option.description)}</span>
        <span className="redeem-cost">
          {tokensLabel(option.tokenCost)}
          {missing > 0 && <span className="redeem-missing">{t`Need ${number(missing)} more`}</span>}
        </span>
        <span className="muted">{t`plus ${costs} in taxes and fees`}</span>
      </span>
    </label>
  );
}
