import '#web/features/disputes/admin/disputes.css';
import { useState } from 'react';
import { Link } from 'wouter';
import { type DisputePage, evidenceFields } from '#schema/disputes/dispute.ts';
import { describeDisputeReason } from '#schema/disputes/reasons.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { orderUrl } from '#web/features/admin/urls.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { AcceptDispute } from '#web/features/disputes/admin/AcceptDispute.tsx';
import { answerStates, disputeStates, evidenceLabels, getDisputeAmount } from '#web/features/disputes/admin/dispute-labels.ts';
import { useDispute } from '#web/features/disputes/admin/disputes-api.ts';
import { EvidenceForm } from '#web/features/disputes/admin/EvidenceForm.tsx';
import { dateTime } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

type Step = 'view' | 'evidence' | 'accept';

const titles: Record<Step, string> = { view: 'Dispute', evidence: 'Evidence for the bank', accept: 'Accept the dispute' };

export function DisputeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useDispute(id);
  const [chosenStep, setStep] = useState<Step>('view');
  const step = query.data?.isAnswerable ? chosenStep : 'view';
  return (
    <Dialog open onClose={onClose} title={titles[step]} size="large">
      <Loaded query={query} subject="The dispute" lines={6}>
        {(dispute) => {
          if (step === 'evidence') return <EvidenceForm dispute={dispute} onDone={() => setStep('view')} />;
          if (step === 'accept') return <AcceptDispute dispute={dispute} onDone={() => setStep('view')} />;
          return <DisputeRecord dispute={dispute} onChoose={setStep} />;
        }}
      </Loaded>
    </Dialog>
  );
}

function DisputeRecord({ dispute, onChoose }: { dispute: DisputePage; onChoose: (step: Step) => void }) {
  const isSuperAdmin = useIsSuperAdmin();
  const { label, tone } = disputeStates[dispute.state];
  return (
    <div className="stack">
      <AdminFacts
        facts={{
          Member: <MemberLink member={dispute.member} />,
          Amount: getDisputeAmount(dispute),
          For: dispute.orderId === null ? dispute.description : <Link href={orderUrl(dispute.orderId)}>{dispute.description}</Link>,
          Reason: describeDisputeReason(dispute.reason),
          Status: <Badge tone={tone}>{label}</Badge>,
          'Respond by': dispute.isAnswerable && dispute.dueBy && dateTime(dispute.dueBy),
          Opened: dateTime(dispute.openedAt),
          Closed: dispute.closedAt && dateTime(dispute.closedAt),
          Stripe: dispute.dashboardUrl ? (
            <a href={dispute.dashboardUrl} target="_blank" rel="noopener noreferrer">
              {dispute.stripeId} in Stripe
            </a>
          ) : (
            <span className="code">{dispute.stripeId}</span>
          ),
        }}
      />
      {dispute.isInquiry && <p>So far, the bank is only asking for information. It hasn’t taken the money.</p>}
      {dispute.wasAnsweredInStripe && <p>Evidence was submitted in Stripe, not here.</p>}
      {dispute.answer && <Answer answer={dispute.answer} />}
      {dispute.isAnswerable && !isSuperAdmin && <p className="muted">Only a super administrator can respond to disputes.</p>}
      {dispute.isAnswerable && isSuperAdmin && (
        <div className="cluster">
          <button type="button" onClick={() => onChoose('evidence')}>
            Prepare evidence…
          </button>
          <button type="button" className="secondary" onClick={() => onChoose('accept')}>
            Accept…
          </button>
        </div>
      )}
    </div>
  );
}

function Answer({ answer }: { answer: NonNullable<DisputePage['answer']> }) {
  const { label, tone } = answerStates[answer.state];
  const { evidence } = answer;
  return (
    <section className="stack gap-2">
      <h3>{answer.kind === 'evidence' ? 'Evidence' : 'Accepted'}</h3>
      <p>
        <Badge tone={tone}>{label}</Badge> {answer.by} <span className="muted small">{dateTime(answer.at)}</span>
      </p>
      {answer.error && <p className="field-error">{answer.error}</p>}
      {answer.note && <p>{answer.note}</p>}
      {evidence && (
        <dl className="stack gap-2 sent-evidence">
          {evidenceFields
            .filter((field) => evidence[field] !== '')
            .map((field) => (
              <div key={field}>
                <dt className="muted small">{evidenceLabels[field]}</dt>
                <dd>{evidence[field]}</dd>
              </div>
            ))}
        </dl>
      )}
    </section>
  );
}
