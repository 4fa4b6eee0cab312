import { accountErasureDeadlineSeconds, secondsPerDay } from '#schema/rules.ts';
import { contactEmail } from '#schema/site-contacts.ts';
import { paths } from '#web/lib/paths.ts';
import type { LegalSection } from '#web/pages/legal/LegalText.tsx';

export const ourAgreement: LegalSection[] = [
  {
    id: 'conduct',
    title: 'Fair play and safety',
    body: (
      <>
        <p>Cache Cards depends on real people going to real places. Do not:</p>
        <ul>
          <li>
            scan cards from pictures, lists or copies, guess their numbers, or share their codes so that others can scan them from
            elsewhere;
          </li>
          <li>use bots, multiple accounts, false locations or arrangements that mass-produce scans and referrals;</li>
          <li>trespass, break the law, disturb wildlife or neighbors, or remove or damage other people’s cards;</li>
          <li>attack the site, circumvent its limits, or extract other people’s data;</li>
          <li>post anything unlawful, insulting or misleading.</li>
        </ul>
        <p>
          Being outdoors can be dangerous. Look where you walk, not at the screen. Watch out for traffic, weather and closing times, and
          turn back if in doubt. No card is worth an accident.
        </p>
      </>
    ),
  },
  {
    id: 'content',
    title: 'Your content, our site',
    body: (
      <>
        <p>
          What you write about your cards and the proof you link to remain yours. You let us store, show and translate them for as long as
          the card or your account exists, and you are responsible for them.
        </p>
        <p>
          The site, its text, drawings and code, and the name Cache Cards are ours. You may print your own cards and share links to the
          site; anything else needs our permission. We may use ideas you send us without payment.
        </p>
      </>
    ),
  },
  {
    id: 'ending',
    title: 'Suspending and closing an account',
    body: (
      <>
        <p>
          You can end the agreement at any time by deleting your account in <a href={paths.account('preferences')}>your preferences</a>.
          Deletion is processed within {accountErasureDeadlineSeconds / secondsPerDay} days. You then lose your tokens, certificates that
          are not activated and earnings that are not yet paid out.
        </p>
        <p>
          We may suspend or close an account, or hold its earnings, if you seriously breach these terms or put others at risk. If we can, we
          contact you first and hear your side. If we close it for another reason, we give you 30 days’ notice, pay what we owe, and refund
          the unused part of your membership. While an account is suspended, finds of its cards earn its owner nothing.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'What we can and cannot promise',
    body: (
      <>
        <p>
          We run the site with care, but it is provided “as is”: we cannot promise that it is always available or free of errors, that a
          card is where it should be, or that a place is open and safe. We are not responsible for other sites and services that we link to.
        </p>
        <p>
          As far as the law allows, we are not liable for indirect or unforeseeable damage, and our total liability is limited to what you
          paid us in the 12 months before the damage arose, or $100 if that is more. None of this limits liability that cannot be limited by
          law: for intent or gross negligence, for death or bodily injury, or your rights as a consumer.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes, law and contact',
    body: (
      <>
        <p>
          We may change these terms for good reason, such as new features, new laws or abuse. We email you at least 30 days before a change
          that matters to you. If you do not agree, you can end your membership before then and get a refund for the unused part. What you
          earned before remains subject to the terms under which you earned it.
        </p>
        <p>
          The law of our place of business applies, and its courts have jurisdiction. This does not affect the consumer protection of your
          own country’s law or your right to go to court there. Please write to us first, though: most problems can be solved that way. If
          part of these terms is invalid, the rest remains in force.
        </p>
        <p>
          You can reach us at <a href={`mailto:${contactEmail}`}>{contactEmail}</a> or through the <a href={paths.contact}>contact form</a>.
        </p>
      </>
    ),
  },
];
