/** Mails about the account itself. */
import { button, type MailTemplateOf, note, text } from './content.ts';
import { dayOf, greeting } from './words.ts';

const reason = 'because you have an account at Cache Cards';

export const welcome: MailTemplateOf = (payload, links) => ({
  subject: 'Welcome to Cache Cards: please verify your email',
  preview: 'One tap, and you are ready to go out and find.',
  heading: 'Welcome to the hunt!',
  body: [
    text(greeting(payload)),
    text('Good to have you with us. Find Cache Cards out there, scan them with your phone, and every Treasure Token brings a trip closer.'),
    text('Please verify that this address is yours. You need that once, before your first vacation certificate.'),
    button('Verify my email', links.verifyEmail),
    note('The link works for 7 days. You can ask for a new one on your dashboard.'),
    note('You did not sign up? Then somebody mistyped their address. You can forget this mail.'),
  ],
  reason: 'because an account at Cache Cards was made with this address',
});

export const verifyEmail: MailTemplateOf = (payload, links) => ({
  subject: 'Please verify your email address',
  preview: 'One tap says that this address is yours.',
  heading: 'Is this address yours?',
  body: [
    text(greeting(payload)),
    text('Please verify that this address belongs to your Cache Cards account.'),
    button('Verify my email', links.verifyEmail),
    note('The link works for 7 days. You can ask for a new one on your dashboard.'),
    note('You know nothing of this? Then somebody mistyped their address. You can forget this mail.'),
  ],
  reason: 'because an account at Cache Cards uses this address',
});

export const emailChanged: MailTemplateOf = (payload, links) => ({
  subject: 'Your email address was changed',
  preview: 'If that was not you, you can undo it for 7 days.',
  heading: 'Your email address was changed',
  body: [
    text(greeting(payload)),
    text(
      `Your Cache Cards account now uses ${payload.text('newEmail') ?? 'another address'}. Signing in with this old address no longer works.`,
    ),
    text('Was that you? Then there is nothing to do.'),
    text('If it was not you, undo it: this address comes back, and everybody is signed out. Please choose a new password right after.'),
    button('Undo the change', links.undoEmailChange),
    note('The link works for 7 days.'),
  ],
  reason: 'because your account at Cache Cards used this address',
});

export const passwordChanged: MailTemplateOf = (payload, links) => ({
  subject: 'Your password was changed',
  preview: 'All your other devices were signed out.',
  heading: 'Your password was changed',
  body: [
    text(greeting(payload)),
    text('The password of your Cache Cards account was changed just now. All your other devices were signed out.'),
    text('Was that you? Then there is nothing to do. If not, please reply to this mail at once, so that we can help.'),
    button('Go to my account', links.to('/account?tab=security')),
  ],
  reason,
});

export const adminEmailChanged: MailTemplateOf = (payload) => ({
  subject: 'The email address of your administrator account was changed',
  preview: 'If that was not you, somebody else is in your account.',
  heading: 'Your administrator account has a new address',
  body: [
    text(greeting(payload)),
    text(
      `Your administrator account at Cache Cards now uses ${payload.text('newEmail') ?? 'another address'}. Logging in with this old address no longer works, and every session has ended.`,
    ),
    text('Was that you? Then there is nothing to do.'),
    text(
      'If it was not you, somebody else can get into the administrators’ area. Please ask a super administrator at once to disable the account, and reply to this mail.',
    ),
  ],
  reason: 'because your administrator account at Cache Cards used this address',
});

export const accountDeletion: MailTemplateOf = (payload) => {
  const by = dayOf(payload.text('by'));
  return {
    subject: 'Your account is being deleted',
    preview: 'We erase what we know of you.',
    heading: 'Farewell, and thank you',
    body: [
      text(greeting(payload)),
      text('As you asked, your Cache Cards account is closed: you are signed out everywhere, and a running membership has ended.'),
      text(
        `We erase your personal data ${by ? `by ${by}` : 'within 30 days'}. Only nameless records of payments stay, because the law asks for them.`,
      ),
      text('You did not ask for this? Please reply to this mail as soon as you can, while your data is still there.'),
    ],
    reason: 'because you had an account at Cache Cards',
  };
};
