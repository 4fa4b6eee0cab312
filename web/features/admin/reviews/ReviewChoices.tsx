import { useState } from 'react';
import type { AdminReview } from '#schema/admin/reviews.ts';
import { certificateActivationDays } from '#schema/rules.ts';
import { passReview } from '#web/features/admin/reviews/reviews-api.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { errorText } from '#web/lib/api-error.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/Alert.tsx';

interface ReviewChoicesProps {
  /** As it was seen. */
  review: AdminReview;
  /** Somebody has changed it since. */
  isOutdated: boolean;
  onStep: (step: 'ask' | 'refuse') => void;
  onDone: (decided: AdminReview) => void;
}

/** Passing is one press; what the member has to read is written first. */
export function ReviewChoices({ review, isOutdated, onStep, onDone }: ReviewChoicesProps) {
  const isSuperAdmin = useIsSuperAdmin();
  const [problem, setProblem] = useState<string>();

  async function pass() {
    setProblem(undefined);
    try {
      const decided = await passReview(review);
      const description = `${review.user.email} is told by mail and can activate it now.`;
      showToast({ title: 'Certificate passed', description, tone: 'success' });
      onDone(decided);
    } catch (error) {
      setProblem(errorText(error, 'Please try again.'));
    }
  }

  return (
    <>
      {problem !== undefined && !isOutdated && (
        <Alert tone="error" title="The certificate was not passed">
          {problem}
        </Alert>
      )}
      <div className="cluster">
        <ActionButton action={pass} pendingLabel="Passing…" disabled={isOutdated}>
          Pass
        </ActionButton>
        <button type="button" className="secondary" onClick={() => onStep('ask')}>
          Ask the member…
        </button>
        {isSuperAdmin && (
          <button type="button" className="secondary" onClick={() => onStep('refuse')}>
            Refuse…
          </button>
        )}
      </div>
      <p className="muted small">
        Once it passes, the member has {plural(certificateActivationDays, 'day')} to activate it.{' '}
        {!isSuperAdmin && 'Refusing is for super administrators.'}
      </p>
    </>
  );
}
