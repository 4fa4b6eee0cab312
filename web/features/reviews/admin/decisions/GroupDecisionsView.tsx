import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ReviewDecision, ReviewDecisionList } from '#schema/reviews/admin-review-decisions.ts';
import { DateTimeCell } from '#web/features/admin/cells.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { reviewUrl } from '#web/features/admin/urls.ts';
import { decisionNames } from '#web/features/reviews/admin/decisions/decision-labels.ts';
import { UndoDialog } from '#web/features/reviews/admin/decisions/UndoDialog.tsx';
import { decisionsPath } from '#web/features/reviews/admin/reviews-api.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';

const columns: readonly Column<ReviewDecision>[] = [
  { id: 'decision', header: 'Decision', isName: true, cell: ({ id, action }) => `${decisionNames[action]} (${id})` },
  { id: 'members', header: 'Members', align: 'end', cell: ({ members }) => members },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => reason },
  { id: 'case', header: 'Case', cell: ({ review }) => review && <Link href={reviewUrl(review.id)}>{review.number}</Link> },
  { id: 'by', header: 'By', cell: ({ decidedBy }) => decidedBy },
  { id: 'at', header: 'When', cell: ({ decidedAt }) => <DateTimeCell value={decidedAt} /> },
  { id: 'state', header: 'State', cell: (decision) => <DecisionState decision={decision} /> },
];

export function GroupDecisionsView() {
  const isSuperAdmin = useIsSuperAdmin();
  const [, navigate] = useLocation();
  const [decisionToUndo, setDecisionToUndo] = useState<ReviewDecision>();
  return (
    <>
      <AdminList
        name="decisions"
        label="Group decisions"
        path={decisionsPath}
        schema={ReviewDecisionList}
        columns={columns}
        rowLabel={({ id }) => `decision ${id}`}
        searchLabel="Search reason"
        onOpen={({ review }) => review && navigate(reviewUrl(review.id))}
        rowActions={[
          { label: 'Undo', isShown: ({ canBeUndone }) => isSuperAdmin && canBeUndone, onChoose: (decision) => setDecisionToUndo(decision) },
        ]}
        emptyTitle="No group decisions yet"
        emptyHint="Group decisions made on a case appear here and can be undone."
      />
      {decisionToUndo && <UndoDialog decision={decisionToUndo} onClose={() => setDecisionToUndo(undefined)} />}
    </>
  );
}

export function DecisionState({ decision: { undoneAt, undoes, undoFirst } }: { decision: ReviewDecision }) {
  if (undoneAt !== null) return <Badge tone="grey">Undone</Badge>;
  if (undoes !== null) return <Badge tone="info">{`Undid ${undoes}`}</Badge>;
  return (
    <>
      <Badge tone="green">In effect</Badge>
      {undoFirst !== null && <span className="muted small"> Undo decision {undoFirst} first</span>}
    </>
  );
}
