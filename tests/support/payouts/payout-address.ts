import { openDatabaseFile } from '#scripts/setup/database-file.ts';
import { stateUnderTest } from '#tests/support/project/clock.ts';

/** Gives a member of the app under test a PayPal address, which bulk payouts require. */
export async function givePayoutAddress({ user }: { user: { id: number; email: string } }): Promise<void> {
  const db = openDatabaseFile(await stateUnderTest());
  db.prepare('INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (?, ?, 1)').run(user.id, `pp.${user.email}`);
  db.close();
}
