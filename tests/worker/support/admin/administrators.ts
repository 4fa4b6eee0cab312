/** Administrators for tests, signed in without the cost of hashing a password. */
import { env } from 'cloudflare:workers';
import type { AdminRole } from '#schema/admin/session.ts';
import { adminSessionTtlSeconds } from '#schema/rules.ts';
import type { Client } from '#tests/worker/support/client.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { randomToken, sha256 } from '#worker/security/random.ts';
import { adminTokens, signSessionToken } from '#worker/security/session-token.ts';
import { AuditedClient } from './audited-client.ts';

export interface TestAdmin {
  /** Client that sends the administrator's bearer token. The test fails if a change writes no audit row. */
  client: Client;
  id: number;
  email: string;
  role: AdminRole;
}

/** Name of the second-factor cookie on HTTPS sites. */
export const proofCookie = '__Host-admin';

let administrators = 0;

/** Creates an administrator with a session and an unusable password; sign-in has its own tests. */
export async function newAdmin(role: AdminRole = 'super_admin'): Promise<TestAdmin> {
  administrators += 1;
  const email = `admin${administrators}@example.test`;
  const now = Math.floor(Date.now() / 1_000);
  const sessionHash = await sha256(randomToken());
  const expiresAt = now + adminSessionTtlSeconds;
  const [admins] = await env.DB.batch<{ id: number }>([
    env.DB.prepare(
      `INSERT INTO admins (email, email_key, password_hash, first_name, last_name, role, created_at) VALUES (?1, ?1, '!', 'Ad', 'Min', ?2, ?3) RETURNING id`,
    ).bind(email, role, now),
    env.DB.prepare(
      'INSERT INTO admin_sessions (id_hash, admin_id, created_at, expires_at) SELECT ?1, id, ?2, ?3 FROM admins WHERE email_key = ?4',
    ).bind(sessionHash, now, expiresAt, email),
  ]);
  const id = admins?.results[0]?.id ?? 0;
  const { adminTokenKey } = await readConfig(env as unknown as Env);
  const client = new AuditedClient();
  client.token = await signSessionToken(adminTokens, adminTokenKey, { id, sessionHash, email }, expiresAt);
  return { client, id, email, role };
}

/** Adds a second factor to the administrator, verified in the session `secondsAgo` seconds ago. */
export async function withProof(admin: TestAdmin, secondsAgo = 0): Promise<TestAdmin> {
  const secret = randomToken();
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO admin_passkeys (admin_id, credential_id, public_key, counter, transports, name, created_at) VALUES (?1, ?2, '', 0, '[]', 'Key', 1)`,
    ).bind(admin.id, secret),
    env.DB.prepare('UPDATE admin_sessions SET proof_hash = ?2, proved_at = ?3 WHERE admin_id = ?1').bind(
      admin.id,
      await sha256(secret),
      Math.floor(Date.now() / 1_000) - secondsAgo,
    ),
  ]);
  admin.client.cookies.set(proofCookie, secret);
  return admin;
}
