/** One mail of each template, with the payload that the product queues it with. */
import type { MailTemplate } from '#worker/domain/mail.ts';

const certificate = {
  firstName: 'Fay',
  number: 'CC-7F3K-92QD',
  name: '5-7 Night Global Trip',
  activateBy: '2026-12-21T10:00:00.000Z',
  validUntil: '2027-11-21T10:00:00.000Z',
  activationLink: '/dashboard/certificates/CC-7F3K-92QD/activate',
  pdfUrl: '/api/vacation-certificates/CC-7F3K-92QD/pdf',
};

export const samplePayloads: Record<MailTemplate, Record<string, string | null>> = {
  welcome: { firstName: 'Fay' },
  verify_email: { firstName: 'Fay' },
  confirm_email_change: { firstName: 'Fay' },
  email_change_requested: { firstName: 'Fay', newEmail: 'fay.new@example.test' },
  password_changed: { firstName: 'Fay' },
  provider_linked: { firstName: 'Fay', provider: 'Google' },
  account_taken_over: { firstName: 'Fay', provider: 'Apple' },
  reset_password: { firstName: 'Fay' },
  admin_email_changed: { firstName: 'Ada', newEmail: 'ada.new@example.test' },
  admin_reset_password: { firstName: 'Ada', sender: 'bo@example.test' },
  admin_password_reset: { firstName: 'Ada' },
  account_deletion: { firstName: 'Fay', by: '2026-12-21T10:00:00.000Z' },
  purchase: { firstName: 'Fay', description: '12 Cache Cards', amountCents: '1200', kind: 'cache_cards' },
  renewal: { firstName: 'Fay', description: 'Premium membership, one year', amountCents: '10000', paidUntil: '2027-11-21T10:00:00.000Z' },
  renewal_failed: { firstName: 'Fay', tier: 'basic', graceUntil: '2026-11-28T10:00:00.000Z' },
  grace_ending: { firstName: 'Fay', tier: 'premium', graceUntil: '2026-11-28T10:00:00.000Z' },
  membership_ended: { firstName: 'Fay', tier: 'basic' },
  membership_granted: { firstName: 'Fay', tier: 'premium', until: '2027-11-21T10:00:00.000Z' },
  payout_paid: { firstName: 'Fay', amountCents: '2200', commissions: '3', chests: '1', reversals: '1', reference: 'PO-1042' },
  certificate_issued: certificate,
  certificate_reminder: { ...certificate, daysLeft: '7' },
  certificate_cancelled: { firstName: 'Fay', number: certificate.number, name: certificate.name, tokens: '120' },
  booking_made: { firstName: 'Fay', number: certificate.number, type: 'global', reference: 'STAY-4711' },
  booking_failed: { firstName: 'Fay', number: certificate.number, type: 'global', reference: null },
  cards_shipped: { firstName: 'Fay', cards: '12', tracking: '1Z999AA10123456784, 1Z999AA10123456785' },
  card_left: { firstName: 'Fay', cardId: 'TC-0000003' },
  claim_decided: {
    firstName: 'Fay',
    cardId: 'TC-0000003',
    status: 'approved',
    comment: 'Your photo shows the card at home. Congratulations!',
  },
  contact_message: {
    name: 'Gus Geocacher',
    email: 'gus@example.test',
    message: 'Hello!\n\nI found a card without a QR code by the old mill.\nWhat shall I do with it?',
    userId: '17',
  },
};
