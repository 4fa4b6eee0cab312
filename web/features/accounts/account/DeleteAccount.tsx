import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { deletionWord, type Preferences } from '#schema/accounts/my-data.ts';
import type { User } from '#schema/accounts/user.ts';
import { redemptionPausedUntil, VacationCertificates } from '#schema/certificates/certificate.ts';
import { accountErasureDeadlineSeconds, caseEvidenceRetentionSeconds, redemptionPauseMonths, secondsPerDay } from '#schema/rules.ts';
import { Earnings } from '#schema/site.ts';
import { DeleteAccountForm } from '#web/features/accounts/account/DeleteAccountForm.tsx';
import { SignInAgain } from '#web/features/accounts/account/security/SignInAgain.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { date, formatDollars, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { now } from '#web/lib/react/now.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

const maxDays = accountErasureDeadlineSeconds / secondsPerDay;

export function DeleteAccount({ user, preferences }: { user: User; preferences: Preferences }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <p>{t`You’ll be signed out right away, and your personal data will be erased within ${maxDays} days.`}</p>
      <button type="button" className="secondary danger-outline" onClick={() => setIsOpen(true)}>{t`Delete my account`}</button>
      <Dialog open={isOpen} onClose={close} title={t`Delete your account?`}>
        <div className="stack">
          <Consequences user={user} />
          {preferences.hasPassword || hasRecentSignIn(preferences) ? (
            <DeleteAccountForm requiresPassword={preferences.hasPassword} onCancel={close} />
          ) : (
            <SignInRequired onCancel={close} />
          )}
        </div>
      </Dialog>
    </>
  );
}

const hasRecentSignIn = ({ freshUntil }: Preferences) => Date.parse(freshUntil) > now();

function Consequences({ user }: { user: User }) {
  const { data } = useQuery(user.role === 'free' && !user.hasEarnings ? null : '/api/earnings', Earnings);
  const pending = data?.summary.pending ?? 0;
  const { data: certificates = [] } = useQuery('/api/vacation-certificates', VacationCertificates);
  const booked = certificates.find(({ stay }) => stay?.stage === 'booked');
  const pausedUntil = redemptionPausedUntil(certificates, now())?.toISOString();
  return (
    <>
      <p>
        <Trans>
          <strong>This can’t be undone.</strong> Download your data first if you want a copy.
        </Trans>
      </p>
      <ul className="stack gap-2 deletion-consequences">
        <li>{t`You’re signed out on every device and can’t sign in again.`}</li>
        {user.role !== 'free' && <li>{t`Your membership ends now, with no refund for the rest of the year.`}</li>}
        <li>
          {pending > 0
            ? t`You lose your ${tokensLabel(user.tokenBalance)}, any certificates you haven’t activated and ${formatDollars(pending)} of unpaid earnings.`
            : t`You lose your ${tokensLabel(user.tokenBalance)}, any certificates you haven’t activated and any unpaid earnings.`}
        </li>
        {booked && (
          <li>
            {booked.stay?.offer ? t`Your stay at ${booked.stay.offer.place} remains booked.` : t`Your stay remains booked.`}{' '}
            <Trans>
              If you don’t want it, don’t delete your account yet: <Link href={paths.contact}>write to us</Link> first, with certificate
              number {booked.number}.
            </Trans>
          </li>
        )}
        {pausedUntil && (
          <li>
            <Trans>
              The {redemptionPauseMonths} months between redemptions continue, even with a new account: you can redeem again on{' '}
              <time dateTime={pausedUntil}>{date(pausedUntil)}</time>.
            </Trans>
          </li>
        )}
        <li>{t`Cards you placed stay in play, without your name. Cards you haven’t placed stop working.`}</li>
        <li>{t`You can register again with this email once your data is erased.`}</li>
        <li>{t`We keep records of payments and earnings, without your name.`}</li>
        <li>{t`If you’re part of an open certificate review, we keep its evidence, without your name, until ${caseEvidenceRetentionSeconds / secondsPerDay} days after the decision.`}</li>
      </ul>
    </>
  );
}

/** Asks for a fresh sign-in because an account without a password has no other way to confirm its deletion. */
function SignInRequired({ onCancel }: { onCancel: () => void }) {
  return (
    <>
      <p>{t`To confirm it’s you, please sign in again. You’ll come back here to type ${deletionWord}.`}</p>
      <div className="cluster">
        <SignInAgain returnTo={paths.account('preferences')} />
        <button type="button" className="secondary" onClick={onCancel}>{t`Keep my account`}</button>
      </div>
    </>
  );
}
