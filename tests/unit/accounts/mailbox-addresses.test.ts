import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { cleanEmail } from '#schema/email-address.ts';
import { mailboxSql } from '#schema/payouts/mailbox-sql.ts';
import { normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';

test.each([
  ['Ada@Trail.example', 'ada@trail.example'],
  [' ada+cards@trail.example ', 'ada@trail.example'],
  ['ada+one+two@trail.example', 'ada@trail.example'],
  ['a.d.a@trail.example', 'a.d.a@trail.example'],
  ['A.d.A+cards@Gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['a.da+x.y@googlemail.com', 'ada@gmail.com'],
  ['ada@gmail.com.example', 'ada@gmail.com.example'],
])('%s belongs to the mailbox %s', (address, mailbox) => {
  expect(normalizeMailbox(address)).toBe(mailbox);
  const inSql = new DatabaseSync(':memory:').prepare(`SELECT ${mailboxSql('e')} AS mailbox FROM (SELECT ? AS e)`).get(cleanEmail(address));
  expect(inSql).toEqual({ mailbox });
});
