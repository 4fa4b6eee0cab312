import { reviewSnapshotMonths, secondsPerDay, sessionTtlSeconds, travelerRetentionSeconds } from '#schema/rules.ts';
import { privacyEmail } from '#schema/site-contacts.ts';
import type { LegalSection } from '#web/pages/legal/LegalText.tsx';

export const dataCollection: LegalSection[] = [
  {
    id: 'who-we-are',
    title: 'Who we are and what this policy covers',
    body: (
      <>
        <p>
          Cache Cards (“we”, “us”) runs this website. This policy explains what personal data we collect when you visit it, have an account,
          scan, place or order cards, pay, earn or travel with us, and what we do with it. We are responsible for that data.
        </p>
        <p>
          If you have questions, write to our privacy contact at <a href={`mailto:${privacyEmail}`}>{privacyEmail}</a>.
        </p>
      </>
    ),
  },
  {
    id: 'collection',
    title: 'What we collect',
    body: (
      <>
        <h3>What you give us</h3>
        <ul>
          <li>Your email address and a password. We store only a hash of the password, from which the password cannot be recovered.</li>
          <li>Optional: your name, username, phone number and postal address.</li>
          <li>
            The locations of your own cards: your description of each place and its coordinates, if you add them. If members found a card
            before you moved it, we keep the earlier coordinates with your account, as evidence of where those finds were made.
          </li>
          <li>
            Notes you leave for the owners of cards you found; they see your username with the note. If you want emails about new cards near
            a place: that place, rounded to about 1 km.
          </li>
          <li>
            Reports of missing cards, your ownership claims and the links you give as proof, and the messages you send us with our replies.
          </li>
          <li>
            Notes our team makes about your account or your messages, for example after a call. They are included when you download your
            data. To help you, our team can view your account as you see it. Each time, we record who did so and why.
          </li>
          <li>For an order: how many cards you want and where to send them.</li>
        </ul>
        <h3>What sign-in providers give us</h3>
        <p>
          When you sign in with Google, Facebook or Apple, we receive your email address, whether it is verified, your identifier at that
          provider and, if they share them, your name and a link to your picture. We never see your password there, your contacts or your
          posts. If you remove a provider, we keep that identifier so that it isn’t linked again by itself.
        </p>
        <h3>What we record while you use Cache Cards</h3>
        <ul>
          <li>Whether emails to your address bounced or were marked as spam, until you confirm the address.</li>
          <li>
            Each scan: the card, the time, how it was made (camera, photo, link or typed), whether the secret code was right, and what it
            earned. For offline scans, also the time by your device’s clock.
          </li>
          <li>
            If you choose to confirm that you are at a card: how far from it you were and how accurate your device’s location was. Your
            device sends us its location for this. We calculate the distance at once and do not store the location itself, not even in our
            logs. We never tell anyone whether you were nearby, and a find counts just the same without it.
          </li>
          <li>Your tokens and keys, each with its reason; who invited you and whom you invited; your commissions, chests and payouts.</li>
          <li>Your memberships, orders and payments: what, when, how much, and their status. Card numbers go to Stripe and never to us.</li>
          <li>
            Your vacation certificates: name, type, number, dates and booking reference. If a person reviewed one: why, what we asked you,
            what was decided and, for {reviewSnapshotMonths} months, the number of finds, tokens, accounts, places and payments behind the
            decision.
          </li>
          <li>
            Who travels on a certificate: full name, date of birth, email and phone number, encrypted, together with your travel
            preferences, our offers and your answer after the stay. Only those who book the stay see them. We erase the traveler{' '}
            {travelerRetentionSeconds / secondsPerDay} days after the stay or the return of the certificate.
          </li>
          <li>
            Your dream destination, your time zone, and what we derive from your finds: your weekly trail and medals. Others see a medal
            only if you choose to show it.
          </li>
          <li>The emails we sent you, their language, and whether you want reminders, digests of finds and news about cards.</li>
          <li>
            If you turn on push notifications: the address and keys that your browser gives us for that device, until you sign out there or
            turn them off; your time zone; and the notifications we sent you in the last 30 days.
          </li>
        </ul>
        <h3>What your browser sends</h3>
        <p>
          For each session we store when it began, when it was last used, when it ended, the country it was last used from, and the name
          your browser reports. With scans, registrations and contact messages we store a hash of your network (IP) address, made with a
          secret key, but never the address itself. It helps us notice abuse: the person who reviews a certificate can see whether many
          accounts scanned from the same network. We also compare it with the reviewer’s own network, so that nobody reviews their own
          account. Technical logs keep the addresses of requested pages and errors for a few days.
        </p>
        <p>Your camera feed and any photos you scan are processed on your device and never sent to us.</p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'What we use it for',
    body: (
      <>
        <ul>
          <li>
            To fulfill our agreement with you: running your account, counting finds, printing and sending cards, taking payments, paying
            commissions and chests, issuing certificates and booking stays.
          </li>
          <li>
            For our legitimate interests: preventing fraud, spam and abuse, fixing problems, and answering your messages. We count usage
            limits by account, by hashed network address and by hashed email address.
          </li>
          <li>
            With your consent: your device’s location if you share it, and reminder emails. You can turn both off at any time in your
            preferences. A finder’s distance from the card helps us see whether finds were made by people who were really there.
          </li>
          <li>Where the law requires it: bookkeeping, taxes, and answers to authorities.</li>
        </ul>
        <p>
          We build no advertising profiles. No decision with legal effect on you is made by a machine alone: a commission that looks
          suspicious is put on hold and reviewed by a person.
        </p>
        <p>
          A person reviews every first vacation certificate before it can be activated, and later ones if something is unusual. They check
          how its tokens were collected: the finds, cards, payments and invitations behind them. They see who found which card and when,
          where its owner placed it, which accounts are linked and why, and what they earned, but never a network address. A program only
          points out what is unusual. The person decides whether a certificate passes and whether earnings are held or taken back. Such a
          decision can be undone. We tell you the reason, and you can reply.
        </p>
      </>
    ),
  },
  {
    id: 'device',
    title: 'What is stored on your device',
    body: (
      <>
        <p>Only what the site needs to work. We use no cookies for advertising, statistics or tracking, so there is no cookie banner.</p>
        <ul>
          <li>
            A cookie with your session, which scripts cannot read, and one that only shows that there may be a session; both for{' '}
            {sessionTtlSeconds / secondsPerDay} days.
          </li>
          <li>
            A cookie that proves that this device has signed in to your account before, so that strangers guessing your password cannot lock
            you out. It contains random characters and dates, cannot be read by scripts, and lasts a year from your last sign-in.
          </li>
          <li>
            In the browser’s storage: your session token; the code of a friend who invited you, until you register; and until you close the
            tab, the page you wanted before signing in, the sign-in provider and the email address.
          </li>
          <li>Your choice about confirming your location when you find a card.</li>
          <li>After a password change, the passkeys and providers added recently, until you keep or remove them.</li>
          <li>Scans made offline, until they are sent, with your location if you share it.</li>
          <li>
            For use offline: your token balance, your number of finds and your latest finds, as your dashboard last showed them; cards you
            save offline; and the place you last searched around. Logging out deletes them, and so does someone else signing in.
          </li>
          <li>Text you typed in a form but haven’t sent, until you close the tab or log out. Never passwords or card numbers.</li>
          <li>The site’s own files, stored by a service worker so the site works offline.</li>
        </ul>
        <p>
          On payment pages, Stripe may store what it needs, for example to prevent fraud. Google’s Firebase and the sign-in provider may do
          the same while you sign in with Google, Facebook or Apple. Logging out removes your session from this device.
        </p>
      </>
    ),
  },
];
