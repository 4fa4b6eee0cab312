import { button, type MailTemplateOf, type MailTemplates, note, quote, text } from '#worker/mails/content.ts';
import { dayOf } from '#worker/mails/words.ts';

const administratorReason = 'because you have an administrator account at Cache Cards';

export const accountMails = {
  /** A provider has vouched for the address: nothing to verify. */
  welcome: (links, payload) => (payload.text('isVerified') ? verifiedWelcome(links, payload) : unverifiedWelcome(links, payload)),

  verify_email: (links) => ({
    subject: 'Please verify your email address',
    preview: 'One tap says that this address is yours.',
    heading: 'Is this address yours?',
    body: [
      text('Please verify that this address belongs to your Cache Cards account.'),
      button('Verify my email', links.verifyEmail),
      note('The link works for 7 days. You can ask for a new one on your dashboard.'),
      note('You know nothing of this? Then somebody mistyped their address. You can forget this mail.'),
    ],
    reason: 'because an account at Cache Cards uses this address',
  }),

  confirm_email_change: (links) => ({
    subject: 'Please confirm your new email address',
    preview: 'One tap, and your account uses this address.',
    heading: 'Your new email address',
    body: [
      text('Your Cache Cards account is to use this email address. Please confirm that it is yours: until then nothing changes.'),
      button('Use this address', links.confirmEmailChange),
      note('The link works for 7 days. On your profile you can have it sent again, or call the change off.'),
      note(
        'You know nothing of this? Then somebody mistyped their address, or wants yours for an account of theirs. Please forget this mail: without that tap nothing happens.',
      ),
    ],
    reason: 'because a member of Cache Cards asked to use this address',
  }),

  email_change_requested: (links, payload) => ({
    subject: 'Your email address is about to change',
    preview: 'If that was not you, you can call it off.',
    heading: 'Your email address is about to change',
    body: [
      text(
        `Your Cache Cards account is to use ${payload.text('newEmail') ?? 'another address'} instead of this address, as soon as the new address is confirmed. Signing in with this one works no more then.`,
      ),
      text('Was that you? Then there is nothing to do.'),
      text(
        'If it was not you, undo it. Before the change is made, this calls it off; afterwards it brings this address back, and everybody is signed out. Somebody may know your password then: please choose a new one right after. If yours no longer works, the sign-in page mails you a link for that.',
      ),
      button('Undo the change', links.undoEmailChange),
      note('The link works until the change is made, and for 7 days after that.'),
    ],
    reason: 'because your account at Cache Cards uses this address',
  }),

  password_changed: (links) => ({
    subject: 'Your password was changed',
    preview: 'All your other devices were signed out.',
    heading: 'Your password was changed',
    body: [
      text('The password of your Cache Cards account was changed just now. All your other devices were signed out.'),
      text('Was that you? Then there is nothing to do. If not, please reply to this mail at once, so that we can help.'),
      button('Go to my account', links.to('/account?tab=security')),
    ],
  }),

  provider_linked: (links, payload) => {
    const provider = payload.text('provider') ?? 'a provider';
    return {
      subject: `You can now sign in with ${provider}`,
      preview: `${provider} opens your account from now on.`,
      heading: `${provider} opens your account now`,
      body: [
        text(
          `You have just signed in with ${provider}, which has told us that this address is yours. From now on ${provider} opens your account; your password, if you have one, still works too.`,
        ),
        text('That was not you? Then somebody can use your account there. Secure it, and sign out everywhere in your preferences here.'),
        button('Go to my preferences', links.to('/account?tab=preferences')),
      ],
    };
  },

  passkey_added: (links, payload) => {
    const name = payload.text('passkey') ?? 'A passkey';
    return {
      subject: 'A passkey was added to your account',
      preview: `“${name}” signs you in from now on.`,
      heading: 'You have a new passkey',
      body: [
        text(
          `The passkey “${name}” was added to your Cache Cards account just now. Whoever has it can sign in; your password still works too.`,
        ),
        text('That was not you? Then remove it, change your password, and sign out everywhere.'),
        button('Go to my security settings', links.to('/account?tab=security')),
      ],
    };
  },

  account_taken_over: (links, payload) => {
    const provider = payload.text('provider') ?? 'a provider';
    return {
      subject: 'The account with your address is yours now',
      preview: 'What was set up with it before can sign in no more.',
      heading: 'Your address, your account',
      body: [
        text(
          `Somebody had made a Cache Cards account with this address and never verified it. You have just signed in with ${provider}, which has told us that the address is yours: so the account is yours.`,
        ),
        text(
          'Its old password and every other way in have been removed, and everybody else was signed out. You can set a password of your own whenever you like.',
        ),
        button('Look through my account', links.to('/account')),
        note('The name, phone and postal address that they had given are gone: please fill in your own.'),
      ],
    };
  },

  reset_password: (links) => ({
    subject: 'Set a new password',
    preview: 'The link works once, for one hour.',
    heading: 'Set a new password',
    body: [
      text('You, or somebody who knows your address, asked for a new password for your Cache Cards account.'),
      button('Set a new password', links.resetPassword),
      note('The link works once, for one hour.'),
      note('You did not ask for it? Then you can forget this mail: your password stays as it is.'),
    ],
  }),

  admin_email_changed: (_links, payload) => ({
    subject: 'The email address of your administrator account was changed',
    preview: 'If that was not you, somebody else is in your account.',
    heading: 'Your administrator account has a new address',
    body: [
      text(
        `Your administrator account at Cache Cards now uses ${payload.text('newEmail') ?? 'another address'}. Logging in with this old address no longer works, and every session has ended.`,
      ),
      text('Was that you? Then there is nothing to do.'),
      text(
        'If it was not you, somebody else can get into the administrators’ area. Please ask a super administrator at once to disable the account, and reply to this mail.',
      ),
    ],
    reason: 'because your administrator account at Cache Cards used this address',
  }),

  admin_reset_password: (links, payload) => ({
    subject: 'Set a new password for your administrator account',
    preview: 'The link works once, for one hour.',
    heading: 'Set a new password',
    body: [
      text(
        `${payload.text('sender') ?? 'A super administrator'} has sent you this link, so that you get back into the administrators’ area of Cache Cards. With the new password every session of yours ends.`,
      ),
      button('Set a new password', links.resetAdminPassword),
      note('The link works once, for one hour.'),
      note('You did not ask for it? Then ask who sent it. Your password stays as it is until the link is used.'),
    ],
    reason: administratorReason,
  }),

  admin_password_reset: (links) => ({
    subject: 'The password of your administrator account was set anew',
    preview: 'If that was not you, somebody else is in your account.',
    heading: 'Your administrator account has a new password',
    body: [
      text(
        'The password of your administrator account at Cache Cards was set just now, by the link that we mailed to you. Every session has ended, and every passkey, app and recovery code of the account is removed: please set up a second factor anew.',
      ),
      text('Was that you? Then there is nothing to do.'),
      text(
        'If it was not you, somebody else reads your mails. Please ask a super administrator at once to disable the account, and reply to this mail.',
      ),
      button('Log in', links.to('/admin/login')),
    ],
    reason: administratorReason,
  }),

  admin_factor_changed: (links, payload) => {
    const change = payload.text('change') ?? 'A second factor was changed';
    return {
      subject: 'A second factor of your administrator account was changed',
      preview: `${change}.`,
      heading: 'Your second factors have changed',
      body: [
        text(`${change}, in your administrator account at Cache Cards, just now.`),
        text('Was that you? Then there is nothing to do.'),
        text(
          'If it was not you, somebody else is in your account. Ask a super administrator at once to send you a reset link, which ends every session and every factor.',
        ),
        button('Look at my factors', links.to('/admin/account')),
      ],
      reason: administratorReason,
    };
  },

  account_deletion: (_links, payload) => {
    const by = dayOf(payload.text('by'));
    return {
      subject: 'Your account is being deleted',
      preview: 'We erase what we know of you.',
      heading: 'Farewell, and thank you',
      body: [
        text('As you asked, your Cache Cards account is closed: you are signed out everywhere, and a running membership has ended.'),
        text(
          `We erase your personal data ${by ? `by ${by}` : 'within 30 days'}. Only nameless records of payments stay, because the law asks for them.`,
        ),
        text('You did not ask for this? Please reply to this mail as soon as you can, while your data is still there.'),
      ],
      reason: 'because you had an account at Cache Cards',
    };
  },

  account_suspended: (links, payload) => ({
    subject: 'Your account is suspended',
    preview: 'Why that is, and how to answer.',
    heading: 'Your account is suspended',
    body: [
      text('We have suspended your Cache Cards account, and signed it out everywhere. This is why:'),
      quote([payload.text('reason') ?? 'We are looking at something in your account.']),
      text(
        'Nothing is lost. Your tokens, keys, cards and certificates stay yours, and what others find on your cards is credited to you. Payouts wait, and so does the time that your certificates have left.',
      ),
      text('A paid membership goes on renewing. If you want it cancelled meanwhile, tell us.'),
      text('You see it differently, or have a question? Reply to this mail, and a person will read it.'),
      button('Write to us', links.to('/contact')),
    ],
  }),

  account_let_back: (links) => ({
    subject: 'Your account is open again',
    preview: 'You can sign in as before.',
    heading: 'Welcome back',
    body: [
      text('Your Cache Cards account is not suspended any more: you can sign in as before.'),
      text(
        'Payouts that waited go on, and so does the time that your certificates had left. Scans kept on your devices are sent once you sign in there.',
      ),
      button('Sign in', links.to('/auth')),
      note('Questions? Just reply to this mail.'),
    ],
  }),
} satisfies MailTemplates;

const goodToHaveYou = text(
  'Good to have you with us. Find Cache Cards out there, scan them with your phone, and every Treasure Token brings a trip closer.',
);

const verifiedWelcome: MailTemplateOf = (links) => ({
  subject: 'Welcome to Cache Cards',
  preview: 'You are ready to go out and find.',
  heading: 'Welcome to the hunt!',
  body: [goodToHaveYou, button('Go to my dashboard', links.to('/dashboard'))],
  reason: 'because an account at Cache Cards was made with this address',
});

const unverifiedWelcome: MailTemplateOf = (links) => ({
  subject: 'Welcome to Cache Cards: please verify your email',
  preview: 'One tap, and you are ready to go out and find.',
  heading: 'Welcome to the hunt!',
  body: [
    goodToHaveYou,
    text('Please verify that this address is yours. You need that once, before your first vacation certificate.'),
    button('Verify my email', links.verifyEmail),
    note('The link works for 7 days. You can ask for a new one on your dashboard.'),
    note('You did not sign up? Then somebody mistyped their address. You can forget this mail.'),
  ],
  reason: 'because an account at Cache Cards was made with this address',
});
