import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import '#web/features/cards/admin/admin-cards.css';
import '#web/features/reviews/admin/desk/desk.css';
import type { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import type { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { useViewers } from '#web/features/admin/viewers/use-viewers.ts';
import { Viewers } from '#web/features/admin/viewers/Viewers.tsx';
import { type GroupAction, proposedReason } from '#web/features/reviews/admin/decisions/decision-labels.ts';
import { GroupDecisionDialog } from '#web/features/reviews/admin/decisions/GroupDecisionDialog.tsx';
import { MemberDecisions } from '#web/features/reviews/admin/decisions/MemberDecisions.tsx';
import { CaseHeader } from '#web/features/reviews/admin/desk/CaseHeader.tsx';
import { caseGraph } from '#web/features/reviews/admin/desk/case-graph.ts';
import { caseMap, spreadLabel } from '#web/features/reviews/admin/desk/case-map.ts';
import { timelineRows } from '#web/features/reviews/admin/desk/case-timeline.ts';
import { DecisionBar } from '#web/features/reviews/admin/desk/DecisionBar.tsx';
import { FindsTable } from '#web/features/reviews/admin/desk/FindsTable.tsx';
import { GraphDrawing } from '#web/features/reviews/admin/desk/GraphDrawing.tsx';
import { GroupList } from '#web/features/reviews/admin/desk/GroupList.tsx';
import { MapDrawing } from '#web/features/reviews/admin/desk/MapDrawing.tsx';
import { MemberDialog, type MemberStep } from '#web/features/reviews/admin/desk/MemberDialog.tsx';
import { MoneyTable } from '#web/features/reviews/admin/desk/MoneyTable.tsx';
import { OutdatedAlert } from '#web/features/reviews/admin/desk/OutdatedAlert.tsx';
import { SignalList } from '#web/features/reviews/admin/desk/SignalList.tsx';
import { statedTimesSentence } from '#web/features/reviews/admin/desk/stated-times.ts';
import { TimelineDrawing } from '#web/features/reviews/admin/desk/TimelineDrawing.tsx';
import { type QueuePlace, useQueuePlace } from '#web/features/reviews/admin/desk/use-queue.ts';
import { reloadCase, updateCachedReview, useReviewCase } from '#web/features/reviews/admin/reviews-api.ts';
import { dismissToast } from '#web/lib/react/toast.ts';
import { useShortcuts } from '#web/lib/react/use-shortcuts.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface CaseDeskProps {
  id: number;
  firstStep: MemberStep | null;
  /** Called with the next case's id, or with null to return to the queue. */
  onGo: (id: number | null) => void;
}

export function CaseDesk({ id, firstStep, onGo }: CaseDeskProps) {
  const query = useReviewCase(id);
  const queue = useQueuePlace(id);
  return (
    <Loaded query={query} subject="The case" lines={12}>
      {(reviewCase) => <LoadedCase key={reviewCase.review.id} reviewCase={reviewCase} queue={queue} firstStep={firstStep} onGo={onGo} />}
    </Loaded>
  );
}

interface LoadedCaseProps extends Omit<CaseDeskProps, 'id'> {
  reviewCase: AdminReviewCase;
  queue: QueuePlace;
}

function LoadedCase({ reviewCase, queue, firstStep, onGo }: LoadedCaseProps) {
  const { review } = reviewCase;
  const isSuperAdmin = useIsSuperAdmin();
  const { base, setBase } = useVersioned(review);
  const [step, setStep] = useState(firstStep);
  const [groupAction, setGroupAction] = useState<GroupAction | null>(null);
  const [chosenIds, setChosenIds] = useState(() => new Set(reviewCase.accounts.filter(({ isInGroup }) => isInGroup).map(({ id }) => id)));
  const passButton = useRef<HTMLButtonElement>(null);
  const desk = useRef<HTMLDivElement>(null);
  const isWaiting = review.review === 'waiting';
  const isOutdated = review.version !== base.version;
  const hasSelection = chosenIds.size > 0;
  const viewers = useViewers({
    kind: 'review',
    id: review.id,
    version: review.version,
    isActing: () => step !== null || groupAction !== null,
    reload: () => reloadCase(review.id),
  });

  useEffect(() => desk.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    // A dialog stays open after a colleague's decision, so that its text is not lost.
    if (!isWaiting && !isOutdated) setStep(null);
  }, [isWaiting, isOutdated]);
  useEffect(() => {
    // Otherwise, the toast of the previous case could cover the buttons of this decision's dialog.
    if (step !== null || groupAction !== null) dismissToast();
  }, [step, groupAction]);

  const createNavigateHandler = (to: number | null) => (to === null ? undefined : () => onGo(to));
  const restrictToSuperAdmin = (run: () => void) => (isSuperAdmin ? run : undefined);
  const { areShortcutsOn, setShortcutsOn } = useShortcuts({
    j: createNavigateHandler(queue.next),
    ArrowRight: createNavigateHandler(queue.next),
    k: createNavigateHandler(queue.previous),
    ArrowLeft: createNavigateHandler(queue.previous),
    q: () => onGo(null),
    ...(isWaiting && {
      p: () => passButton.current?.focus(),
      a: review.user.email === null ? undefined : () => setStep('ask'),
      r: restrictToSuperAdmin(() => setStep('refuse')),
    }),
    ...(hasSelection && {
      h: () => setGroupAction('hold'),
      t: restrictToSuperAdmin(() => setGroupAction('take_back')),
      s: restrictToSuperAdmin(() => setGroupAction('suspend')),
    }),
  });

  function onDone(updatedReview: AdminReview) {
    setStep(null);
    void updateCachedReview(updatedReview);
    setBase(updatedReview);
    if (updatedReview.review !== 'waiting') onGo(queue.next ?? queue.previous);
  }

  /** Uses the result of the administrator's own change as the current version, to prevent a warning about a concurrent update. */
  function applyOwnChange(after: AdminReview | undefined) {
    if (after) setBase(after);
  }

  return (
    <div className="desk" ref={desk} tabIndex={-1}>
      <CaseHeader reviewCase={reviewCase} queue={queue} onGo={onGo} />
      <Viewers kind="review" viewers={viewers} />
      {isOutdated && step === null && <OutdatedAlert review={review} onSeen={() => setBase(review)} />}
      <DecisionBar
        {...{ isWaiting, isOutdated, isSuperAdmin, passButton }}
        review={base}
        chosenCount={chosenIds.size}
        onStep={setStep}
        onGroup={setGroupAction}
        onPassed={onDone}
      />
      <CaseColumns reviewCase={reviewCase} chosenIds={chosenIds} onChoose={setChosenIds} onUndone={applyOwnChange} />
      <Part title="Tokens and money">
        <MoneyTable reviewCase={reviewCase} />
      </Part>
      <Checkbox
        label="Keyboard shortcuts"
        hint="P, A, R, H, T and S open a decision; Enter confirms it. J, K or the arrow keys switch cases. Q returns to the queue."
        checked={areShortcutsOn}
        onChange={({ target }) => setShortcutsOn(target.checked)}
      />
      {step !== null && (
        <MemberDialog
          {...{ step, review, base, onDone }}
          proposal={reviewCase.accounts.filter(({ isInGroup }) => isInGroup).length > 1 ? proposedReason : ''}
          onSeen={() => setBase(review)}
          onClose={() => setStep(null)}
        />
      )}
      {groupAction !== null && (
        <GroupDecisionDialog
          action={groupAction}
          review={review}
          memberIds={[...chosenIds]}
          onClose={() => setGroupAction(null)}
          onDecided={applyOwnChange}
        />
      )}
    </div>
  );
}

