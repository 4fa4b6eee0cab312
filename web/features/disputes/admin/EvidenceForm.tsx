import { useState } from 'react';
import * as v from 'valibot';
import { type DisputePage, Evidence, evidenceFields } from '#schema/disputes/dispute.ts';
import { sendFailure } from '#web/features/admin/send-once.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { evidenceLabels, getDisputeAmount, longFields } from '#web/features/disputes/admin/dispute-labels.ts';
import { readDispute, submitEvidence, useEvidenceDraft } from '#web/features/disputes/admin/disputes-api.ts';
import { dateTime } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface EvidenceFormProps {
  dispute: DisputePage;
  onDone: () => void;
}

/** Lets a super administrator check and edit the prepared evidence, then confirm the submission. */
export function EvidenceForm({ dispute, onDone }: EvidenceFormProps) {
  const draft = useEvidenceDraft(dispute.id);
  // If Stripe rejected the previous submission, the form starts with the rejected evidence.
  const refusedEvidence = dispute.answer?.state === 'refused' ? dispute.answer.evidence : null;
  return (
    <Loaded query={draft} subject="The evidence" lines={10}>
      {(evidence) => <EvidenceFields dispute={dispute} prepared={refusedEvidence ?? evidence} onDone={onDone} />}
    </Loaded>
  );
}

function EvidenceFields({ dispute, prepared, onDone }: EvidenceFormProps & { prepared: Evidence }) {
  const { base, refreshIfStale } = useVersioned(dispute, () => readDispute(dispute.id));
  const [isConfirming, setConfirming] = useState(false);
  const [hasReturned, setReturned] = useState(false);
  const intro = useFocusOnMount<HTMLParagraphElement>(hasReturned && !isConfirming);
  // Moves the focus off the button, so that pressing Enter twice does not submit.
  const question = useFocusOnMount<HTMLDivElement>(isConfirming);
  // The form keeps its initial values even if the draft is reloaded.
  const [defaults] = useState(prepared);
  const amount = getDisputeAmount(dispute);

  function keepEditing() {
    setConfirming(false);
    setReturned(true);
  }

  async function send(evidence: Evidence): Promise<void> {
    if (!isConfirming) return setConfirming(true);
    await submitEvidence(dispute.id, { version: base.version, evidence });
    showToast({ tone: 'success', title: 'Evidence submitted', description: `The bank will now decide on the ${amount} dispute.` });
    onDone();
  }

  return (
    <Form
      label="Evidence"
      className="stack"
      schema={v.object(Evidence.entries)}
      defaults={defaults}
      send={send}
      failed={(error) => sendFailure(error, 'Couldn’t submit the evidence', 'It’s safe to submit this form again: nothing is sent twice.')}
      onFailure={refreshIfStale}
    >
      <div className="stack" hidden={isConfirming}>
        <p className="muted small" ref={intro} tabIndex={-1}>
          Prepared from our records. Check and edit each field. Blank fields are not sent.
        </p>
        {evidenceFields.map((field) => {
          const Input = longFields.has(field) ? FormTextArea : FormField;
          return (
            <Input key={field} label={evidenceLabels[field]} name={field} autoComplete="off" {...(longFields.has(field) && { rows: 6 })} />
          );
        })}
      </div>
      {isConfirming && (
        <div ref={question} tabIndex={-1}>
          <Alert tone="warning" title={`Submit this evidence for ${amount}?`}>
            Stripe sends it to the member’s bank. You can’t add or change anything afterwards. The bank usually decides within weeks.{' '}
            {dispute.dueBy && `The deadline is ${dateTime(dispute.dueBy)}.`}
          </Alert>
        </div>
      )}
      <FormActions
        pendingLabel="Submitting…"
        onCancel={isConfirming ? keepEditing : onDone}
        cancelLabel={isConfirming ? 'Keep editing' : 'Back'}
      >
        {isConfirming ? 'Submit to the bank' : 'Review and submit…'}
      </FormActions>
    </Form>
  );
}
