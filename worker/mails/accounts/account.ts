import { providerNames, type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import {
  type MailLinks,
  type MailTemplateOf,
  type MailTemplates,
  type Payload,
  type TemplateContent,
  text,
} from '#worker/mails/content.ts';
import { formatDay, plural } from '#worker/mails/words.ts';

const administratorReason = 'because you have an administrator account at Cache Cards';
const askToDisable = 'ask a super administrator right away to disable the account';

const undoButton = (links: MailLinks): Pick<TemplateContent, 'button' | 'note'> => ({
  button: ['Undo the change', links.undoEmailChange],
  note: 'The link works for 7 days after the change. It restores this address, signs you out on every device, and removes passkeys added in the last 30 days.',
});

export const accountMails = {
  /** Asks members to verify their email address, unless they signed up through a provider that has already verified it. */
  welcome: (payload, links) => (payload.text('isVerified') ? verifiedWelcome(payload, links) : unverifiedWelcome(payload, links)),

  verify_email: (_payload, links) => ({
    subject: 'Please verify your email address',
    text: 'Tap the button to confirm that this address belongs to your Cache Cards account.',
    button: ['Verify my email', links.verifyEmail],
    note: 'The link works for 7 days. If you don’t have a Cache Cards account, ignore this email.',
    reason: 'because a Cache Cards account uses this address',
  }),

  confirm_email_change: (_payload, links) => ({
    subject: 'Please confirm your new email address',
    text: 'Tap the button to use this address for your Cache Cards account. Until then, nothing changes.',
    button: ['Use this address', links.confirmEmailChange],
    note: 'The link works for 7 days. If you didn’t ask for this change, ignore this email.',
    reason: 'because a Cache Cards member asked to use this address',
  }),

  email_change_requested: (payload, links) => ({
    subject: 'Your email address is about to change',
    text: `Your Cache Cards account will use ${payload.text('newEmail') ?? 'another address'} once that address is confirmed. If this wasn’t you, undo the change and then set a new password.`,
    ...undoButton(links),
    reason: 'because your Cache Cards account uses this address',
  }),

  /** Sent when someone requests a password reset for an address that the account no longer uses. */
  email_was_changed: (payload, links) => ({
    subject: 'Your account now uses another email address',
    text: `Someone requested a password reset for this address, but your Cache Cards account now uses ${payload.text('newEmail') ?? 'another address'}. If you didn’t change it, undo the change and then set a new password.`,
    ...undoButton(links),
    reason: 'because a Cache Cards account used this address until recently',
  }),

  /** A password reset by email also removes passkeys, linked providers and other means of access. This email lists them. */
  password_changed: (payload) => {
    const removed = listRemoved(payload);
    return {
      subject: 'Your password was changed',
      text: `Your password was changed, and your other devices were signed out. ${removed.length > 0 ? 'We also removed the items below; add back any that are yours. ' : ''}If this wasn’t you, reply to this email right away.`,
      ...(removed.length > 0 && { quote: removed }),
      button: ['Check my security settings', '/account?tab=security'],
    };
  },

  provider_linked: (payload, links) => {
    const provider = payload.text('provider') ?? 'a provider';
    return {
      subject: `You can now sign in with ${provider}`,
      text: `You signed in with ${provider}, so it’s now linked to your Cache Cards account. If this wasn’t you, secure your account here and at ${provider}.`,
      ...secureButton(links),
    };
  },

  traveler_entered: (payload, links) => ({
    subject: 'Traveler entered for your certificate',
    text: `A traveler was entered for certificate ${payload.text('number') ?? ''}. Only that person can use the stay; you can see the name on your certificates page. If neither you nor our team entered it for you, secure your account, then reply to this email.`,
    ...secureButton(links),
  }),

  passkey_added: (payload, links) => ({
    subject: 'A passkey was added to your account',
    text: `You can now sign in with the passkey “${payload.text('passkey') ?? 'Passkey'}”. If this wasn’t you, secure your account.`,
    ...secureButton(links),
  }),

  sign_in_removed: (payload, links) => {
    const method = payload.text('method') ?? 'a sign-in method';
    return {
      subject: 'A way to sign in was removed from your account',
      text: `You can no longer sign in to Cache Cards with ${method}. If this wasn’t you, secure your account.`,
      ...secureButton(links),
    };
  },

  account_taken_over: (payload) => {
    const provider = payload.text('provider') ?? 'a provider';
    return {
      subject: `We reset your account when you signed in with ${provider}`,
      text: `This account’s email wasn’t verified until you signed in with ${provider}. To be safe, we removed its password, other sign-in methods and personal details, and signed everyone else out.`,
      button: ['Complete my profile', '/account'],
    };
  },

  reset_password: (_payload, links) => ({
    subject: 'Set a new password',
    text: 'Someone asked to reset the password of your Cache Cards account. If it was you, set a new one here.',
    button: ['Set a new password', links.resetPassword],
    note: 'The link works once and expires in one hour. If this wasn’t you, ignore this email. Your password will stay the same.',
  }),

  admin_email_changed: (payload) => ({
    subject: 'The email address of your administrator account was changed',
    text: `Your Cache Cards administrator account now uses ${payload.text('newEmail') ?? 'another address'}, and all its sessions have ended. If this wasn’t you, ${askToDisable}.`,
    reason: 'because your Cache Cards administrator account used this address',
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

  admin_factor_changed: (payload) => ({
    subject: 'Two-step verification changed on your administrator account',
    text: `${payload.text('change') ?? 'Your two-step verification changed'}. If this wasn’t you, ask a super administrator right away for a reset link, which ends all sessions and resets your two-step verification.`,
    button: ['Review my two-step verification', '/admin/account'],
    reason: administratorReason,
  }),

  account_deletion: (payload, links) => {
    const by = formatDay(payload.text('by'));
    // The copy sent to a former address contains no link; the owner of that address can undo the address change instead.
    const cancelBy = formatDay(payload.text('cancelBy'));
    return {
      subject: 'Your account is being deleted',
      text: `Your Cache Cards account is closed, any membership has ended, and you are signed out everywhere. We’ll erase your personal data ${by ? `by ${by}` : 'within 30 days'}; the law requires us to keep payment records, without your name.`,
      ...(cancelBy
        ? {
            button: ['Keep my account', links.secureAccount],
            note: `If you didn’t ask for this, tap the button before ${cancelBy} to cancel the deletion and sign out all devices. Then set a new password.`,
          }
        : { body: [text('If you didn’t ask for this, reply to this email right away, before your data is erased.')] }),
      reason: 'because you had a Cache Cards account',
    };
  },

  account_suspended: (payload) => ({
    subject: 'Your account is suspended',
    text: 'We suspended your Cache Cards account for this reason:',
    quote: [payload.text('reason') ?? 'We’re reviewing activity in your account.'],
    body: [
      text(
        'You keep your tokens, keys, cards and certificates. Payouts and certificate deadlines are paused. A paid membership still renews unless you ask us to cancel it.',
      ),
    ],
    button: ['Contact us', '/contact'],
    note: 'If you disagree, you can also reply to this email.',
  }),

  account_let_back: () => ({
    subject: 'Your account is active again',
    text: 'You can sign in as before. Payouts and certificate deadlines resume. Scans saved on a device are sent once you sign in there.',
    button: ['Sign in', '/auth'],
  }),

  signed_out: () => ({
    subject: 'We signed you out on all devices',
    text: 'Our team signed you out of Cache Cards everywhere, canceled pending changes, and removed passkeys added in the last 30 days. You can sign in again now. If you didn’t expect this, reply to this email.',
    button: ['Sign in', '/auth'],
  }),

  profile_changed: (payload) => ({
    subject: 'We changed your profile',
    text: `We corrected this in your Cache Cards profile: ${payload.text('changes') ?? 'your details'}. If you didn’t ask for it, change it back and reply to this email.`,
    button: ['Check my profile', '/account'],
  }),
} satisfies MailTemplates;

const verifiedWelcome: MailTemplateOf = () => ({
  subject: 'Welcome to Cache Cards',
  text: 'Find Cache Cards, scan them with your phone, and collect Treasure Tokens for your next vacation.',
  button: ['Go to my dashboard', '/dashboard'],
  reason: welcomeReason,
});

const unverifiedWelcome: MailTemplateOf = (_payload, links) => ({
  subject: 'Welcome to Cache Cards: please verify your email',
  text: 'Verify your email to see all the cards near you and redeem Treasure Tokens for a vacation.',
  button: ['Verify my email', links.verifyEmail],
  note: 'The link works for 7 days. If you didn’t sign up, ignore this email.',
  reason: welcomeReason,
});

const welcomeReason = 'because someone signed up for Cache Cards with this address';

/** Button and note for emails about account changes that may have been made by an intruder. */
export const secureButton = (links: MailLinks): Pick<TemplateContent, 'button' | 'note'> => ({
  button: ['Secure my account', links.secureAccount],
  note: 'The link works for 7 days. It signs out all devices and removes recently added sign-in methods and PayPal addresses. If this was you, ignore this email.',
});

/** Formats the removed sign-in methods as lines, such as `Passkey “Desk”`. */
function listRemoved(payload: Payload): string[] {
  return payload.list('removed').flatMap((entry) => {
    const [kind, name] = [entry.text('kind'), entry.text('name') ?? ''];
    if (kind === 'sessions') return [`${plural(entry.number('name') ?? 0, 'signed-in device')}`];
    if (kind === 'passkey') return [`Passkey “${name}”`];
    if (kind === 'provider')
      return [`Sign-in with ${socialProviders.includes(name as SocialProvider) ? providerNames[name as SocialProvider] : name}`];
    if (kind === 'payout_address') return [`PayPal address ${name}`];
    if (kind === 'change_email') return [`Pending email change to ${name}`];
    if (kind === 'confirm_payout_address') return [`Unconfirmed PayPal address ${name}`];
    return [];
  });
}
