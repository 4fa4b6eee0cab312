import { mailAttempts, secondsPerDay } from '#schema/rules.ts';
import type { People } from '#scripts/seed/demo-people.ts';
import type { Row } from '#scripts/seed/rows.ts';

const mails = [
  { to: 'jonas', firstName: 'Jonas', daysAgo: 9 },
  { to: 'grace', firstName: 'Grace', daysAgo: 3 },
  { to: 'felix', firstName: 'Felix', daysAgo: 2, error: 'Refused by the mail server: 552 mailbox is full' },
] as const;

export function demoMails(now: number, people: People): Row[] {
  return mails.map((mail) => {
    const writtenAt = now - mail.daysAgo * secondsPerDay;
    const isFailed = 'error' in mail;
    return {
      message_id: `<demo-${mail.to}@localhost>`,
      user_id: people.byName.get(mail.to)?.id ?? null,
      template: 'password_changed',
      to_address: `${mail.to}@demo.test`,
      payload: JSON.stringify({ firstName: mail.firstName }),
      status: isFailed ? 'dead' : 'sent',
      attempts: isFailed ? mailAttempts : 1,
      next_attempt_at: writtenAt,
      last_error: isFailed ? mail.error : null,
      created_at: writtenAt,
      sent_at: isFailed ? null : writtenAt + 4,
    };
  });
}
