import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { TextArea } from '#web/components/TextArea.tsx';
import type { Outcome } from '#web/features/contact/send-message.ts';
import { errorText, NetworkError } from '#web/lib/api.ts';
import { useUser } from '#web/lib/session.ts';

const fieldNames = ['name', 'email', 'message'] as const;
type FieldErrors = Partial<Record<(typeof fieldNames)[number], string>>;

interface ContactFormProps {
  /** Whether to begin in the first field: where the visitor asked for the form, not where they have just arrived. */
  isFocused: boolean;
  /** Told the address that was given. */
  onSent: (email: string) => void;
}

/**
 * Name, address, message. The inputs keep what is typed themselves: also before this code runs, and through every refusal.
 * `method="dialog"` outside a dialog goes nowhere: without this code nothing typed lands in the address.
 */
export function ContactForm({ isFocused, onSent }: ContactFormProps) {
  const { user } = useUser();
  const form = useRef<HTMLFormElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [errors, setErrors] = useState<FieldErrors>({});

  useEffect(() => {
    if (isFocused) inputOf(form.current, 'name')?.focus();
  }, [isFocused]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '');
    setIsPending(true);
    setFailure(undefined);
    const outcome = await send({ name: text('name'), email: text('email'), message: text('message') });
    setIsPending(false);
    if (outcome.kind === 'sent') return onSent(outcome.email);
    setFailure(outcome.kind === 'failed' ? outcome.message : undefined);
    setErrors(outcome.kind === 'refused' ? outcome.fields : {});
    const wrong = outcome.kind === 'refused' && fieldNames.find((field) => outcome.fields[field]);
    if (wrong) inputOf(form.current, wrong)?.focus();
  }

  const given = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  return (
    <form
      ref={form}
      method="dialog"
      className="contact-form"
      onSubmit={submit}
      onFocus={() => void loadSending().catch(() => undefined)}
      noValidate
      aria-label="Contact"
    >
      <Field label="Name" name="name" autoComplete="name" required defaultValue={given} error={errors.name} />
      <Field
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        required
        defaultValue={user?.email ?? ''}
        error={errors.email}
      />
      <TextArea
        label="Message"
        name="message"
        rows={7}
        required
        hint="If it is about a card, its number helps: it begins with TC-."
        error={errors.message}
      />
      {failure && (
        <Alert tone="error" title="Your message was not sent">
          {failure}
        </Alert>
      )}
      <SubmitButton pending={isPending} pendingLabel="Sending…">
        Send Message
      </SubmitButton>
    </form>
  );
}

/** The rules of the server and the library they are written in: not needed before something is typed. */
const loadSending = () => import('#web/features/contact/send-message.ts');

async function send(typed: Record<(typeof fieldNames)[number], string>): Promise<Outcome> {
  try {
    const { sendMessage } = await loadSending();
    return await sendMessage(typed);
  } catch (cause) {
    return { kind: 'failed', message: errorText(new NetworkError('The form could not be loaded', { cause }), '') };
  }
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLElement | undefined {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLElement ? input : undefined;
}
