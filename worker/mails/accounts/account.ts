import { providerNames, type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import { languageName } from '#schema/languages.ts';
import {
  type Block,
  type MailLinks,
  type MailTemplateOf,
  type MailTemplates,
  type Payload,
  type TemplateContent,
  text,
} from '#worker/mails/content.ts';
import { joinItems } from '#worker/words/join-texts.ts';
import type { Words } from '#worker/words/words.ts';

const administratorReason = 'You’re receiving this email because you have an administrator account at Cache Cards.';
const askToDisable = 'ask a super administrator right away to disable the account';

const undoButton = (links: MailLinks, { t }: Words): Pick<TemplateContent, 'button' | 'note'> => ({
  button: [t('Undo the change'), links.undoEmailChange],
  note: t(
    'The link works for 7 days after the change. It restores this address, signs you out on every device, and removes passkeys added in the last 30 days.',
  ),
});

const readNewEmail = (payload: Payload, { t }: Words) => payload.text('newEmail') ?? t('another address');

export const accountMails = {
  /** Asks members to verify their email address, unless they signed up through a provider that has already verified it. */
  welcome: (payload, links, words) => (payload.text('isVerified') ? verifiedWelcome : unverifiedWelcome)(payload, links, words),

  verify_email: (_payload, links, { t }) => ({
    subject: t('Please verify your email address'),
    text: t('Tap the button to confirm that this address belongs to your Cache Cards account.'),
    button: [t('Verify my email'), links.verifyEmail],
    note: t('The link works for 7 days. If you don’t have a Cache Cards account, ignore this email.'),
    reason: t('You’re receiving this email because a Cache Cards account uses this address.'),
  }),

  confirm_email_change: (_payload, links, { t }) => ({
    subject: t('Please confirm your new email address'),
    text: t('Tap the button to use this address for your Cache Cards account. Until then, nothing changes.'),
    button: [t('Use this address'), links.confirmEmailChange],
    note: t('The link works for 7 days. If you didn’t ask for this change, ignore this email.'),
    reason: t('You’re receiving this email because a Cache Cards member asked to use this address.'),
  }),

  email_change_requested: (payload, links, words) => ({
    subject: words.t('Your email address is about to change'),
    text: words.t(
      'Your Cache Cards account will use {address} once that address is confirmed. If this wasn’t you, undo the change and then set a new password.',
      { address: readNewEmail(payload, words) },
    ),
    ...undoButton(links, words),
    reason: words.t('You’re receiving this email because your Cache Cards account uses this address.'),
  }),

  /** Sent when someone requests a password reset for an address that the account no longer uses. */
  email_was_changed: (payload, links, words) => ({
    subject: words.t('Your account now uses another email address'),
    text: words.t(
      'Someone requested a password reset for this address, but your Cache Cards account now uses {address}. If you didn’t change it, undo the change and then set a new password.',
      { address: readNewEmail(payload, words) },
    ),
    ...undoButton(links, words),
    reason: words.t('You’re receiving this email because a Cache Cards account used this address until recently.'),
  }),

  account_recovered: (_payload, _links, { t }) => ({
    subject: t('Your account now uses another email address'),
    text: t(
      'Our team moved this Cache Cards account to another email address, because someone reported it stolen. If it’s your account, reply to this email right away.',
    ),
    reason: t('You’re receiving this email because a Cache Cards account used this address until recently.'),
  }),

  /** A password reset by email also removes passkeys, linked providers and other means of access. This email lists them. */
  password_changed: (payload, links, words) => {
    const { t } = words;
    if (payload.text('bySession'))
      return {
        subject: t('Your password was changed'),
        text: t('Your password was changed, and your other devices were signed out. If this wasn’t you, secure your account.'),
        ...secureButton(links, words),
      };
    const undone = listEntries(payload, 'undone', words);
    if (payload.text('isRecovered'))
      return {
        subject: t('Your account was recovered'),
        text: t('Your account was secured. Please check the items below, in case somebody else entered or changed them.'),
        ...(undone.length > 0 && { quote: undone }),
        body: listCards(payload, links, words),
        button: [t('Sign in'), '/auth'],
      };
    const list = (key: 'removed' | 'kept') => listEntries(payload, key, words);
    const [removed, kept] = [[...list('removed'), ...undone], list('kept')];
    return {
      subject: t('Your password was changed'),
      text:
        removed.length > 0
          ? t(
              'Your password was changed, and your other devices were signed out. We also removed the items below; add back any that are yours, and check your address and email preferences. If this wasn’t you, reply to this email right away.',
            )
          : t('Your password was changed, and your other devices were signed out. If this wasn’t you, reply to this email right away.'),
      ...(removed.length > 0 && { quote: removed }),
      body: listCards(payload, links, words),
      facts: {
        ...(kept.length > 0 && { [t('Still works')]: joinItems(kept, words) }),
        [t('Language of your emails')]: languageName(words.language),
      },
      button: [t('Check my security settings'), '/account?tab=security'],
    };
  },

  provider_linked: (payload, links, words) => {
    const { t } = words;
    const provider = payload.text('provider') ?? t('a provider');
    return {
      subject: t('You can now sign in with {provider}', { provider }),
      text: t(
        'You signed in with {provider}, so it’s now linked to your Cache Cards account. If this wasn’t you, secure your account here and at {provider}.',
        { provider },
      ),
      ...secureButton(links, words),
    };
  },

  traveler_entered: (payload, links, words) => ({
    subject:
      payload.text('isByUs') === null
        ? words.t('Traveler entered for your certificate')
        : words.t('We changed the traveler for your certificate'),
    text:
      payload.text('isByUs') === null
        ? words.t(
            'A traveler was entered for certificate {number}. Only that person can use the stay; you can see the name on your certificates page. If neither you nor our team entered it for you, secure your account, then reply to this email.',
            { number: payload.text('number') },
          )
        : words.t(
            'Our team changed the traveler for certificate {number}. Only that person can use the stay; you can see the name on your certificates page. If it isn’t right, reply to this email right away. If you didn’t ask for a change, secure your account, too.',
            { number: payload.text('number') },
          ),
    ...secureButton(links, words),
  }),

  passkey_added: (payload, links, words) => ({
    subject: words.t('A passkey was added to your account'),
    text: words.t('You can now sign in with the passkey “{name}”. If this wasn’t you, secure your account.', {
      name: payload.typed('passkey') ?? 'Passkey',
    }),
    ...secureButton(links, words),
  }),

  sign_in_removed: (payload, links, words) => {
    const { t } = words;
    const passkey = payload.typed('passkey');
    return {
      subject: t('A way to sign in was removed from your account'),
      text:
        passkey === null
          ? t('You can no longer sign in to Cache Cards with {provider}. If this wasn’t you, secure your account.', {
              provider: payload.text('provider') ?? t('a provider'),
            })
          : t('You can no longer sign in to Cache Cards with the passkey “{name}”. If this wasn’t you, secure your account.', {
              name: passkey,
            }),
      ...secureButton(links, words),
    };
  },

  account_taken_over: (payload, _links, { t }) => {
    const provider = payload.text('provider') ?? t('a provider');
    return {
      subject: t('We reset your account when you signed in with {provider}', { provider }),
      text: t(
        'This account’s email wasn’t verified until you signed in with {provider}. To be safe, we removed its password, other sign-in methods and personal details, and signed everyone else out.',
        { provider },
      ),
      button: [t('Complete my profile'), '/account'],
    };
  },

  reset_password: (_payload, links, { t }) => ({
    subject: t('Set a new password'),
    text: t('Someone asked to reset the password of your Cache Cards account. If it was you, set a new one here.'),
    button: [t('Set a new password'), links.resetPassword],
    note: t('The link works once and expires in one hour. If this wasn’t you, ignore this email. Your password will stay the same.'),
  }),

  admin_email_changed: (payload) => ({
    subject: 'The email address of your administrator account was changed',
    text: `Your Cache Cards administrator account now uses ${payload.text('newEmail') ?? 'another address'}, and all its sessions have ended. If this wasn’t you, ${askToDisable}.`,
    reason: 'You’re receiving this email because your Cache Cards administrator account used this address.',
  }),

  admin_reset_password: (payload, links) => ({
    subject: 'Set a new password for your administrator account',
    text: `${payload.text('sender') ?? 'A super administrator'} sent you this link to set a new password for Cache Cards. Setting it ends all your sessions.`,
    button: ['Set a new password', links.resetAdminPassword],
    note: 'The link works once and expires in one hour. If you weren’t expecting it, check with the sender. Nothing changes until you use it.',
    reason: administratorReason,
  }),

  admin_password_reset: () => ({
    subject: 'Your administrator password was reset',
    text: `All sessions have ended, and all passkeys, authenticator apps and recovery codes were removed. Log in to set up two-step verification again. If this wasn’t you, someone else can read your email: ${askToDisable}.`,
    button: ['Log in', '/admin/login'],
    reason: administratorReason,
  }),

  admin_password_changed: () => ({
    subject: 'Your administrator password was changed',
    text: `The password of your Cache Cards administrator account was changed, and all other sessions have ended. If this wasn’t you, ${askToDisable}.`,
    button: ['Log in', '/admin/login'],
    reason: administratorReason,
  }),

  admin_factor_changed: (payload) => ({
    subject: 'Two-step verification changed on your administrator account',
    text: `${payload.text('change') ?? 'Your two-step verification changed'}. If this wasn’t you, ask a super administrator right away for a reset link, which ends all sessions and resets your two-step verification.`,
    button: ['Review my two-step verification', '/admin/account'],
    reason: administratorReason,
  }),

  account_deletion: (payload, links, { t, formatDay }) => {
    const by = formatDay(payload.text('by'));
    // The copy sent to a former address contains no link; the owner of that address can undo the address change instead.
    const cancelBy = formatDay(payload.text('cancelBy'));
    return {
      subject: t('Your account is being deleted'),
      text:
        by === null
          ? t(
              'Your Cache Cards account is closed, any membership has ended, and you are signed out everywhere. We’ll erase your personal data within 30 days; the law requires us to keep payment records, without your name.',
            )
          : t(
              'Your Cache Cards account is closed, any membership has ended, and you are signed out everywhere. We’ll erase your personal data by {day}; the law requires us to keep payment records, without your name.',
              { day: by },
            ),
      ...(cancelBy
        ? {
            button: [t('Keep my account'), links.secureAccount],
            note: t(
              'If you didn’t ask for this, tap the button before {day} to cancel the deletion and sign out all devices. Then set a new password.',
              { day: cancelBy },
            ),
          }
        : { body: [text(t('If you didn’t ask for this, reply to this email right away, before your data is erased.'))] }),
      reason: t('You’re receiving this email because you had a Cache Cards account.'),
    };
  },

  account_suspended: (payload, _links, { t }) => ({
    subject: t('Your account is suspended'),
    text: t('We suspended your Cache Cards account for this reason:'),
    quote: [payload.text('reason') ?? t('We’re reviewing activity in your account.')],
    body: [
      text(
        t(
          'You keep your tokens, keys, cards and certificates. Payouts and certificate deadlines are paused. A paid membership still renews unless you ask us to cancel it.',
        ),
      ),
    ],
    button: [t('Contact us'), '/contact'],
    note: t('If you disagree, you can also reply to this email.'),
  }),

  account_let_back: (_payload, _links, { t }) => ({
    subject: t('Your account is active again'),
    text: t(
      'You can sign in as before. Payouts and certificate deadlines resume. Scans saved on a device are sent once you sign in there.',
    ),
    button: [t('Sign in'), '/auth'],
  }),

  signed_out: (payload, links, words) => (payload.text('bySession') ? signedOutBySession : signedOutByUs)(payload, links, words),

  profile_changed: (payload, links, words) => {
    const { t } = words;
    const changes = listChanges(payload, words) ?? t('your details');
    if (payload.text('bySession'))
      return {
        subject: t('Your profile was changed'),
        text: t(
          'This was changed in your Cache Cards profile: {changes}. We use it for deliveries to you. If this wasn’t you, secure your account, then check your profile.',
          { changes },
        ),
        ...secureButton(links, words),
      };
    return {
      subject: t('We changed your profile'),
      text: t(
        'We corrected this in your Cache Cards profile: {changes}. If you didn’t ask for it, change it back and reply to this email.',
        {
          changes,
        },
      ),
      button: [t('Check my profile'), '/account'],
    };
  },

  language_changed: (payload, links, words) => ({
    subject: words.t('The language of your emails was changed'),
    text: words.t('From now on, our emails to you are in this language: {language}. If this wasn’t you, secure your account.', {
      language: payload.text('newLanguage') ?? '',
    }),
    ...secureButton(links, words),
  }),
} satisfies MailTemplates;

/** Warns the owner, in case an intruder ended the sessions to lock the owner out. */
const signedOutBySession: MailTemplateOf = (payload, links, words) => ({
  subject: words.t('Devices were signed out of your account'),
  text: words.t(
    'Someone who was signed in to your Cache Cards account ended or removed the following. If this wasn’t you, secure your account, then set a new password.',
  ),
  quote: listEntries(payload, 'removed', words),
  ...secureButton(links, words),
});

const signedOutByUs: MailTemplateOf = (payload, _links, { t }) => ({
  ...(payload.text('where') === 'device'
    ? {
        subject: t('We signed you out on one device'),
        text: t(
          'Our team ended one of your Cache Cards sessions. You can see your devices under Account, Security. If you didn’t expect this, reply to this email.',
        ),
      }
    : {
        subject: t('We signed you out on all devices'),
        text: t(
          'Our team signed you out of Cache Cards everywhere, canceled pending changes, and removed passkeys added in the last 30 days. You can sign in again now. If you didn’t expect this, reply to this email.',
        ),
      }),
  button: [t('Sign in'), '/auth'],
});

const verifiedWelcome: MailTemplateOf = (_payload, _links, words) => ({
  subject: words.t('Welcome to Cache Cards'),
  text: words.t('Find Cache Cards, scan them with your phone, and collect Treasure Tokens for your next vacation.'),
  button: [words.t('Go to my dashboard'), '/dashboard'],
  reason: welcomeReason(words),
});

const unverifiedWelcome: MailTemplateOf = (_payload, links, words) => ({
  subject: words.t('Welcome to Cache Cards: please verify your email'),
  text: words.t('Verify your email to see all the cards near you and redeem Treasure Tokens for a vacation.'),
  button: [words.t('Verify my email'), links.verifyEmail],
  note: words.t('The link works for 7 days. If you didn’t sign up, ignore this email.'),
  reason: welcomeReason(words),
});

const welcomeReason = ({ t }: Words) => t('You’re receiving this email because someone signed up for Cache Cards with this address.');

/** Lists what an administrator changed in a profile or on a card, such as `name, address`. */
export function listChanges(payload: Payload, words: Words): string | null {
  const { t } = words;
  const names: Record<string, string> = {
    'user name': t('user name'),
    name: t('name'),
    'phone number': t('phone number'),
    address: t('address'),
    location: t('location'),
    description: t('description'),
    'place on the map': t('place on the map'),
  };
  const changes = payload.text('changes')?.split(', ');
  return changes
    ? joinItems(
        changes.map((change) => (Object.hasOwn(names, change) && names[change]) || change),
        words,
      )
    : null;
}

/** Button and note for emails about account changes that may have been made by an intruder. */
export const secureButton = (links: MailLinks, { t }: Words): Pick<TemplateContent, 'button' | 'note'> => ({
  button: [t('Secure my account'), links.secureAccount],
  note: t(
    'The link works for 7 days. It signs out all devices and removes recently added sign-in methods and PayPal addresses. If this was you, ignore this email.',
  ),
});

/** Links to the cards that were edited before the account was recovered. */
function listCards(payload: Payload, links: MailLinks, { t }: Words): Block[] {
  const cards = payload.list('undone').flatMap((entry) => (entry.text('kind') === 'card' ? [entry.text('name') ?? ''] : []));
  if (cards.length === 0) return [];
  return [
    text(t('These cards were edited, moved, replaced or taken off the map in the last 30 days. If that wasn’t you, put them right:')),
    ...cards.map((card): Block => ({ kind: 'link', label: card, url: links.to(`/dashboard/cache-cards/${card}`) })),
  ];
}

/** Formats what was removed, kept or undone, except cards, as lines such as `Passkey “Desk”`. */
function listEntries(payload: Payload, key: 'removed' | 'kept' | 'undone', { t }: Words): string[] {
  return payload.list(key).flatMap((entry) => {
    const [kind, name] = [entry.text('kind'), entry.text('name') ?? ''];
    if (kind === 'sessions')
      return [t('{count, plural, one {# signed-in device} other {# signed-in devices}}', { count: entry.number('name') ?? 0 })];
    if (kind === 'passkey') return [t('Passkey “{name}”', { name: entry.typed('name') })];
    if (kind === 'provider')
      return [
        t('Sign-in with {provider}', {
          provider: socialProviders.includes(name as SocialProvider) ? providerNames[name as SocialProvider] : name,
        }),
      ];
    if (kind === 'traveler') return [t('Traveler of certificate {number}: enter again', { number: name })];
    if (kind === 'booking')
      return [t('Booked stay of certificate {number}: we’ll cancel it, or ask you first if that isn’t free', { number: name })];
    if (kind === 'kept_booking')
      return [t('Booked stay of certificate {number}: reply to this email if you did not name its traveler', { number: name })];
    if (kind === 'order') return [t('Delivery address of order {number}: enter again', { number: name })];
    if (kind === 'address') return [t('Address in your profile: enter again')];
    if (kind === 'payout_address') return [t('PayPal address {name}', { name })];
    if (kind === 'change_email') return [t('Pending email change to {name}', { name })];
    if (kind === 'confirm_payout_address') return [t('Unconfirmed PayPal address {name}', { name })];
    return [];
  });
}
