/** Emails about certificate reviews. Payloads are built in worker/store/reviews/admin-reviews.ts. */
import { describeAction } from '#schema/admin/audit-actions.ts';
import { certificateActivationDays } from '#schema/rules.ts';
import { expiryNote, redeemedReason, returnedTokens } from '#worker/mails/certificates/certificates.ts';
import { type MailTemplates, text } from '#worker/mails/content.ts';

const certificatesPage = '/dashboard/certificates';
const superAdminReason = 'You’re receiving this email because you are a super administrator of Cache Cards.';

export const reviewMails = {
  certificate_passed: (payload, _links, words) => {
    const { t, formatDay } = words;
    return {
      subject: t('Your certificate is ready to be activated'),
      text: t(
        'Thanks for waiting! We approved your certificate. You have {days, plural, one {# day} other {# days}} to activate it, and then we’ll book your stay.',
        { days: certificateActivationDays },
      ),
      facts: {
        [t('Certificate')]: words.stored(payload.text('name')),
        [t('Number')]: payload.text('number'),
        [t('Activate by')]: formatDay(payload.text('activateBy')),
      },
      button: [t('Activate my certificate'), payload.text('activationLink') ?? certificatesPage],
      note: expiryNote(words),
      reason: redeemedReason(words),
    };
  },

  certificate_question: (payload, _links, words) => {
    const { t } = words;
    return {
      subject: t('A question about certificate {number}', { number: payload.text('number') }),
      text: t('Before we approve your vacation certificate, please answer one question. You can just reply to this email.'),
      quote: payload.lines('question'),
      facts: { [t('Certificate')]: words.stored(payload.text('name')), [t('Number')]: payload.text('number') },
      button: [t('Contact us'), '/contact'],
      reason: redeemedReason(words),
    };
  },

  second_look_raised: (payload) => ({
    subject: `A colleague escalated certificate ${payload.text('number') ?? ''}`.trim(),
    text: 'A colleague took a second look at this certificate, which had already passed, and escalated it to a super administrator. You’ll find the reason in the Reviews tab, under Second look. To stop the stay in the meantime, put the certificate on hold in its case.',
    button: ['See the second looks', '/admin/dashboard?tab=reviews&view=second-looks'],
    reason: superAdminReason,
  }),

  large_gift: (payload) => ({
    subject: 'A colleague gave a member a lot of Treasure Tokens',
    text: 'The total below covers the last 30 days. If it looks wrong, check the reasons and ask your colleague.',
    facts: { Tokens: payload.text('tokens'), 'Given by': payload.text('sender'), Member: payload.text('member') },
    button: ['View the member', `/admin/dashboard?tab=users&user=${payload.text('member') ?? ''}`],
    reason: superAdminReason,
  }),

  many_cards_given: (payload) => ({
    subject: 'A colleague gave members many cards',
    text: 'The number below covers the last 24 hours, transfers and approved claims together. If it looks wrong, check the cards’ history and ask your colleague.',
    facts: { Cards: payload.text('cards'), 'Given by': payload.text('sender') },
    button: ['See the transfers', '/admin/dashboard?tab=audit&action=card.owner'],
    reason: superAdminReason,
  }),

  member_email_changed: (payload) => ({
    subject: 'A colleague changed a member’s email address',
    text: 'Whoever can read the new mailbox controls the account. Its certificates now wait for review, and for 7 days it can neither redeem tokens nor be paid. You’ll find the reason in the audit log. If it looks wrong, ask your colleague or suspend the member.',
    facts: { 'Changed by': payload.text('sender'), Member: payload.text('member'), 'Old mailbox': payload.text('oldMailbox') },
    button: ['View the member', `/admin/dashboard?tab=users&user=${payload.text('member') ?? ''}`],
    reason: superAdminReason,
  }),

  member_favored: (payload) => ({
    subject: 'A colleague gave a member an advantage',
    text: 'This can lead to a payout or a stay, so please check it. If it looks wrong, ask your colleague. You’ll find the reason in the audit log.',
    facts: {
      What: describeAction(payload.text('action') ?? ''),
      By: payload.text('sender'),
      Member: payload.text('member'),
    },
    button: ['View the member', `/admin/dashboard?tab=users&user=${payload.text('member') ?? ''}`],
    reason: superAdminReason,
  }),

  hold_ended: (payload) => ({
    subject: 'A colleague ended your hold',
    text: 'The member you put on hold can be paid again. If that looks wrong, ask your colleague, or put the member on hold again.',
    facts: {
      What: describeAction(payload.text('action') ?? ''),
      By: payload.text('sender'),
      Member: payload.text('member'),
    },
    button: ['View the member', `/admin/dashboard?tab=users&user=${payload.text('member') ?? ''}`],
    reason: 'You’re receiving this email because you put a member of Cache Cards on hold.',
  }),

  certificate_refused: (payload, _links, words) => {
    const { t } = words;
    const tokens = payload.number('tokens');
    return {
      subject: t('We couldn’t accept your certificate'),
      text: t('We reviewed your vacation certificate and can’t offer you a stay for it:'),
      quote: payload.lines('reason'),
      facts: {
        [t('Certificate')]: words.stored(payload.text('name')),
        [t('Number')]: payload.text('number'),
        [t('Returned')]: returnedTokens(tokens, words),
      },
      body: [
        text(
          tokens === null
            ? t(
                'We returned its tokens, minus those from finds we couldn’t accept. If you disagree, reply to this email or contact us with the certificate number.',
              )
            : t('If you disagree, reply to this email or contact us with the certificate number.'),
        ),
      ],
      button: [t('Contact us'), '/contact'],
      reason: redeemedReason(words),
    };
  },
} satisfies MailTemplates;
