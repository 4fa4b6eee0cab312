import type { MailTemplate } from '#worker/domain/messages/mail.ts';
import { accountMails } from '#worker/mails/accounts/account.ts';
import { alarmMails } from '#worker/mails/admin/alarms.ts';
import { disputeMails } from '#worker/mails/admin/disputes.ts';
import { payoutRunMails } from '#worker/mails/admin/payout-runs.ts';
import { cardMails } from '#worker/mails/cards/cards.ts';
import { certificateMails } from '#worker/mails/certificates/certificates.ts';
import { stayMails } from '#worker/mails/certificates/stays.ts';
import { claimMails } from '#worker/mails/claims/claims.ts';
import { findMails } from '#worker/mails/finding/finds.ts';
import { membershipMails } from '#worker/mails/memberships/money.ts';
import { contactMails } from '#worker/mails/messages/contact.ts';
import { earningMails } from '#worker/mails/referrals/earnings.ts';
import { reviewMails } from '#worker/mails/reviews/reviews.ts';
import { tokenMails } from '#worker/mails/tokens/tokens.ts';
import type { MailTemplateOf } from './content.ts';

export const mailTemplates: Record<MailTemplate, MailTemplateOf> = {
  ...accountMails,
  ...alarmMails,
  ...disputeMails,
  ...payoutRunMails,
  ...cardMails,
  ...certificateMails,
  ...stayMails,
  ...claimMails,
  ...findMails,
  ...membershipMails,
  ...contactMails,
  ...earningMails,
  ...reviewMails,
  ...tokenMails,
};
