/** Plays a schedule against a database. Writes facts the same way as the product, and runs the real chest job. */
import assert from 'node:assert/strict';
import { chestsByTheRules, type Facts, type KeyFact, noFacts, type PeriodFact } from '#tests/support/chests/chest-model.ts';
import { endOfTime, type Fault, getReportTime, memberCount, type Step } from '#tests/support/chests/chest-schedules.ts';
import { keysByTime } from '#tests/support/memberships/money-accounts.ts';
import { keyRow } from '#tests/support/tokens/ledger-rows.ts';
import type { KeyRow } from '#worker/domain/memberships/account.ts';
import { openChests } from '#worker/jobs/open-chests.ts';
import { reopenStatements } from '#worker/store/chests/chest-openings.ts';
import { chestStore } from '#worker/store/chests/chests.ts';
import { payoutPaymentStore } from '#worker/store/payouts/admin-payments.ts';
import { payoutQueueStore } from '#worker/store/payouts/admin-queue.ts';
import { payoutRowStore } from '#worker/store/payouts/admin-rows.ts';
import { batch, type Statement, statement } from '#worker/store/sql.ts';

const day = 86_400;

interface PayoutRow {
  id: number;
  /** Map key used in the model: `member month`. */
  name: string;
  /** The chest as `level cents tier`. */
  chest: string;
  status: 'pending' | 'held' | 'paid';
  version: number;
}

/**
 * Plays all steps and then lets the job catch up. Returns the known facts and the payouts in the model's format. Ids starting at
 * `firstUserId` must be unused, and the chest and period tables must be empty.
 */
export async function play(db: D1Database, steps: Step[], firstUserId: number): Promise<{ facts: Facts; payouts: string[] }> {
  const scene = new Scene(db, firstUserId);
  await scene.begin();
  for (const step of steps) await scene.act(step);
  for (const at of [endOfTime, endOfTime + 3_600]) await run(db, at, 3);
  return { facts: scene.facts, payouts: (await scene.payouts()).map(({ name, chest, status }) => `${name} ${chest} ${status}`).sort() };
}

class Scene {
  readonly facts = noFacts();
  readonly #db: D1Database;
  readonly #firstUserId: number;
  /** Key events written so far, one list for each entry of `facts.keys`. */
  readonly #written: KeyRow[][] = [];
  #payments = 0;

  constructor(db: D1Database, firstUserId: number) {
    this.#db = db;
    this.#firstUserId = firstUserId;
  }

