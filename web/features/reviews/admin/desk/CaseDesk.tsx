import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import '#web/features/cards/admin/admin-cards.css';
import '#web/features/reviews/admin/desk/desk.css';
import type { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import type { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { type GroupAction, proposedReason } from '#web/features/reviews/admin/decisions/decision-labels.ts';
import { EarlierDecisions } from '#web/features/reviews/admin/decisions/EarlierDecisions.tsx';
import { GroupDecisionDialog } from '#web/features/reviews/admin/decisions/GroupDecisionDialog.tsx';
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
import { TimelineDrawing } from '#web/features/reviews/admin/desk/TimelineDrawing.tsx';
import { type QueuePlace, useQueuePlace } from '#web/features/reviews/admin/desk/use-queue.ts';
import { keepReview, useReviewCase } from '#web/features/reviews/admin/reviews-api.ts';
import { useShortcuts } from '#web/lib/react/use-shortcuts.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface CaseDeskProps {
  id: number;
  firstStep: MemberStep | null;
  /** Null goes back to the queue. */
  onGo: (id: number | null) => void;
}

export function CaseDesk({ id, firstStep, onGo }: CaseDeskProps) {
  const query = useReviewCase(id);
  const queue = useQueuePlace(id);
  return (
    <Loaded query={query} what="The case" lines={12}>
      {(shown) => <LoadedCase key={shown.review.id} shown={shown} queue={queue} firstStep={firstStep} onGo={onGo} />}
    </Loaded>
  );
}

interface LoadedCaseProps extends Omit<CaseDeskProps, 'id'> {
  shown: AdminReviewCase;
  queue: QueuePlace;
}

function LoadedCase({ shown, queue, firstStep, onGo }: LoadedCaseProps) {
  const { review } = shown;
  const isSuperAdmin = useIsSuperAdmin();
  const { seen, takeOver } = useVersioned(review);
  const [step, setStep] = useState(firstStep);
  const [groupAction, setGroupAction] = useState<GroupAction | null>(null);
  const [chosen, setChosen] = useState(() => new Set(shown.accounts.filter(({ isInGroup }) => isInGroup).map(({ id }) => id)));
  const passButton = useRef<HTMLButtonElement>(null);
  const desk = useRef<HTMLDivElement>(null);
  const isWaiting = review.review === 'waiting';
  const isOutdated = review.version !== seen.version;
  const isGroup = chosen.size > 0;

  useEffect(() => desk.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    // A group decision made here also changes the case; it is not a concurrent update.
    if (!isWaiting && groupAction === null) setStep(null);
  }, [isWaiting, groupAction]);

  const go = (to: number | null) => (to === null ? undefined : () => onGo(to));
  const asSuper = (run: () => void) => (isSuperAdmin ? run : undefined);
  const { areOn, turn } = useShortcuts({
    j: go(queue.next),
    ArrowRight: go(queue.next),
    k: go(queue.previous),
    ArrowLeft: go(queue.previous),
    q: () => onGo(null),
    ...(isWaiting && {
      p: () => passButton.current?.focus(),
      a: () => setStep('ask'),
      r: asSuper(() => setStep('refuse')),
    }),
    ...(isGroup && {
      h: () => setGroupAction('hold'),
      t: asSuper(() => setGroupAction('take_back')),
      s: asSuper(() => setGroupAction('suspend')),
    }),
  });

  function onDone(decided: AdminReview) {
    setStep(null);
    void keepReview(decided);
    takeOver(decided);
    if (decided.review !== 'waiting') onGo(queue.next ?? queue.previous);
  }

  /** Prevents a warning about the administrator's own change. */
  function acceptOwnChange(after: AdminReview | undefined) {
    if (after) takeOver(after);
  }

  return (
    <div className="desk" ref={desk} tabIndex={-1}>
      <CaseHeader shown={shown} queue={queue} onGo={onGo} />
      {isOutdated && step === null && <OutdatedAlert isWaiting={isWaiting} onSeen={() => takeOver(review)} />}
      <DecisionBar
        {...{ isWaiting, isOutdated, isSuperAdmin, passButton }}
        review={seen}
        chosen={chosen.size}
        onStep={setStep}
        onGroup={setGroupAction}
        onPassed={onDone}
      />
      <CaseColumns shown={shown} chosen={chosen} onChoose={setChosen} onUndone={acceptOwnChange} />
      <Part title="Tokens and money">
        <MoneyTable shown={shown} />
      </Part>
      <Checkbox
        label="Keyboard shortcuts"
        hint="P, A, R, H, T and S open a decision; Enter confirms it. J, K or the arrow keys switch cases. Q returns to the queue."
        checked={areOn}
        onChange={({ target }) => turn(target.checked)}
      />
      {step !== null && (
        <MemberDialog
          {...{ step, review, seen, onDone }}
          proposal={shown.accounts.filter(({ isInGroup }) => isInGroup).length > 1 ? proposedReason : ''}
          onSeen={() => takeOver(review)}
          onClose={() => setStep(null)}
        />
      )}
      {groupAction !== null && (
        <GroupDecisionDialog
          action={groupAction}
          review={review}
          memberIds={[...chosen]}
          onClose={() => setGroupAction(null)}
          onDecided={acceptOwnChange}
        />
      )}
    </div>
  );
}

interface CaseColumnsProps {
  shown: AdminReviewCase;
  chosen: Set<number>;
  onChoose: (chosen: Set<number>) => void;
  onUndone: (after: AdminReview | undefined) => void;
}

function CaseColumns({ shown, chosen, onChoose, onUndone }: CaseColumnsProps) {
  const { review } = shown;
  const graph = useMemo(() => caseGraph(shown), [shown]);
  const rows = useMemo(() => timelineRows(shown), [shown]);
  const map = useMemo(() => caseMap(shown), [shown]);

  function choose(id: number, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  }

  return (
    <div className="desk-columns">
      <div className="desk-column">
        <Part title="Signals">
          <SignalList signals={shown.signals} />
        </Part>
        <Part title="Earlier decisions">
          <EarlierDecisions shown={{ reviewId: review.id, memberId: review.user.id }} onUndone={onUndone} />
        </Part>
      </div>
      <div className="desk-column">
        <Part title="Who found what">
          {graph.nodes.length > 0 ? <GraphDrawing graph={graph} /> : <p className="muted">No finds behind this certificate.</p>}
          <FindsTable shown={shown} />
        </Part>
        <Part title="When (UTC)">
          <TimelineDrawing rows={rows} />
        </Part>
        <Part title="Where">
          <p>{spreadLabel(shown)}</p>
          {map && <MapDrawing map={map} />}
        </Part>
      </div>
      <div className="desk-column">
        <Part title="Linked accounts">
          <GroupList shown={shown} chosen={chosen} onChoose={choose} />
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
