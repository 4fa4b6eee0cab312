import { providerNames, type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import {
  type Block,
  button,
  type MailLinks,
  type MailTemplateOf,
  type MailTemplates,
  note,
  type Payload,
  quote,
  text,
} from '#worker/mails/content.ts';
import { formatDay, plural } from '#worker/mails/words.ts';

const administratorReason = 'because you have an administrator account at Cache Cards';
const askToDisable = 'ask a super administrator right away to disable the account';

export const accountMails = {
  /** Members who signed up through a provider already have a verified email address. */
  welcome: (links, payload) => (payload.text('isVerified') ? verifiedWelcome(links, payload) : unverifiedWelcome(links, payload)),

  verify_email: (links) => ({
    subject: 'Please verify your email address',
    body: [
      text('Tap the button to confirm that this address belongs to your Cache Cards account.'),
      button('Verify my email', links.verifyEmail),
      note('The link works for 7 days. If you don’t have a Cache Cards account, ignore this email.'),
    ],
    reason: 'because a Cache Cards account uses this address',
  }),

  confirm_email_change: (links) => ({
    subject: 'Please confirm your new email address',
    body: [
      text('Tap the button to use this address for your Cache Cards account. Until then, nothing changes.'),
      button('Use this address', links.confirmEmailChange),
      note('The link works for 7 days. If you didn’t ask for this change, ignore this email.'),
    ],
    reason: 'because a Cache Cards member asked to use this address',
  }),

  email_change_requested: (links, payload) => ({
    subject: 'Your email address is about to change',
    body: [
      text(
        `Your Cache Cards account will use ${payload.text('newEmail') ?? 'another address'} once that address is confirmed. If this wasn’t you, undo the change and then set a new password.`,
      ),
      button('Undo the change', links.undoEmailChange),
      note(
        'The link works for 7 days after the change. It restores this address, signs you out on every device, and removes passkeys added in the last 30 days.',
      ),
    ],
    reason: 'because your Cache Cards account uses this address',
  }),

  /** A reset by email also removes other access, which is listed. */
  password_changed: (links, payload) => {
    const removed = listRemoved(payload);
    return {
      subject: 'Your password was changed',
      body: [
        text(
          `Your password was changed, and your other devices were signed out. ${removed.length > 0 ? 'We also removed what is listed below; add back what’s yours. ' : ''}If this wasn’t you, reply to this email right away.`,
        ),
        ...(removed.length > 0 ? [quote(removed)] : []),
        button('Check my security settings', links.to('/account?tab=security')),
      ],
    };
  },

  provider_linked: (links, payload) => {
    const provider = payload.text('provider') ?? 'a provider';
    return {
      subject: `You can now sign in with ${provider}`,
      body: [
        text(
          `You signed in with ${provider}, so it’s now linked to your Cache Cards account. If this wasn’t you, secure your account here and at ${provider}.`,
        ),
        ...secureButton(links),
      ],
    };
  },

  passkey_added: (links, payload) => ({
    subject: 'A passkey was added to your account',
    body: [
      text(`You can now sign in with the passkey “${payload.text('passkey') ?? 'Passkey'}”. If this wasn’t you, secure your account.`),
      ...secureButton(links),
    ],
  }),

  account_taken_over: (links, payload) => {
    const provider = payload.text('provider') ?? 'a provider';
    return {
      subject: `We reset your account when you signed in with ${provider}`,
      body: [
        text(
          `Nobody had verified this account’s email before you signed in with ${provider}. To be safe, we removed its password, other sign-in methods and personal details, and signed everyone else out.`,
        ),
        button('Complete my profile', links.to('/account')),
      ],
    };
  },

  reset_password: (links) => ({
    subject: 'Set a new password',
    body: [
      text('Someone asked to reset the password of your Cache Cards account. If it was you, set a new one here.'),
      button('Set a new password', links.resetPassword),
      note('The link works once and expires in one hour. If it wasn’t you, ignore this email, and your password stays the same.'),
    ],
  }),

  admin_email_changed: (_links, payload) => ({
    subject: 'The email address of your administrator account was changed',
    body: [
      text(
        `Your Cache Cards administrator account now uses ${payload.text('newEmail') ?? 'another address'}, and all its sessions have ended. If this wasn’t you, ${askToDisable}.`,
      ),
    ],
    reason: 'because your Cache Cards administrator account used this address',
  }),

  admin_reset_password: (links, payload) => ({
    subject: 'Set a new password for your administrator account',
    body: [
      text(
        `${payload.text('sender') ?? 'A super administrator'} sent you this link to set a new password for Cache Cards. Setting it ends all your sessions.`,
      ),
      button('Set a new password', links.resetAdminPassword),
      note(
        'The link works once and expires in one hour. If you weren’t expecting it, check with the sender. Nothing changes until you use it.',
      ),
    ],
    reason: administratorReason,
  }),

  admin_password_reset: (links) => ({
    subject: 'Your administrator password was reset',
    body: [
      text(
        `All sessions have ended, and all passkeys, authenticator apps and recovery codes were removed. Log in to set up a second factor again. If this wasn’t you, someone else can read your email: ${askToDisable}.`,
      ),
      button('Log in', links.to('/admin/login')),
    ],
    reason: administratorReason,
  }),

  admin_factor_changed: (links, payload) => ({
    subject: 'Your administrator account’s second factor was changed',
    body: [
      text(
        `${payload.text('change') ?? 'A second factor was changed'}. If this wasn’t you, ask a super administrator right away for a reset link, which ends every session and removes every factor.`,
      ),
      button('Check my second factors', links.to('/admin/account')),
    ],
    reason: administratorReason,
  }),

  account_deletion: (_links, payload) => {
    const by = formatDay(payload.text('by'));
    return {
      subject: 'Your account is being deleted',
      body: [
        text(
          `Your Cache Cards account is closed, any membership has ended, and you are signed out everywhere. We’ll erase your personal data ${by ? `by ${by}` : 'within 30 days'}; the law requires us to keep payment records, without your name.`,
        ),
        text('If you didn’t ask for this, reply to this email right away, before your data is erased.'),
      ],
      reason: 'because you had a Cache Cards account',
    };
  },

  account_suspended: (links, payload) => ({
    subject: 'Your account is suspended',
    body: [
      text('We suspended your Cache Cards account for this reason:'),
      quote([payload.text('reason') ?? 'We’re reviewing activity in your account.']),
      text(
        'You keep your tokens, keys, cards and certificates. Payouts and certificate deadlines are paused. A paid membership still renews unless you ask us to cancel it.',
      ),
      button('Contact us', links.to('/contact')),
      note('If you disagree, you can also reply to this email.'),
    ],
  }),

  account_let_back: (links) => ({
    subject: 'Your account is active again',
    body: [
      text(
        'You can sign in as before. Payouts and certificate deadlines resume, and scans saved on your devices are sent once you sign in on them.',
      ),
      button('Sign in', links.to('/auth')),
    ],
  }),

  profile_changed: (links, payload) => ({
    subject: 'We changed your profile',
    body: [
      text(
        `We corrected this in your Cache Cards profile: ${payload.text('changes') ?? 'your details'}. If you didn’t ask for it, change it back and reply to this email.`,
      ),
      button('Check my profile', links.to('/account')),
    ],
  }),
} satisfies MailTemplates;

const verifiedWelcome: MailTemplateOf = (links) => ({
  subject: 'Welcome to Cache Cards',
  body: [
    text('Find Cache Cards, scan them with your phone, and collect Treasure Tokens for your next vacation.'),
    button('Go to my dashboard', links.to('/dashboard')),
  ],
  reason: welcomeReason,
});

const unverifiedWelcome: MailTemplateOf = (links) => ({
  subject: 'Welcome to Cache Cards: please verify your email',
  body: [
    text('Find Cache Cards, scan them and collect Treasure Tokens. To redeem them for a vacation, verify your email first.'),
    button('Verify my email', links.verifyEmail),
    note('The link works for 7 days. If you didn’t sign up, ignore this email.'),
  ],
  reason: welcomeReason,
});

const welcomeReason = 'because someone signed up for Cache Cards with this address';

/** For emails about something that an intruder may have added. */
export function secureButton(links: MailLinks): Block[] {
  return [
    button('Secure my account', links.secureAccount),
    note('The link works for 7 days. It signs out all devices and removes what was added recently. If this was you, ignore this email.'),
  ];
}

/** Returns lines such as `Passkey “Desk”`. */
function listRemoved(payload: Payload): string[] {
  return payload.list('removed').flatMap((entry) => {
    const [kind, name] = [entry.text('kind'), entry.text('name') ?? ''];
    if (kind === 'sessions') return [`${plural(entry.number('name') ?? 0, 'signed-in device')}`];
    if (kind === 'passkey') return [`Passkey “${name}”`];
    if (kind === 'provider')
      return [`Sign-in with ${socialProviders.includes(name as SocialProvider) ? providerNames[name as SocialProvider] : name}`];
    if (kind === 'payout_address') return [`PayPal address ${name}`];
    if (kind === 'change_email') return [`Pending change of your email to ${name}`];
    if (kind === 'confirm_payout_address') return [`Unconfirmed PayPal address ${name}`];
    return [];
  });
}
