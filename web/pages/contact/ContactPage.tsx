import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '#web/features/messages/contact.css';
import { useState } from 'react';
import { Link } from 'wouter';
import { contactEmail } from '#schema/site-contacts.ts';
import { ContactForm } from '#web/features/messages/ContactForm.tsx';
import { MessageSent } from '#web/features/messages/MessageSent.tsx';
import { paths } from '#web/lib/paths.ts';

export function ContactPage() {
  const [senderEmail, setSenderEmail] = useState<string>();
  const [isWritingAnother, setIsWritingAnother] = useState(false);

  function writeAnother() {
    setIsWritingAnother(true);
    setSenderEmail(undefined);
  }

  return (
    <div className="stack contact-page">
      <header className="stack gap-2 contact-head">
        <h1>{t`Contact Us`}</h1>
        <p className="muted">{t`A question, a lost card or an idea? Write to us, and we’ll reply by email.`}</p>
      </header>
      <div className="sheet contact-sheet">
        {senderEmail === undefined ? (
          <ContactForm isFocused={isWritingAnother} onSent={setSenderEmail} />
        ) : (
          <MessageSent email={senderEmail} onWriteAnother={writeAnother} />
        )}
        <p className="contact-without-form">
          <Trans>
            This form needs JavaScript. Email us at <a href={`mailto:${contactEmail}`}>{contactEmail}</a> instead.
          </Trans>
        </p>
      </div>
      <aside className="stack gap-5 contact-ways">
        <div>
          <h2>{t`Prefer email?`}</h2>
          <p>
            <Trans>
              Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
            </Trans>
          </p>
        </div>
        <div>
          <h2>{t`In a hurry?`}</h2>
          <p>
            <Trans>
              See the <Link href={paths.faq}>frequently asked questions</Link>.
            </Trans>
          </p>
        </div>
        <div>
          <h2>{t`Questions about your data?`}</h2>
          <p>
            <Trans>
              Our <Link href={paths.privacy}>privacy policy</Link> explains what we store and how to delete it.
            </Trans>
          </p>
        </div>
      </aside>
    </div>
  );
}
