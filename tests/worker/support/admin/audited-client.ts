/** An administrator's client that watches the database. If a call changes data without adding an audit row, the test fails. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { withSession } from '#tests/support/database/session-database.ts';
import { Client } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

/** Tables whose changes need no audit row: rate limits, email delivery, sign-in state of administrators, and job and check results. */
const unaudited = new Set([
  'rate_counters',
  'outbox',
  'one_time_links',
  'idempotency_keys',
  'admin_sessions',
  'passkey_challenges',
  'job_runs',
  'ledger_checks',
  'alarms',
  'viewers',
]);

/** Whether the statement only marks a membership as lost, which needs no audit row. */
const marksLostMembership = (sql: string) => /^\s*UPDATE users SET membership_lost_at\b/.test(sql);

interface Watched {
  /** Names of the tables that the call changed, in the order of the changes. */
  changed: string[];
}

/** Records changes separately for each call because calls may be concurrent. */
const calls = new AsyncLocalStorage<Watched>();

/** Caches one wrapped environment per original environment because the Worker caches its keys per environment object. */
const watching = new WeakMap<Env, Env>();

/** Returns an environment whose database records the current call's changes. */
function watchedEnv(workerEnv: Env): Env {
  const known = watching.get(workerEnv);
  if (known) return known;
  const tables = new WeakMap<D1PreparedStatement, string>();
  const database = withSession({
    prepare(sql: string) {
      const prepared = workerEnv.DB.prepare(sql);
      const table = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/i.exec(sql)?.[1];
      const bind = prepared.bind.bind(prepared);
      prepared.bind = (...values: unknown[]) => {
        const bound = bind(...values);
        if (table && !marksLostMembership(sql)) tables.set(bound, table);
        return bound;
      };
      return prepared;
    },
    async batch<Row>(statements: D1PreparedStatement[]) {
      const results = await workerEnv.DB.batch<Row>(statements);
      results.forEach(({ meta }, index) => {
        const table = statements[index] && tables.get(statements[index]);
        if (!table || meta.changes === 0) return;
        const call = calls.getStore();
        if (!call) throw new Error(`${table} was changed outside of a call`);
        call.changed.push(table);
      });
      return results;
    },
  });
  const made = { ...workerEnv, DB: database };
  watching.set(workerEnv, made);
  return made;
}

export class AuditedClient extends Client {
  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const call: Watched = { changed: [] };
    const client = Object.assign(new Client(this.address), {
      cookies: this.cookies,
      token: this.token,
      workerEnv: watchedEnv(this.workerEnv),
    });
    const response = await calls.run(call, () => client.fetch(path, init));
    const unseen = call.changed.filter((table) => table !== 'audit_log' && !unaudited.has(table));
    if (unseen.length > 0 && !call.changed.includes('audit_log')) {
      throw new Error(`${init.method ?? 'GET'} ${path} changed ${unseen.join(', ')} without an audit row`);
    }
    return response;
  }
}
