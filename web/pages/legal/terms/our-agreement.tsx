import { accountErasedWithinSeconds, secondsPerDay } from '#schema/rules.ts';
import { contactEmail } from '#schema/site-contacts.ts';
import { paths } from '#web/lib/paths.ts';
import type { LegalSection } from '#web/pages/legal/LegalText.tsx';

export const ourAgreement: LegalSection[] = [
  {
    id: 'conduct',
    title: 'Fair play and safety',
    body: (
      <>
        <p>Cache Cards lives on real people going to real places. Do not:</p>
        <ul>
          <li>scan cards from pictures, lists or copies, guess their numbers, or share their codes for others to scan from afar;</li>
          <li>use bots, several accounts, false locations or agreements that turn scans and referrals into a machine;</li>
          <li>trespass, break the law, disturb wildlife or neighbors, or remove and damage cards of others;</li>
          <li>attack the site, get around its limits, or read out other people’s data;</li>
          <li>post anything unlawful, insulting or misleading.</li>
        </ul>
        <p>
          Being outdoors has its dangers. Look where you walk, not at the screen; mind traffic, weather and closing times, and turn back in
          doubt. No card is worth an accident.
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
          What you write about your cards, and the proof you link to, stays yours. You let us store, show and translate it for as long as
          the card or your account exists, and you answer for it.
        </p>
        <p>
          The site, its texts, drawings and code, and the name Cache Cards are ours. You may print your own cards and share links to the
          site; anything else needs our agreement. Ideas you send us may be used without payment.
        </p>
      </>
    ),
  },
  {
    id: 'ending',
    title: 'Suspending and ending an account',
    body: (
      <>
        <p>
          You can end the agreement at any time by deleting your account in <a href={paths.account('preferences')}>your preferences</a>. It
          is processed within {accountErasedWithinSeconds / secondsPerDay} days; tokens, certificates that are not activated and earnings
          that are not paid out yet are given up with it.
        </p>
        <p>
          We may suspend an account, hold its earnings or end it when it breaks these terms in more than a trifling way or endangers others;
          where we can, we first write and listen. If we end it for another reason, we give you 30 days’ notice, pay what is owed, and
          refund the unused part of your membership.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'What we promise, and what we cannot',
    body: (
      <>
        <p>
          We run the site with care, but it comes as it is: we cannot promise that it is always there or free of faults, that a card is
          where it should be, or that a place is open and safe. Other sites and services that we link to are their owners’ affair.
        </p>
        <p>
          As far as the law allows, we are not liable for indirect or unforeseeable damage, and in all for no more than what you paid us in
          the 12 months before it arose, or $100 if that is more. None of this limits liability that the law does not let us limit: for
          intent and gross negligence, for injury to life and body, or your rights as a consumer.
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
          We may change these terms for good reasons: new features, new law, abuse. We tell you by email at least 30 days before a change
          that matters to you; if you do not agree, you can end your membership until then and get its unused part back. What you earned
          before stays under the terms it was earned by.
        </p>
        <p>
          The law of the place where we are established applies, and its courts decide; the protection that the law of your own country
          gives you as a consumer, and your right to go to court there, stay untouched. Write to us first, though: most things are solved in
          a letter. Should a part of these terms be invalid, the rest stands.
        </p>
        <p>
          You reach us at <a href={`mailto:${contactEmail}`}>{contactEmail}</a> or by the <a href={paths.contact}>contact form</a>.
        </p>
      </>
    ),
  },
];
