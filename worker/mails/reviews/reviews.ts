/** Emails about certificate reviews. Payloads are built in worker/store/reviews/admin-reviews.ts. */
import { certificateActivationDays } from '#schema/rules.ts';
import { expiryNote } from '#worker/mails/certificates/certificates.ts';
import { type MailTemplates, text } from '#worker/mails/content.ts';
import { formatDay, plural } from '#worker/mails/words.ts';

const certificatesPage = '/dashboard/certificates';
const reason = 'because you redeemed Treasure Tokens at Cache Cards';

export const reviewMails = {
  certificate_passed: (payload) => ({
    subject: 'Your certificate is ready to be activated',
    text: `Thanks for waiting! We approved your certificate. You have ${plural(certificateActivationDays, 'day')} to activate it, and then we’ll book your stay.`,
    facts: { Certificate: payload.text('name'), Number: payload.text('number'), 'Activate by': formatDay(payload.text('activateBy')) },
    button: ['Activate my certificate', payload.text('activationLink') ?? certificatesPage],
    note: expiryNote,
    reason,
  }),

  certificate_question: (payload) => ({
    subject: `A question about certificate ${payload.text('number') ?? ''}`.trim(),
    text: 'Before we approve your vacation certificate, please answer one question. You can just reply to this email.',
    quote: payload.lines('question'),
    facts: { Certificate: payload.text('name'), Number: payload.text('number') },
    button: ['Contact us', '/contact'],
    reason,
  }),

  second_look_raised: (payload) => ({
    subject: `A colleague escalated certificate ${payload.text('number') ?? ''}`.trim(),
    text: 'A colleague took a second look at this certificate, which had already passed, and escalated it to a super administrator. You’ll find the reason in the Reviews tab, under Second look. To stop the stay in the meantime, put the certificate on hold in its case.',
    button: ['See the second looks', '/admin/dashboard?tab=reviews&view=second-looks'],
    reason: 'because you are a super administrator of Cache Cards',
  }),

  large_gift: (payload) => ({
    subject: 'A colleague gave a member a lot of Treasure Tokens',
    text: 'The total below covers the last 30 days. If it looks wrong, check the reasons and ask your colleague.',
    facts: { Tokens: payload.text('tokens'), 'Given by': payload.text('sender'), Member: payload.text('member') },
    button: ['View the member', `/admin/dashboard?tab=users&user=${payload.text('member') ?? ''}`],
    reason: 'because you are a super administrator of Cache Cards',
  }),

  certificate_refused: (payload) => {
    const tokens = payload.number('tokens');
    return {
      subject: 'We couldn’t accept your certificate',
      text: 'We reviewed your vacation certificate and can’t offer you a stay for it:',
      quote: payload.lines('reason'),
      facts: {
        Certificate: payload.text('name'),
        Number: payload.text('number'),
        Returned: tokens === null ? null : plural(tokens, 'Treasure Token'),
      },
      body: [
        text(
          `${tokens === null ? 'We returned its tokens, minus those from finds we couldn’t accept. ' : ''}If you disagree, reply to this email or contact us with the certificate number.`,
        ),
      ],
      button: ['Contact us', '/contact'],
      reason,
    };
  },
} satisfies MailTemplates;
