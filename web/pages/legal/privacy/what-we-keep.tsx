import { secondsPerDay, sessionTtlSeconds } from '#schema/rules.ts';
import { privacyEmail } from '#schema/site-contacts.ts';
import type { LegalSection } from '#web/pages/legal/LegalText.tsx';

export const whatWeKeep: LegalSection[] = [
  {
    id: 'who-we-are',
    title: 'Who we are, and what this is about',
    body: (
      <>
        <p>
          Cache Cards (“we”, “us”) runs this website. This policy says what personal data we collect when you visit it, have an account,
          scan, place or order cards, pay, earn or travel with us, and what we do with it. We are responsible for that data.
        </p>
        <p>
          Questions about it reach us at <a href={`mailto:${privacyEmail}`}>{privacyEmail}</a>, our privacy contact.
        </p>
      </>
    ),
  },
  {
    id: 'collection',
    title: 'What we collect',
    body: (
      <>
        <h3>What you tell us</h3>
        <ul>
          <li>Your email address and a password. Of the password we keep only a hash, from which it cannot be read.</li>
          <li>If you like: your name, a username, telephone number and postal address.</li>
          <li>Where your own cards are: the words you describe the place with and, if you add them, its coordinates.</li>
          <li>
            The lines that you leave for owners of cards you have found: the owner reads them with your username. If you want to hear of new
            cards near a place: that place, rounded to about 1 km.
          </li>
          <li>
            Reports of missing cards, claims that a card is yours with the link that shows it, and messages you send us, with our answers.
          </li>
          <li>
            What our team notes about your account, such as a call. You find it in the download of your data. To help you, our team can look
            at your account as you see it; each time is recorded with its reason.
          </li>
          <li>With an order: how many cards, and where to send them.</li>
        </ul>
        <h3>What sign-in providers tell us</h3>
        <p>
          When you sign in with Google, Facebook or Apple, we receive your email address, whether it is verified, an identifier of yours at
          that provider and, where they pass them on, your name and the address of your picture. We never see your password there, your
          contacts or your posts.
        </p>
        <h3>What happens while you take part</h3>
        <ul>
          <li>
            Each scan: the card, the time, how it was read (camera, photo, link or typed), whether its secret code was right, and what it
            earned.
          </li>
          <li>
            If you want to say that you stand at the card: how far from it you were, and how exact your device’s location was. Your device
            sends us its location for this; we work out the distance at once and keep nothing of the location itself, not in our logs
            either. No answer of ours tells anybody whether you were near, and a find counts just the same without it.
          </li>
          <li>
            Your tokens and keys, each with its reason; who invited you and whom you invited; commissions, chests and what was paid out.
          </li>
          <li>Your memberships, orders and payments: what, when, how much, and its state. Card numbers go to Stripe and never to us.</li>
          <li>
            Your vacation certificates: name, kind, number, dates and the booking’s reference; where a person looked at one, why, what we
            asked you, and what was decided.
          </li>
          <li>The emails that we sent you, and whether you want reminders, digests of finds and news of cards.</li>
        </ul>
        <h3>What your browser sends</h3>
        <p>
          For each session we note when it began, was last used and ended, from which country it was last used, and what your browser calls
          itself. Of your network address we keep only a hash made with a secret key, next to scans, registrations and contact messages, to
          notice abuse: whoever looks at a certificate can see whether many accounts scanned from one place. Technical logs hold the address
          of what was asked for and errors, for a few days.
        </p>
        <p>Your camera’s picture, and a photo that you choose for scanning, are read on your device. They are never sent to us.</p>
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
            To keep our agreement with you: your account, counting finds, printing and sending cards, taking payments, paying commissions
            and chests, issuing certificates and booking stays.
          </li>
          <li>
            For what we have a fair interest in: keeping out fraud, spam and abuse, finding faults, and answering when you write. Limits are
            counted by account, by hashed network address, and by hashed email address.
          </li>
          <li>
            With your consent: the device’s location where you offer it, and reminders by email; you can turn both off at any time in your
            preferences. How far from a card its finder stood helps us to see whether its finds were made by people who were there.
          </li>
          <li>Where the law demands it: books, taxes, and answers to authorities.</li>
        </ul>
        <p>
          We build no profiles for advertising. No decision with legal effect is made about you by a machine alone: a commission that looks
          suspicious is held and looked at by a person.
        </p>
        <p>
          Before a first vacation certificate can be activated, and a later one where something is unusual, a person looks at how its tokens
          were collected: the finds, cards, payments and invitations behind them. They see who found which card when, where its owner placed
          it, which accounts belong together and why, and what these earned; never a network address. A program only points out what is
          unusual. Whether a certificate passes, or what was earned is held or taken back, is that person’s decision, which can be undone;
          you are told the reason, and can answer it.
        </p>
      </>
    ),
  },
  {
    id: 'device',
    title: 'What is stored on your device',
    body: (
      <>
        <p>
          Only what the site needs in order to work. There are no cookies for advertising, statistics or tracking, so there is no banner.
        </p>
        <ul>
          <li>
            A cookie with your session, which scripts cannot read, and one that only says that there may be a session; both for{' '}
            {sessionTtlSeconds / secondsPerDay} days.
          </li>
          <li>
            A cookie that proves that this device has signed in to your account before, so that strangers who guess at your password cannot
            lock you out. It holds random characters and dates, cannot be read by scripts, and is kept for a year after your last sign-in.
          </li>
          <li>
            In the browser’s storage: your session’s token, the code of a friend who invited you until you register, and, until you close
            the tab, where you wanted to go before signing in, by which provider, and with which email address.
          </li>
          <li>Whether you want to say where you stand when you find a card, once you have been asked.</li>
          <li>Scans that you made without network, until they are sent; if you say where you stand, the location goes with them.</li>
          <li>The site’s own files, so that it opens without network (a service worker).</li>
        </ul>
        <p>
          On payment pages Stripe, and while you sign in with Google, Facebook or Apple that provider and Google’s Firebase, may store what
          they need for it, such as to prevent fraud. Logging out removes your session here.
        </p>
      </>
    ),
  },
];
