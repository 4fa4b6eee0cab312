import { type RefObject, useState } from 'react';
import type { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { findOption } from '#web/features/certificates/certificate-labels.ts';
import type { GroupAction } from '#web/features/reviews/admin/decisions/decision-labels.ts';
import { Key } from '#web/features/reviews/admin/desk/CaseHeader.tsx';
import type { MemberStep } from '#web/features/reviews/admin/desk/MemberDialog.tsx';
import { passReview } from '#web/features/reviews/admin/reviews-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface DecisionBarProps {
  review: AdminReview;
  isWaiting: boolean;
  isOutdated: boolean;
  isSuperAdmin: boolean;
  chosenCount: number;
  passButton: RefObject<HTMLButtonElement | null>;
  onStep: (step: MemberStep) => void;
  onGroup: (action: GroupAction) => void;
  onPassed: (updatedReview: AdminReview) => void;
}

/** Shows the possible decisions. A shortcut opens one, and Enter confirms it. */
export function DecisionBar(props: DecisionBarProps) {
  const { review, isWaiting, isOutdated, isSuperAdmin, chosenCount, passButton, onStep, onGroup, onPassed } = props;
  const [problem, setProblem] = useState<string>();
  const hasLeft = review.user.email === null;

  async function pass() {
    setProblem(undefined);
    try {
      const updatedReview = await passReview(review);
      const description = hasLeft
        ? 'The member has left, so the certificate can’t be used.'
        : `${review.user.email} gets an email and can now activate it.`;
      showToast({ title: 'Certificate passed', description, tone: 'success' });
      onPassed(updatedReview);
    } catch (error) {
      setProblem(errorText(error, 'Please try again.'));
    }
  }

  const canPass = isSuperAdmin || !review.isHeldBySuperAdmin;
  const group = (action: GroupAction, label: string, shortcut?: string) => (
    <button
      type="button"
      className="secondary"
      disabled={chosenCount === 0}
      {...(shortcut && { 'aria-keyshortcuts': shortcut.toLowerCase() })}
      onClick={() => onGroup(action)}
    >
      {label} {shortcut && <Key>{shortcut}</Key>}
    </button>
  );
  return (
    <section className="desk-bar" aria-label="Decision">
      {problem !== undefined && !isOutdated && (
        <Alert tone="error" title="Couldn’t pass the certificate">
          {problem}
        </Alert>
      )}
      <div className="desk-choices">
        {isWaiting && (
          <div className="cluster gap-2">
            {canPass && (
              <ActionButton
                ref={passButton}
                action={pass}
                pendingLabel="Passing…"
                disabled={isOutdated}
                aria-keyshortcuts="p"
                aria-describedby="pass-effect"
              >
                Pass <Key>P</Key>
              </ActionButton>
            )}
            {!hasLeft && (
              <button type="button" className="secondary" aria-keyshortcuts="a" onClick={() => onStep('ask')}>
                Ask… <Key>A</Key>
              </button>
            )}
            {isSuperAdmin && (
              <button type="button" className="secondary" aria-keyshortcuts="r" onClick={() => onStep('refuse')}>
                Refuse… <Key>R</Key>
              </button>
            )}
          </div>
        )}
        <div className="cluster gap-2">
          <span className="small muted">{chosenCount} selected:</span>
          {group('hold', 'Hold…', 'H')}
          {isSuperAdmin && group('release', 'Release…')}
          {isSuperAdmin && group('take_back', 'Take back…', 'T')}
          {isSuperAdmin && group('suspend', 'Suspend…', 'S')}
        </div>
      </div>
      {isWaiting && canPass && !hasLeft && (
        <p className="muted small" id="pass-effect">
          If you pass this certificate, {review.user.email} gets the {findOption(review.type).name} for {tokensLabel(review.tokensRedeemed)}
          , along with an email, and can activate it.
        </p>
      )}
      {!isSuperAdmin && (
        <p className="muted small">
          Only super administrators can refuse, release, take back, suspend and undo.
          {isWaiting && !canPass && ' One of them put this certificate on hold, so only they can pass it.'}
        </p>
      )}
    </section>
  );
}
