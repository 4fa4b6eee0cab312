import { useEffect } from 'react';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { TextArea } from '#web/components/TextArea.tsx';
import { usePlainForm } from '#web/lib/plain-form.ts';
import { useUser } from '#web/lib/session.ts';

interface ContactFormProps {
  /** Whether to begin in the first field: where the visitor asked for the form, not where they have just arrived. */
  isFocused: boolean;
  /** Told the address that was given. */
  onSent: (email: string) => void;
}

/** Name, address, message. */
export function ContactForm({ isFocused, onSent }: ContactFormProps) {
  const { user } = useUser();
  const { form, errors, failure, isPending, focus } = usePlainForm({ load: loadSending, onSent });

  useEffect(() => {
    if (isFocused) focus('name');
  }, [isFocused, focus]);

  const given = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  return (
    <form {...form} className="contact-form" aria-label="Contact">
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

const loadSending = async () => (await import('#web/features/contact/send-message.ts')).sendMessage;
