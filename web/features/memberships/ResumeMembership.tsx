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
      const description = paidUntil ? `Your membership renews on ${date(paidUntil)}.` : 'Your membership will renew automatically.';
      showToast({ title: 'Membership resumed', description, tone: 'success' });
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
      <ActionButton action={resume} failed="Couldn’t resume your membership" pendingLabel="Resuming…" aria-describedby={termsId}>
        Resume membership
      </ActionButton>
    </>
  );
}
