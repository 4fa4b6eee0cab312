/** Every mail that the outbox may hold, by its name there. */
import type { MailTemplate } from '#worker/domain/mail.ts';
import {
  accountDeletion,
  accountLetBack,
  accountSuspended,
  accountTakenOver,
  adminEmailChanged,
  adminPasswordReset,
  adminResetPassword,
  confirmEmailChange,
  emailChangeRequested,
  passwordChanged,
  providerLinked,
  resetPassword,
  verifyEmail,
  welcome,
} from './account.ts';
import { alarmBegan, alarmOver } from './alarms.ts';
import { cardLeft, cardsMadeAnew, cardsShipped } from './cards.ts';
import {
  bookingFailed,
  bookingMade,
  certificateCancelled,
  certificateExpired,
  certificateIssued,
  certificateReminder,
} from './certificates.ts';
import { cardChanged, disputeLost, disputeOpened, disputeWon, refund } from './charges.ts';
import { claimDecided } from './claims.ts';
import { contactMessage } from './contact.ts';
import type { MailTemplateOf } from './content.ts';
import { chestOpened, commissionEarned, payoutPaid } from './earnings.ts';
import {
  graceEnding,
  membershipCancelled,
  membershipEnded,
  membershipGranted,
  membershipResumed,
  purchase,
  renewal,
  renewalFailed,
  renewalNotice,
} from './money.ts';

import { certificatePassed, certificateQuestion, certificateRefused } from './reviews.ts';

export const mailTemplates: Record<MailTemplate, MailTemplateOf> = {
  welcome,
  verify_email: verifyEmail,
  confirm_email_change: confirmEmailChange,
  email_change_requested: emailChangeRequested,
  password_changed: passwordChanged,
  provider_linked: providerLinked,
  account_taken_over: accountTakenOver,
  reset_password: resetPassword,
  admin_email_changed: adminEmailChanged,
  admin_reset_password: adminResetPassword,
  admin_password_reset: adminPasswordReset,
  account_deletion: accountDeletion,
  account_suspended: accountSuspended,
  account_let_back: accountLetBack,
  purchase,
  renewal,
  renewal_notice: renewalNotice,
  renewal_failed: renewalFailed,
  grace_ending: graceEnding,
  membership_cancelled: membershipCancelled,
  membership_resumed: membershipResumed,
  membership_ended: membershipEnded,
  membership_granted: membershipGranted,
  card_changed: cardChanged,
  refund,
  dispute_opened: disputeOpened,
  dispute_won: disputeWon,
  dispute_lost: disputeLost,
  commission_earned: commissionEarned,
  chest_opened: chestOpened,
  payout_paid: payoutPaid,
  certificate_issued: certificateIssued,
  certificate_reminder: certificateReminder,
  certificate_expired: certificateExpired,
  certificate_cancelled: certificateCancelled,
  certificate_passed: certificatePassed,
  certificate_question: certificateQuestion,
  certificate_refused: certificateRefused,
  booking_made: bookingMade,
  booking_failed: bookingFailed,
  claim_decided: claimDecided,
  card_left: cardLeft,
  cards_made_anew: cardsMadeAnew,
  cards_shipped: cardsShipped,
  contact_message: contactMessage,
  alarm_began: alarmBegan,
  alarm_over: alarmOver,
};
