import {
  accountErasureAfterSeconds,
  accountErasureDeadlineSeconds,
  caseEvidenceRetentionSeconds,
  minimumAgeYears,
  redemptionPauseMonths,
  scanEvidenceRetentionSeconds,
  secondsPerDay,
  sessionTtlSeconds,
} from '#schema/rules.ts';
import { privacyEmail } from '#schema/site-contacts.ts';
import { paths } from '#web/lib/paths.ts';
import type { LegalSection } from '#web/pages/legal/LegalText.tsx';

const daysToErasure = accountErasureAfterSeconds / secondsPerDay;
const maxDays = accountErasureDeadlineSeconds / secondsPerDay;
const privacyContact = <a href={`mailto:${privacyEmail}`}>{privacyEmail}</a>;

export const yourRights: LegalSection[] = [
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <>
        <ul>
          <li>Your account and everything in it: until you delete it.</li>
          <li>Sessions: {sessionTtlSeconds / secondsPerDay} days, or until you log out. Links from emails: 30 days after they expire.</li>
          <li>Counters that prevent abuse: a few hours to a day. How many scans you made each day: 60 days.</li>
          <li>
            Your distance from a card, its accuracy, your device’s time of an offline scan, and the hashed network address of a scan:{' '}
            {scanEvidenceRetentionSeconds / secondsPerDay} days, or longer while they are evidence in the review of a certificate, as
            described under “Deleting your data”.
          </li>
          <li>
            Whether and why your account is suspended. We keep this until it is reinstated, and in the log of administrators’ actions for as
            long as your account exists. A person decides on suspensions, never a program.
          </li>
          <li>Contact messages and our replies: for as long as your account exists, or until you ask us to delete them.</li>
          <li>Our team’s notes about your account: for as long as it exists.</li>
          <li>Payments, payouts and the token ledger: for as long as bookkeeping law requires, without your name after a deletion.</li>
        </ul>
        <p>Backups of the whole database exist for up to 30 days in case it must be restored, and are then overwritten.</p>
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
            get a copy of your data: you can download it as a machine-readable file in{' '}
            <a href={paths.account('preferences')}>your preferences</a>. The file shows whether we stored your distance from a card, but not
            the distance itself, because three distances would reveal where a card is hidden;
          </li>
          <li>correct it; you can change most of it yourself in your profile;</li>
          <li>have it deleted, as described in the next section;</li>
          <li>object to what we do based on our legitimate interests, or ask us to restrict it;</li>
          <li>withdraw your consent at any time: you can turn off reminders and location sharing with one click.</li>
        </ul>
        <p>
          For anything you cannot do yourself, write to {privacyContact}. We reply within {maxDays} days, may ask you to prove your
          identity, and never treat anyone worse for using their rights. You may also complain to the data protection authority where you
          live.
        </p>
        <p>
          For residents of California: we do not sell or share personal information as defined by California law, and have not done so in
          the past twelve months.
        </p>
      </>
    ),
  },
  {
    id: 'deletion',
    title: 'Deleting your data',
    body: (
      <>
        <p>You can delete your data in two ways, both free:</p>
        <ul>
          <li>
            in your settings: My Account, <a href={paths.account('preferences')}>Preferences</a>, “Delete my account”;
          </li>
          <li>by email to {privacyContact}, from your account’s address.</li>
        </ul>
        <p>
          Deletion is processed within {maxDays} days. We sign you out everywhere immediately and end your membership. We erase your
          personal data {daysToErasure} days later, so that you have time to notice if someone else requested the deletion. Days on which
          your account is suspended do not count towards these {daysToErasure}, but do towards the {maxDays}. We also delete your customer
          record at Stripe.
        </p>
        <p>
          We erase your name, email address, username, phone number, postal addresses, sign-in links, sessions, hashed network addresses,
          scan distances, device times of scans, messages, our notes, the text of emails, and what administrators’ logs contain about you.
          What remains is bookkeeping without a name: that someone found a card, earned or spent tokens, paid or was paid. Cards you placed
          stay in place for others, without an owner.
        </p>
        <p>
          If your finds, cards or certificate are part of an open review when you leave, we keep the evidence for the decision, without your
          name, until {caseEvidenceRetentionSeconds / secondsPerDay} days after the decision: your finds with hashed network addresses,
          distances and device times, where your cards were, a hash of your email address, an identifier of your bank card, and the number
          of finds, tokens, accounts, places and payments behind the decision.
        </p>
        <p>
          If you have a payment dispute open with your bank when you leave, we keep our evidence for the bank until{' '}
          {caseEvidenceRetentionSeconds / secondsPerDay} days after the dispute ends: your name and addresses, deliveries, sign-ins, finds,
          redemptions, and the subjects of our emails.
        </p>
        <p>
          If you redeemed a certificate in the {redemptionPauseMonths} months before the deletion, we keep a hash of your email address and
          that date until the {redemptionPauseMonths} months are over, so that nobody redeems again sooner with a new account. For the same
          time we keep a hash of each traveler’s name and date of birth, because one person can have one stay in {redemptionPauseMonths}{' '}
          months.
        </p>
        <p>
          With each payment to your PayPal address we keep a hash of that address until the end of the following year, also after a
          deletion, because tax law counts all payments of a year to one person.
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
        hunt together with a grown-up’s account. If you think that a child has their own account, write to {privacyContact} and we will
        delete it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        Before we change our practices, we update this page and the date at the top. If the change matters to you, we also email you.
        Questions are welcome at {privacyContact}.
      </p>
    ),
  },
];