interface CaseColumnsProps {
  reviewCase: AdminReviewCase;
  chosenIds: Set<number>;
  onChoose: (chosenIds: Set<number>) => void;
  onUndone: (after: AdminReview | undefined) => void;
}

function CaseColumns({ reviewCase, chosenIds, onChoose, onUndone }: CaseColumnsProps) {
  const { review } = reviewCase;
  const graph = useMemo(() => caseGraph(reviewCase), [reviewCase]);
  const rows = useMemo(() => timelineRows(reviewCase), [reviewCase]);
  const statedTimes = statedTimesSentence(reviewCase.finds);
  const map = useMemo(() => caseMap(reviewCase), [reviewCase]);

  function choose(id: number, isChosen: boolean) {
    const next = new Set(chosenIds);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  }

  return (
    <div className="desk-columns">
      <div className="desk-column">
        <Part title="Signals">
          <SignalList signals={reviewCase.signals} />
        </Part>
        <Part title="Group decisions">
          <MemberDecisions reviewCase={{ reviewId: review.id, memberId: review.user.id }} onUndone={onUndone} />
        </Part>
      </div>
      <div className="desk-column">
        <Part title="Who found what">
          {graph.nodes.length > 0 ? <GraphDrawing graph={graph} /> : <p className="muted">No finds contributed to this certificate.</p>}
          <FindsTable reviewCase={reviewCase} />
        </Part>
        <Part title="When (UTC)">
          {statedTimes && <p>{statedTimes}</p>}
          <TimelineDrawing rows={rows} />
        </Part>
        <Part title="Where">
          <p>{spreadLabel(reviewCase)}</p>
          {map && <MapDrawing map={map} />}
        </Part>
      </div>
      <div className="desk-column">
        <Part title="Linked accounts">
          <GroupList reviewCase={reviewCase} chosenIds={chosenIds} onChoose={choose} />
        </Part>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="sheet stack gap-3" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
