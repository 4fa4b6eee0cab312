import {
  accountErasedWithinSeconds,
  accountErasureAfterSeconds,
  minimumAgeYears,
  scanEvidenceRetentionSeconds,
  secondsPerDay,
  sessionTtlSeconds,
} from '#schema/rules.ts';
import { privacyEmail } from '#schema/site-contacts.ts';
import { paths } from '#web/lib/paths.ts';
import type { LegalSection } from '#web/pages/legal/LegalText.tsx';

const daysToErasure = accountErasureAfterSeconds / secondsPerDay;
const daysAtMost = accountErasedWithinSeconds / secondsPerDay;
const privacyContact = <a href={`mailto:${privacyEmail}`}>{privacyEmail}</a>;

export const yourSay: LegalSection[] = [
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <>
        <ul>
          <li>Your account and all that belongs to it: until you delete it.</li>
          <li>Sessions: {sessionTtlSeconds / secondsPerDay} days, or until you log out. Links from emails: 30 days beyond their end.</li>
          <li>Counters against abuse: hours to a day; how many scans you made on a day: 60 days.</li>
          <li>
            How far from a card you stood, how exact that was, and the hashed network address of a scan:{' '}
            {scanEvidenceRetentionSeconds / secondsPerDay} days.
          </li>
          <li>
            That your account is suspended, and why: until it is open again; in the log of what administrators did, as long as you have the
            account. A person decides it, never a program.
          </li>
          <li>Messages of the contact form and our answers: with your account, or until you ask us to delete them.</li>
          <li>What our team notes about your account: with your account.</li>
          <li>Payments, payouts and the ledger of tokens: as long as the law asks us to keep books, after a deletion without your name.</li>
        </ul>
        <p>Backups of the whole database exist for up to 30 days, for the case that it has to be restored, and are then overwritten.</p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>Wherever you live, you may:</p>
        <ul>
          <li>
            see and take along what we have about you: <a href={paths.account('preferences')}>your preferences</a> have a download of it, as
            a file that machines can read. It says whether a distance of yours is kept, but not which: three of them would tell where
            somebody’s card is hidden;
          </li>
          <li>correct it: most of it yourself, in your profile;</li>
          <li>have it deleted, as the next section says;</li>
          <li>object to what we do out of our own interest, or ask us to restrict it;</li>
          <li>take back a consent, for what is to come: reminders end with one click, and so does saying where you stand.</li>
        </ul>
        <p>
          Write to {privacyContact} for what you cannot do yourself. We answer within {daysAtMost} days, may ask you to show that it is you,
          and treat nobody worse for using a right. You may also complain to the data protection authority where you live.
        </p>
        <p>
          For residents of California: we do not sell or share personal information as its law means it, and have not in the past twelve
          months.
        </p>
      </>
    ),
  },
  {
    id: 'deletion',
    title: 'Deleting your data',
    body: (
      <>
        <p>There are two ways, and both are free:</p>
        <ul>
          <li>
            in your settings: My Account, <a href={paths.account('preferences')}>Preferences</a>, “Delete my account”;
          </li>
          <li>by email to {privacyContact}, from the address of your account.</li>
        </ul>
        <p>
          Deletion is processed within {daysAtMost} days. You are signed out everywhere at once and a running membership is ended; your
          personal data is erased {daysToErasure} days later, so that a deletion which somebody else asked for can be noticed. Our customer
          record at Stripe is deleted as well.
        </p>
        <p>
          Erased are your name, email address, username, telephone number, postal addresses, sign-in links, sessions, hashed network
          addresses, distances of scans, messages, our notes, the text of emails, and what administrators’ logs say about you. What stays is
          bookkeeping without a name: that somebody found a card, earned or spent tokens, paid or was paid. Cards you placed stay out there
          for others, without an owner.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: `Children under ${minimumAgeYears}`,
    body: (
      <p>
        Cache Cards is not for children under {minimumAgeYears}, and we do not knowingly collect data about them. Families are welcome to
        hunt together with a grown-up’s account. If you think that a child has an account of their own, write to {privacyContact}: we will
        delete it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        When what we do changes, this page changes before it, and so does the date at its top. If the change matters to you, we also write
        to the email address of your account. Questions are welcome at {privacyContact}.
      </p>
    ),
  },
];
