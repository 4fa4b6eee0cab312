import * as v from 'valibot';
import { ExplainSecondLookForm, type SecondLook } from '#schema/reviews/second-look.ts';
import { sendVerdict, type Verdict } from '#web/features/reviews/admin/second-looks/second-looks-api.ts';
import { dateTime } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

interface SecondLookDialogProps {
  look: SecondLook;
  verdict: Verdict;
  onClose: () => void;
}

const texts = {
  agree: {
    title: 'Agree with this decision?',
    effect: 'This completes the second look. The certificate stays as it is.',
    button: 'Agree',
    done: 'Second look complete',
    failed: 'Couldn’t save your decision',
  },
  raise: {
    title: 'Escalate to a super administrator',
    effect: 'The super administrators get an email. To stop the stay in the meantime, open the case and put the certificate on hold.',
    button: 'Escalate',
    done: 'Escalated to the super administrators',
    failed: 'Couldn’t escalate the certificate',
  },
  close: {
    title: 'Close this second look?',
    effect: 'Closing changes nothing else. To cancel the certificate or take tokens back, open the case first.',
    button: 'Close second look',
    done: 'Second look closed',
    failed: 'Couldn’t close the second look',
  },
} as const;

export function SecondLookDialog({ look, verdict, onClose }: SecondLookDialogProps) {
  const { title, effect, button, done, failed } = texts[verdict];
  const { review, user, passedBy, passedAt, lookedBy, reason } = look;
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form
        label={title}
        className="stack"
        schema={verdict === 'agree' ? v.object({ reason: v.string() }) : ExplainSecondLookForm}
        defaults={{ reason: '' }}
        send={async (values) => {
          await sendVerdict(look, verdict, verdict === 'agree' ? undefined : values.reason);
          showToast({ title: done, description: review.number, tone: 'success' });
          onClose();
        }}
        failed={failed}
      >
        <p>
          <span className="code">{review.number}</span> of {user.email}, passed by {passedBy} on {dateTime(passedAt)}.
        </p>
        {reason !== null && (
          <p>
            <span className="muted small">Escalated by {lookedBy}: </span>
            <span className="record-text" dir="auto">
              {reason}
            </span>
          </p>
        )}
        <p>{effect}</p>
        {verdict !== 'agree' && (
          <FormTextArea
            label={verdict === 'raise' ? 'Reason' : 'What you found'}
            name="reason"
            rows={3}
            hint="For administrators and the audit log. The member doesn’t see it."
            data-autofocus
          />
        )}
        <FormActions pendingLabel="Saving…" onCancel={onClose}>
          {button}
        </FormActions>
      </Form>
    </Dialog>
  );
}
