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
        <h1>Contact Us</h1>
        <p className="muted">A question, a lost card or an idea? Write to us, and we’ll reply by email.</p>
      </header>
      <div className="sheet contact-sheet">
        {senderEmail === undefined ? (
          <ContactForm isFocused={isWritingAnother} onSent={setSenderEmail} />
        ) : (
          <MessageSent email={senderEmail} onWriteAnother={writeAnother} />
        )}
        <p className="contact-without-form">
          This form needs JavaScript. Email us at <a href={`mailto:${contactEmail}`}>{contactEmail}</a> instead.
        </p>
      </div>
      <aside className="stack gap-5 contact-ways">
        <div>
          <h2>Prefer email?</h2>
          <p>
            Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
          </p>
        </div>
        <div>
          <h2>In a hurry?</h2>
          <p>
            See the <Link href={paths.faq}>frequently asked questions</Link>.
          </p>
        </div>
        <div>
          <h2>Questions about your data?</h2>
          <p>
            Our <Link href={paths.privacy}>privacy policy</Link> explains what we store and how to delete it.
          </p>
        </div>
      </aside>
    </div>
  );
}
