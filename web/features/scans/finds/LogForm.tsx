import { logMaxLength } from '#schema/rules.ts';
import { type FindLog, LogRequest } from '#schema/scans/find.ts';
import { leaveLog } from '#web/features/scans/finds/finds-api.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

interface LogFormProps {
  cardId: string;
  text?: string;
  onLeft: (log: FindLog) => void;
  onCancel: () => void;
}

export function LogForm({ cardId, text = '', onLeft, onCancel }: LogFormProps) {
  return (
    <Form
      label={`Your line for the owner of ${cardId}`}
      className="stack gap-3 log-form"
      schema={LogRequest}
      defaults={{ text }}
      send={async ({ text }) => onLeft(await leaveLog(cardId, text))}
      failed="Your line was not sent"
    >
      <FormTextArea
        label="A line for the owner"
        name="text"
        rows={2}
        autoFocus
        hint={`How was it? At most ${logMaxLength} characters. Only the card’s owner reads it, with your user name; please give no other places away.`}
      />
      <FormActions pendingLabel="Sending…" onCancel={onCancel}>
        {text === '' ? 'Leave this line' : 'Change this line'}
      </FormActions>
    </Form>
  );
}
