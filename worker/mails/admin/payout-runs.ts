/** Emails to super administrators about payout runs and their approvers. */
import type { SuperAdminChange } from '#worker/domain/admin/administrator.ts';
import type { MailTemplates } from '#worker/mails/content.ts';

export const payoutRunMails = {
  payout_run_waits: (payload, _links, { dollars }) => {
    const run = payload.text('run') ?? '';
    return {
      subject: `Payout run ${run} is waiting for your approval`,
      text: 'Check the members and the total, then approve or cancel the run. Nobody is paid until you do.',
      facts: { Total: dollars(payload.number('amountCents')), Members: payload.text('members'), 'Started by': payload.text('sender') },
      button: ['Review the run', `/admin/dashboard?tab=payouts&view=runs&run=${run}`],
      reason: 'You’re receiving this email because you can approve payout runs at Cache Cards.',
    };
  },

  payout_gifts_wait: (payload, _links, { dollars, formatDay }) => {
    const run = payload.text('run') ?? '';
    return {
      subject: `Payments left payout run ${run} because of gifts`,
      text: `${payload.text('approver') ?? 'The approver'}, or an account connected to theirs, gave these members something in the last year, so an independent super administrator must approve the payments in another run. If there is none, any of you can approve them from the date below. Until then, check the gifts listed with the run, and hold what isn’t right.`,
      facts: {
        Total: dollars(payload.number('amountCents')),
        Members: payload.text('members'),
        'Without an independent approver': formatDay(payload.text('from')),
      },
      button: ['Review the run', `/admin/dashboard?tab=payouts&view=runs&run=${run}`],
      reason: 'You’re receiving this email because you are a super administrator of Cache Cards.',
    };
  },

  payout_run_canceled: (payload, _links, { dollars }) => {
    const run = payload.text('run') ?? '';
    return {
      subject: `Payout run ${run} was canceled after its PayPal file was downloaded`,
      text: 'Its members are owed their money again. Check at PayPal that the file was not paid: if it was, record its payments as sent, or the next run pays them again.',
      facts: {
        Total: dollars(payload.number('amountCents')),
        Members: payload.text('members'),
        'Canceled by': payload.text('sender'),
      },
      button: ['Review the run', `/admin/dashboard?tab=payouts&view=runs&run=${run}`],
      reason: 'You’re receiving this email because you are a super administrator of Cache Cards.',
    };
  },

  super_admin_changed: (payload) => {
    const sender = payload.text('sender') ?? 'Someone with access to the server';
    const change = payload.text('change') ?? '';
    const who = change === 'admin_created' ? 'Administrator' : 'Super administrator';
    return {
      subject: `${who} ${payload.text('administrator') ?? ''} ${superAdminChanges[change] ?? 'was changed'}`,
      text: `${sender} made this change. If you didn’t expect it, ask them, and don’t approve any payout runs or certificates until you know why.`,
      button: ['Review the administrators', '/admin/account'],
      reason: 'You’re receiving this email because you are or were a super administrator of Cache Cards.',
    };
  },
} satisfies MailTemplates;

const superAdminChanges: Record<string, string> = {
  created: 'was added',
  admin_created: 'was added',
  promoted: 'was promoted',
  demoted: 'was demoted',
  disabled: 'was disabled',
  enabled: 'was re-enabled',
  reset: 'was sent a reset link',
} satisfies Record<SuperAdminChange, string>;
