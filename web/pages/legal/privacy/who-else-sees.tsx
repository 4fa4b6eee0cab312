import { paths } from '#web/lib/paths.ts';
import type { LegalSection } from '#web/pages/legal/LegalText.tsx';

export const whoElseSees: LegalSection[] = [
  {
    id: 'sharing',
    title: 'Whom we share it with',
    body: (
      <>
        <p>We do not sell personal data, nor share it for advertising. It is seen by:</p>
        <h3>Other members and finders</h3>
        <ul>
          <li>Everybody who opens a card’s page sees its number, place and description: write nothing there that is private.</li>
          <li>A card’s owner sees the usernames of those who found it, and when. Without a username you stay nameless.</li>
          <li>
            Whoever invited you sees your username or first name, a masked form of your email address, when you joined, your membership, and
            what it earned them.
          </li>
        </ul>
        <h3>Those who work for us</h3>
        <p>Each gets only what its task takes, and may use it for nothing else of ours.</p>
        <ul>
          <li>Cloudflare runs the site, keeps the database and sends our emails.</li>
          <li>
            Stripe takes payments: your email address, your orders, and the card details that you give to it. It tells us whether two
            payments came from the same card, without its number.
          </li>
          <li>Google’s Firebase, with Google, Facebook or Apple, signs you in, if you choose one of these buttons.</li>
          <li>Our card printer, Cloudprinter, gets the name, postal address and telephone number that an order is to be sent to.</li>
          <li>Our travel provider gets your name and your certificate’s number and kind, to book the stay.</li>
        </ul>
        <h3>Others</h3>
        <p>
          Authorities and courts where the law obliges us; advisers who are bound to secrecy; and, should the business pass into other
          hands, whoever takes it over, under the promises of this policy.
        </p>
      </>
    ),
  },
  {
    id: 'abroad',
    title: 'Where it is kept',
    body: (
      <p>
        Cloudflare answers you from the data center that is near you and keeps the database in its own. Our providers work in the United
        States and other countries, whose laws may protect data differently from yours. Where your law asks for it, transfers rest on its
        safeguards, such as an adequacy decision or standard contractual clauses.
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
            All traffic is encrypted. Passwords are stored as argon2id hashes; links that reset a password or undo a change work once, for a
            limited time.
          </li>
          <li>
            You can see <a href={paths.account('security')}>where you are signed in</a>, and end one session or all of them; a new password
            ends all others.
          </li>
          <li>Failed sign-ins are slowed down and then stopped for a while.</li>
          <li>Only administrators see members’ data. They sign in apart, and each change they make is written into a log.</li>
        </ul>
        <p>
          No system is safe beyond all doubt. Should your data be exposed in a way that endangers you, we will tell you and the authorities,
          as the law provides.
        </p>
      </>
    ),
  },
];
