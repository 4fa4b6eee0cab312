import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { inNameOrder } from '#schema/accounts/name-order.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { readDraft, storeDraft } from '#web/lib/drafts.ts';
import { useLightForm } from '#web/lib/light-form.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';
import { getLanguage } from '#web/lib/words/words.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

const draft = 'contact';

export function ContactForm({ isFocused, onSent }: { isFocused: boolean; onSent: (email: string) => void }) {
  const { user } = useUser();
  const { form, errors, failure, isPending, fill, focus } = useLightForm({
    load: loadSubmitHandler,
    onSent: (email) => {
      storeDraft(draft, {});
      onSent(email);
    },
  });

  useEffect(() => {
    for (const [input, value] of Object.entries(readDraft(draft))) fill(input, String(value), { isOverwriting: input !== 'email' });
  }, [fill]);

  useEffect(() => {
    if (isFocused) focus('name');
  }, [isFocused, focus]);

  const fullName = inNameOrder(getLanguage(), user?.firstName, user?.lastName).filter(Boolean).join(' ');
  return (
    <form
      {...form}
      className="contact-form"
      aria-label={t`Contact`}
      onInput={(event) => {
        form.onInput(event);
        storeDraft(draft, Object.fromEntries(new FormData(event.currentTarget)));
      }}
    >
      <Field label={t`Name`} name="name" autoComplete="name" required defaultValue={fullName} error={errors.name} />
      {/* We reply to a member's own email whatever is entered. */}
      <Field
        key={user?.email}
        label={t`Email`}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        required
        readOnly={user !== null}
        defaultValue={user?.email ?? ''}
        error={errors.email}
      />
      <TextArea
        label={t`Message`}
        name="message"
        rows={7}
        required
        hint={t`If it’s about a card, include its ID (TC-…).`}
        error={errors.message}
      />
      {failure && (
        <Alert tone="error" title={t`Couldn’t send your message`}>
          {failure}
        </Alert>
      )}
      <SubmitButton pending={isPending} pendingLabel={t`Sending…`}>
        {t`Send Message`}
      </SubmitButton>
    </form>
  );
}

const loadSubmitHandler = async () => (await importWithRetry(() => import('#web/features/messages/send-message.ts'))).sendMessage;
