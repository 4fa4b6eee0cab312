import { paths } from '#web/lib/paths.ts';
import type { LegalSection } from '#web/pages/legal/LegalText.tsx';

export const dataSharing: LegalSection[] = [
  {
    id: 'sharing',
    title: 'Who we share it with',
    body: (
      <>
        <p>We do not sell personal data or share it for advertising. These people and companies see it:</p>
        <h3>Other members and finders</h3>
        <ul>
          <li>Anyone who opens a card’s page sees its ID, location and description, so don’t write anything private there.</li>
          <li>A card’s owner sees its finders’ usernames and when they found the card. Without a username, you stay anonymous.</li>
          <li>
            The member who invited you sees your username or first name, a masked form of your email address, when you joined, your
            membership, and what they earned from it.
          </li>
        </ul>
        <h3>Companies that work for us</h3>
        <p>Each company gets only the data it needs for its work and may not use it for anything else.</p>
        <ul>
          <li>Cloudflare hosts the site and the database and sends our emails.</li>
          <li>
            If you turn on push notifications, the maker of your browser (Google, Apple, Mozilla or Microsoft) delivers them. They are
            encrypted, so only your device can read them.
          </li>
          <li>
            Stripe handles payments: it gets your email address, your orders and the card details you enter. It tells us whether two
            payments came from the same card, without the card number. If you dispute a payment, we may use Stripe to send your bank
            evidence of the purchase and how it was used: your name and addresses, deliveries, sign-ins, finds, redemptions, and the
            subjects of our emails.
          </li>
          <li>Google’s Firebase, together with Google, Facebook or Apple, signs you in if you choose one of these buttons.</li>
          <li>Our card printer, Cloudprinter, gets the name, postal address and phone number for the delivery of an order.</li>
          <li>
            Our travel provider gets your travel preferences and your certificate’s number and type, and once you accept an offer also the
            traveler’s name, date of birth, email and phone number, to book the stay.
          </li>
        </ul>
        <h3>Others</h3>
        <p>
          Authorities and courts if the law obliges us; advisers bound by confidentiality; and if the business is sold, its new owner, who
          must keep the promises of this policy.
        </p>
      </>
    ),
  },
  {
    id: 'abroad',
    title: 'Where it is stored',
    body: (
      <p>
        Cloudflare serves the site from a data center near you and stores the database in its own data centers. Our providers operate in the
        United States and other countries, whose laws may protect data differently from yours. Where your law requires it, transfers rely on
        its safeguards, such as an adequacy decision or standard contractual clauses.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How it is protected',
    body: (
      <>
        <ul>
          <li>
            All traffic is encrypted. Passwords are stored as argon2id hashes. Links that reset a password or undo a change work only once
            and for a limited time.
          </li>
          <li>
            You can see <a href={paths.account('security')}>where you are signed in</a> and end one session or all of them. A new password
            ends all other sessions.
          </li>
          <li>Repeated failed sign-ins are slowed down and then blocked for a while.</li>
          <li>Only administrators see members’ data. They have a separate sign-in, and every change they make is logged.</li>
        </ul>
        <p>
          No system is perfectly safe. If your data is exposed in a way that puts you at risk, we will notify you and the authorities as the
          law requires.
        </p>
      </>
    ),
  },
];