  async begin(): Promise<void> {
    const insert = (table: string, columns: string) =>
      this.#db.prepare(
        `INSERT INTO ${table} (id, email, email_key, password_hash, ${columns}, created_at) VALUES (?1, ?2, ?2, '!', ?3, 0)`,
      );
    const ids = Array.from({ length: memberCount }, (_, index) => this.#firstUserId + index);
    await this.#db.batch([
      ...ids.map((id) => insert('users', 'referral_code').bind(id, `c${id}`, `c${id}`)),
      insert('admins', 'role').bind(this.#firstUserId, `c${this.#firstUserId}`, 'super_admin'),
    ]);
  }

  async act(step: Step): Promise<void> {
    const now = getReportTime(step);
    switch (step.does) {
      case 'join':
        return this.#belong({ member: step.member, tier: step.tier, startsAt: step.at, endsAt: step.at + step.days * day }, now);
      case 'leave':
        return this.#endAll(step.member, step.at, now);
      case 'upgrade': {
        const until = Math.max(...this.#running(step.member, step.at).map(({ endsAt }) => endsAt));
        if (!Number.isFinite(until)) return;
        await this.#endAll(step.member, step.at, now);
        return this.#belong({ member: step.member, tier: 'premium', startsAt: step.at, endsAt: until }, now);
      }
      case 'earn': {
        const { member, kind, amount, isHeld, at } = step;
        const state = isHeld && kind === 'treasure' ? 'held' : 'counting';
        return this.#writeKeys(this.facts.keys.push({ member, kind, amount, earnedAt: at, changes: [], state }) - 1, now);
      }
      case 'lose':
      case 'regain': {
        const sumRemaining = (key: KeyFact) => key.changes.reduce((sum, { amount }) => sum + amount, key.amount);
        const found = this.#findKey(step, (key) => key.earnedAt <= step.at && sumRemaining(key) > 0 === (step.does === 'lose'));
        if (!found) return;
        // A key's changes must be in chronological order.
        const at = Math.max(step.at, found.key.changes.at(-1)?.at ?? 0);
        found.key.changes.push({ at, amount: step.does === 'lose' ? -sumRemaining(found.key) : found.key.amount });
        return this.#writeKeys(found.index, now);
      }
      case 'hold':
      case 'release':
      case 'refuse':
        return step.what === 'chest' ? this.#decideChest(step) : this.#decideReferral(step);
      case 'pay':
        return this.#pay(step.member, now);
      case 'run':
        return runJob(this.#db, step);
    }
  }

  /** Returns all payouts except reversed ones. */
  async payouts(): Promise<PayoutRow[]> {
    const [found] = await this.#db.batch<PayoutRow>([
      this.#db
        .prepare(
          `SELECT id, CAST(user_id - CAST(?1 AS INTEGER) AS TEXT) || ' ' || month AS name, status, version,
             chest_level || ' ' || amount_cents || ' ' || iif(is_premium, 'premium', 'basic') AS chest
           FROM treasure_chest_payouts WHERE user_id >= ?1 AND status <> 'reversed' ORDER BY id`,
        )
        .bind(this.#firstUserId),
    ]);
    return found?.results ?? [];
  }

  #running(member: number, at: number): PeriodFact[] {
    return this.facts.periods.filter((period) => period.member === member && period.startsAt <= at && at < period.endsAt);
  }

  async #endAll(member: number, at: number, now: number): Promise<void> {
    for (const period of this.#running(member, at)) {
      period.endsAt = at;
      await this.#writePeriod(period, at, now);
    }
  }

  #belong(period: PeriodFact, now: number): Promise<void> {
    this.facts.periods.push(period);
    return this.#writePeriod(period, period.startsAt, now);
  }

  #writePeriod(period: PeriodFact, since: number, now: number): Promise<void> {
    const upsert = statement(
      `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, cause, created_at) VALUES (?1, ?2, ?3, ?4, 'grant', ?5, ?3)
       ON CONFLICT (cause) DO UPDATE SET ends_at = excluded.ends_at`,
      [
        this.#firstUserId + period.member,
        period.tier,
        period.startsAt,
        period.endsAt,
        `grant:${this.#firstUserId}:${this.facts.periods.indexOf(period)}`,
      ],
    );
    return this.#tell(period.member, [upsert], since, now);
  }

  /** Writes the key events that bring the stored number of keys to the expected number. */
  #writeKeys(index: number, now: number): Promise<void> {
    const key = this.facts.keys[index] as KeyFact;
    const writtenRows = this.#written[index] ?? [];
    const dueKeys = key.state === 'counting' ? [{ amount: key.amount, at: key.earnedAt }, ...key.changes] : [];
    const missing = keysByTime([...dueKeys, ...writtenRows.map(({ amount, at }) => ({ amount: -amount, at }))]);
    const rows = missing.toSorted((one, other) => Math.sign(other.amount) - Math.sign(one.amount));
    const user = this.#firstUserId + key.member;
    const subject = this.#firstUserId * 100 + index;
    const statements = rows.map(({ amount, at }, added) =>
      statement(
        keyRow(key.kind === 'treasure' ? 'referral' : 'placement', { user, amount, subject, turn: writtenRows.length + added, at }),
      ),
    );
    this.#written[index] = [...writtenRows, ...rows];
    return this.#tell(key.member, statements, Math.min(...rows.map(({ at }) => at)), now);
  }

  /** Writes facts and the resulting chests in one batch, as the product does. */
  async #tell(member: number, statements: Statement[], since: number, now: number): Promise<void> {
    if (statements.length === 0) return;
    const chests = reopenStatements([{ userId: this.#firstUserId + member, since }], now);
    await batch(this.#db, [...statements, ...chests]);
  }

  #findKey({ member, pick }: { member: number; pick: number }, is: (key: KeyFact) => boolean): { key: KeyFact; index: number } | undefined {
    const own = this.facts.keys.flatMap((key, index) => (key.member === member && is(key) ? [{ key, index }] : []));
    return own[pick % Math.max(1, own.length)];
  }

  #decideReferral({ does, ...step }: Extract<Step, { does: 'hold' | 'release' | 'refuse' }>): Promise<void> {
    const about = { hold: ['counting'], release: ['held'], refuse: ['counting', 'held'] }[does];
    const found = this.#findKey(step, (key) => key.kind === 'treasure' && key.earnedAt <= step.at && about.includes(key.state));
    if (!found) return Promise.resolve();
    found.key.state = ({ hold: 'held', release: 'counting', refuse: 'refused' } as const)[does];
    return this.#writeKeys(found.index, step.at);
  }

  async #decideChest({ does, member, pick, at }: Extract<Step, { does: 'hold' | 'release' | 'refuse' }>): Promise<void> {
    const about = { hold: ['pending'], release: ['held'], refuse: ['pending', 'held'] }[does];
    const own = (await this.payouts()).filter(({ name, status }) => name.startsWith(`${member} `) && about.includes(status));
    const row = own[pick % Math.max(1, own.length)];
    if (!row) return;
    const { id, version, name } = row;
    const after = await payoutRowStore(this.#db).decideChest({ id, version, decision: does, reason: 'It is so', actor: this.#actor }, at);
    assert.equal(after?.version, version + 1, 'decided as it was seen');
    if (does === 'refuse') this.facts.refusedKeys.add(name);
    if (does === 'hold') this.facts.heldKeys.add(name);
    if (does === 'release') this.facts.heldKeys.delete(name);
  }

  /** Pays a member's pending chests after checking that they match the facts known so far. */
  async #pay(member: number, now: number): Promise<void> {
    const pending = (await this.payouts()).filter(({ name, status }) => name.startsWith(`${member} `) && status === 'pending');
    const byTheRules = chestsByTheRules(this.facts, now);
    for (const { name, chest } of pending) assert.equal(chest, byTheRules.get(name), `${name}, about to be paid`);
    const id = this.#firstUserId + member;
    const [due] = (await payoutQueueStore(this.#db).due([id], now)).members;
    assert.equal(due?.entries ?? 0, pending.length, 'entries in the queue');
    if (!due) return;
    this.#payments += 1;
    const messageId = `<${id}-${this.#payments}@chests.test>`;
    const order = {
      reference: 'PO',
      members: [{ id, version: due.version, messageId }],
      key: messageId,
      requestHash: '',
      wasSentBefore: false,
    };
    const payResult = await payoutPaymentStore(this.#db).pay(order, this.#actor, now);
    assert.ok(typeof payResult === 'object' && payResult.paid.length === 1, 'paid as it was seen');
    for (const { name, chest } of pending) this.facts.paid.set(name, chest);
  }

  get #actor() {
    return { adminId: this.#firstUserId, address: null, requestId: 'chests' };
  }
}

async function runJob(db: D1Database, { at, chunk, fault, batchNumber, parallel }: Extract<Step, { does: 'run' }>): Promise<void> {
  const runs = [run(failBatchAt(db, batchNumber, fault), at, chunk), ...(parallel ? [run(db, at, chunk)] : [])];
  for (const outcome of await Promise.allSettled(runs)) {
    if (outcome.status === 'rejected' && !String(outcome.reason).includes(cutOff)) throw outcome.reason;
  }
}

function run(db: D1Database, at: number, chunk: number): Promise<void> {
  return openChests({ store: { chests: chestStore(db, chunk) } }, at);
}

const cutOff = 'cut off on purpose';

/** Wraps a database so that its nth batch fails: before the write, after it, or with a rollback in the middle. */
export function failBatchAt(db: D1Database, batchNumber: number, fault: Fault): D1Database {
  let batches = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    batches += 1;
    if (fault === 'none' || batches !== batchNumber) return db.batch(statements);
    if (fault === 'after') await db.batch(statements);
    if (fault === 'within') {
      const violation = db.prepare(`INSERT INTO chest_months (month, started_at) VALUES (NULL, NULL)`).bind();
      await db.batch([...statements.slice(0, 1), violation, ...statements.slice(1)]).catch(() => undefined);
    }
    throw new Error(cutOff);
  };
  return { prepare: (sql: string) => db.prepare(sql), batch } as unknown as D1Database;
}
