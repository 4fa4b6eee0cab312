import { logMaxLength } from '#schema/rules.ts';
import { type FindLog, LogRequest } from '#schema/scans/find.ts';
import { saveLog } from '#web/features/scans/finds/finds-api.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

interface LogFormProps {
  cardId: string;
  text?: string;
  onSaved: (log: FindLog) => void;
  onCancel: () => void;
}

export function LogForm({ cardId, text = '', onSaved, onCancel }: LogFormProps) {
  return (
    <Form
      label={`Your note for the owner of ${cardId}`}
      className="stack gap-3 log-form"
      schema={LogRequest}
      defaults={{ text }}
      send={async ({ text }) => onSaved(await saveLog(cardId, text))}
      failed="Your note was not sent"
    >
      <FormTextArea
        label="Note for the owner"
        name="text"
        rows={2}
        autoFocus
        hint={`How was it? Up to ${logMaxLength} characters. Only the owner sees it, with your username. Please don’t give away where other cards are.`}
      />
      <FormActions pendingLabel="Sending…" onCancel={onCancel}>
        {text === '' ? 'Send note' : 'Save note'}
      </FormActions>
    </Form>
  );
}
