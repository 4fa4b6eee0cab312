import { useState } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

interface EndSessionsProps {
  consequence: string;
  end: () => Promise<void>;
  getReason: (error: unknown, fallback: string) => string;
}

export function EndSessions(props: EndSessionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="secondary" onClick={() => setIsOpen(true)}>
        Sign out everywhere
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Sign out everywhere?" size="small">
        <Question {...props} onCancel={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function Question({ consequence, end, getReason, onCancel }: EndSessionsProps & { onCancel: () => void }) {
  return (
    <Form
      label="Sign out everywhere"
      className="stack"
      send={end}
      failed={(error) => ({ title: 'You’re still signed in', text: getReason(error, 'Please try again.') })}
    >
      <p>{consequence}</p>
      <FormActions pendingLabel="Signing out…" onCancel={onCancel} cancelLabel="Stay signed in">
        Sign out everywhere
      </FormActions>
    </Form>
  );
}
