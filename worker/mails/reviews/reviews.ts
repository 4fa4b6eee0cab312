/** Payloads: worker/store/reviews/admin-reviews.ts. */
import { certificateActivationDays } from '#schema/rules.ts';
import { button, facts, type MailTemplates, note, quote, text } from '#worker/mails/content.ts';
import { dayOf, plural } from '#worker/mails/words.ts';

const certificatesPage = '/dashboard/certificates';
const reason = 'because you redeemed Treasure Tokens at Cache Cards';

export const reviewMails = {
  certificate_passed: (links, payload) => ({
    subject: 'Your certificate is ready to be activated',
    preview: `Please activate it by ${dayOf(payload.text('activateBy')) ?? 'the date on your page'}.`,
    heading: 'Your vacation can begin',
    body: [
      text(
        `We have looked at your vacation certificate, and all is well: thank you for waiting. You now have ${plural(certificateActivationDays, 'day')} to activate it; then we book your stay.`,
      ),
      facts(['Certificate', payload.text('name')], ['Number', payload.text('number')], ['Activate by', dayOf(payload.text('activateBy'))]),
      button('Activate my certificate', links.to(payload.text('activationLink') ?? certificatesPage)),
      note('A certificate that is not activated by that day expires, and its tokens do not come back.'),
    ],
    reason,
  }),

  certificate_question: (links, payload) => ({
    subject: `A question about certificate ${payload.text('number') ?? ''}`.trim(),
    preview: 'Please answer it, then we can go on.',
    heading: 'We have a question for you',
    body: [
      text('We are looking at your vacation certificate, and there is something that we would like to ask you first:'),
      quote(payload.lines('question')),
      facts(['Certificate', payload.text('name')], ['Number', payload.text('number')]),
      text(
        'Please reply to this mail, or write to us with the number of the certificate. It waits until then, and none of its days are lost.',
      ),
      button('Write to us', links.to('/contact')),
    ],
    reason,
  }),

  certificate_refused: (links, payload) => {
    const tokens = payload.number('tokens');
    return {
      subject: 'We could not accept your certificate',
      preview: tokens === null ? 'A person has looked at it: this is why.' : 'Its tokens are back in your account.',
      heading: 'We could not accept your certificate',
      body: [
        text('A person has looked at your vacation certificate and decided that we cannot give a stay for it. This is why:'),
        quote(payload.lines('reason')),
        facts(
          ['Certificate', payload.text('name')],
          ['Number', payload.text('number')],
          ['Given back', tokens === null ? null : plural(tokens, 'Treasure Token')],
        ),
        ...(tokens === null
          ? [
              text(
                'Its tokens went back to your account first. Then the finds that we do not accept were taken back, and with them the tokens that they had earned.',
              ),
            ]
          : []),
        text(
          'Do you see it differently? Please reply to this mail, or write to us with the number of the certificate: we look at it again.',
        ),
        button('Write to us', links.to('/contact')),
      ],
      reason,
    };
  },
} satisfies MailTemplates;
