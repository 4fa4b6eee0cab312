/** Writes the demo data, once: in one batch, all or nothing, and never over what is there. */
import type { D1Database } from '@cloudflare/workers-types';
import { Argon2Type } from '@phi-ag/argon2';
import initialize from '@phi-ag/argon2/node';
import { passwordHashParameters } from '#schema/rules.ts';
import { demoAdmin, demoMembers, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { demoHistory } from '#scripts/seed/demo-history.ts';
import { demoPeople } from '#scripts/seed/demo-people.ts';
import { insertRows } from '#scripts/seed/rows.ts';

/** Returns false where one of the demo accounts or cards is there already. `now` in unix seconds. */
export async function seedDemo(db: D1Database, now: number): Promise<boolean> {
  const emails = [...demoMembers.map((member) => member.email), demoAdmin.email];
  const seen = await db
    .prepare(
      `SELECT (SELECT count(*) FROM users WHERE email_key IN (SELECT value FROM json_each(?1)))
         + (SELECT count(*) FROM admins WHERE email_key IN (SELECT value FROM json_each(?1)))
         + (SELECT count(*) FROM cache_cards WHERE card_id BETWEEN 'TC-0000001' AND 'TC-0000005') AS found,
       (SELECT coalesce(max(id), 0) FROM users) AS last_user,
       (SELECT coalesce(max(id), 0) FROM cache_cards) AS last_card`,
    )
    .bind(JSON.stringify(emails))
    .first<{ found: number; last_user: number; last_card: number }>();
  if (!seen || seen.found > 0) return false;

  const passwordHash = await hash(demoPassword);
  const people = demoPeople(now, seen.last_user, passwordHash);
  const history = demoHistory(now, seen.last_card, people);
  const admin = {
    email: demoAdmin.email,
    email_key: demoAdmin.email,
    password_hash: passwordHash,
    first_name: demoAdmin.firstName,
    last_name: demoAdmin.lastName,
    role: 'super_admin',
    created_at: now,
  };
  await db.batch([
    ...insertRows(db, 'admins', [admin]),
    ...insertRows(db, 'users', people.users),
    ...insertRows(db, 'membership_periods', people.membershipPeriods),
    ...insertRows(db, 'referral_commissions', people.commissions),
    ...insertRows(db, 'cache_cards', history.cards),
    ...insertRows(db, 'card_scans', history.scans),
    ...insertRows(db, 'card_reports', history.reports),
    ...insertRows(db, 'member_days', history.memberDays),
    ...insertRows(db, 'token_transactions', history.tokenTransactions),
    ...insertRows(db, 'key_events', [...people.keyEvents, ...history.keyEvents]),
  ]);
  return true;
}

/** As the Worker hashes (worker/security/password.ts), which cannot be loaded here: its wasm import is workerd's. */
async function hash(password: string): Promise<string> {
  const argon2 = await initialize();
  return argon2.hash(password, { type: Argon2Type.Argon2id, ...passwordHashParameters }).encoded;
}
