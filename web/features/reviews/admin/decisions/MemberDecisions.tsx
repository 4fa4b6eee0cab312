import { useState } from 'react';
import type { ReviewDecision } from '#schema/reviews/admin-review-decisions.ts';
import type { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { decisionNames } from '#web/features/reviews/admin/decisions/decision-labels.ts';
import { type OpenCase, useDecisionsAbout } from '#web/features/reviews/admin/decisions/decisions-api.ts';
import { DecisionState } from '#web/features/reviews/admin/decisions/GroupDecisionsView.tsx';
import { UndoDialog } from '#web/features/reviews/admin/decisions/UndoDialog.tsx';
import { dateTime, plural } from '#web/lib/format.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function MemberDecisions({ reviewCase, onUndone }: { reviewCase: OpenCase; onUndone: (review: AdminReview | undefined) => void }) {
  const query = useDecisionsAbout(reviewCase.memberId);
  const isSuperAdmin = useIsSuperAdmin();
  const [decisionToUndo, setDecisionToUndo] = useState<ReviewDecision>();
  return (
    <Loaded query={query} subject="Group decisions" lines={2}>
      {(decisions) => (
        <>
          {decisions.length === 0 && <p className="muted">None yet.</p>}
          <ul className="plain-list record-rows">
            {decisions.map((decision) => (
              <li key={decision.id}>
                <span>
                  <strong>{decisionNames[decision.action]}</strong> ({decision.id}), {plural(decision.members, 'member')}{' '}
                  <DecisionState decision={decision} />
                </span>
                {isSuperAdmin && decision.canBeUndone && (
                  <button type="button" className="secondary" onClick={() => setDecisionToUndo(decision)}>
                    Undo…
                  </button>
                )}
                <span className="record-note">
                  {dateTime(decision.decidedAt)}
                  {decision.decidedBy && `, ${decision.decidedBy}`}: {decision.reason}
                </span>
              </li>
            ))}
          </ul>
          {decisionToUndo && (
            <UndoDialog
              decision={decisionToUndo}
              reviewCase={reviewCase}
              onUndone={onUndone}
              onClose={() => setDecisionToUndo(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
