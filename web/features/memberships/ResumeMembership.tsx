import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { useUser } from '#web/features/accounts/session/session.ts';
import { changeMembership } from '#web/features/memberships/membership-api.ts';
import { renewalTerms } from '#web/features/memberships/renewal-terms.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

/** Button that resumes a canceled membership, with the renewal terms. */
export function ResumeMembership({ yearlyPrice, onResumed }: { yearlyPrice: number; onResumed?: () => void }) {
  const { refresh } = useUser();
  const termsId = useId();

  async function resume() {
    try {
      const { paidUntil } = await changeMembership('resume');
      const description = paidUntil ? t`Your membership renews on ${date(paidUntil)}.` : t`Your membership will renew automatically.`;
      showToast({ title: t`Membership resumed`, description, tone: 'success' });
      onResumed?.();
    } finally {
      void refresh().catch(() => undefined);
    }
  }

  return (
    <>
      <p id={termsId} className="small">
        {renewalTerms(yearlyPrice, { isResumed: true })}
      </p>
      <ActionButton action={resume} failed={t`Couldn’t resume your membership`} pendingLabel={t`Resuming…`} aria-describedby={termsId}>
        {t`Resume membership`}
      </ActionButton>
    </>
  );
}
