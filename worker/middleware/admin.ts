/**
 * Who of the administrators is calling, by bearer token; what a second factor has shown counts only together with the cookie
 * that it was answered with, so that a copied token is not enough. The database is asked first, in a round trip of its own;
 * routes then need one more. Product rules: Accounts and sessions, Second factors of administrators.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AdminRole } from '#schema/admin/session.ts';
import { adminIdleSeconds, adminUseNotedSeconds } from '#schema/rules.ts';
import { type Actor, type AdminCaller, mustSetPassword, type SignedInAdministrator } from '#worker/domain/admin/administrator.ts';
import { decideProof, type ProofNeeded, type ProofState, proofState } from '#worker/domain/admin/second-factor.ts';
import { ApiError } from '#worker/errors.ts';
import { firstAccepted } from '#worker/security/accepted.ts';
import { isDownloadLink, readDownload, withoutLink } from '#worker/security/download-link.ts';
import { adminTokens } from '#worker/security/session-token.ts';
import { loadProvedAt } from './admin-proof.ts';
import type { AppEnv } from './context.ts';
import { bearerOf } from './session.ts';

export type AdminEnv = AppEnv & {
  Variables: {
    admin: SignedInAdministrator;
    adminCaller: AdminCaller;
    /** What this session has shown of a second factor. */
    proof: ProofState;
    /** What they may do: a super administrator who has yet to set up a second factor acts as every administrator. */
    actsAs: AdminRole;
    /** Who acts, from where: for the audit log. */
    actor: Actor;
  };
};

/** Whom the bearer token names; the database has not been asked yet. */
export async function adminByToken(c: Context<AdminEnv>): Promise<AdminCaller | undefined> {
  const subject = await bearerOf(adminTokens, c.var.config.accepted.adminToken, c.req.header('Authorization') ?? '');
  return subject ? { adminId: subject.id, sessionHash: subject.sessionHash } : undefined;
}

async function admit(c: Context<AdminEnv>, caller: AdminCaller | undefined, needed: ProofNeeded): Promise<void> {
  await identifyWithOwnPassword(c, caller);
  requireRole(c, needed);
}

function requireRole(c: Context<AdminEnv>, needed: ProofNeeded): void {
  if (needed !== 'none' && c.var.admin.role !== 'super_admin') throw new ApiError('super_admin_only');
  requireProof(c, needed);
}

function requireProof(c: Context<AdminEnv>, needed: ProofNeeded): void {
  const decided = decideProof(c.var.proof, needed, c.var.now);
  if (!decided.ok) throw new ApiError(decided.refusal);
}

async function identifyWithOwnPassword(c: Context<AdminEnv>, caller: AdminCaller | undefined): Promise<void> {
  const admin = await identifyAdmin(c, caller);
  if (mustSetPassword(admin, c.var.config.environment)) throw new ApiError('own_password_first');
}

async function identifyAdmin(c: Context<AdminEnv>, caller: AdminCaller | undefined): Promise<SignedInAdministrator> {
  const { config, now, store } = c.var;
  const isProduction = config.environment === 'production';
  const usedAfter = isProduction ? now - adminIdleSeconds : 0;
  const admin = caller && (await store.admin.administrators.signedIn(caller, usedAfter, now));
  if (!admin) throw new ApiError('admin_not_signed_in');
  c.set('admin', admin);
  c.set('adminCaller', caller);
  const proof = proofState(admin, await loadProvedAt(c, admin), config.environment);
  c.set('proof', proof);
  c.set('actsAs', proof.state === 'missing' ? 'admin' : admin.role);
  c.set('actor', actorOf(c, admin.id));
  if (isProduction && now >= admin.lastUsedAt + adminUseNotedSeconds) c.executionCtx.waitUntil(store.admin.signIns.noteUse(caller, now));
  return admin;
}

/** That administrator, acting from where this request comes from. */
export function actorOf(c: Context<AdminEnv>, adminId: number): Actor {
  return { adminId, address: c.req.header('CF-Connecting-IP') ?? null, requestId: c.var.requestId };
}

const admitted = (needed: ProofNeeded) =>
  createMiddleware<AdminEnv>(async (c, next) => {
    await admit(c, await adminByToken(c), needed);
    await next();
  });

/** Refuses (401) who is no administrator with a session that holds; and (403) who has yet to set a password of their own, or to show their second factor. */
export const requireAdmin = admitted('none');

/** Refuses (403) administrators who are no super administrators, and those who have not shown a second factor where one is needed. */
export const requireSuperAdmin = admitted('proof');

/** Whoever moves money, tokens, tiers, e-mails or roles: the same, and a proof that is younger than 15 minutes. */
export const requireMoneyMover = admitted('fresh_proof');

/** Open also to who has yet to set a password of their own: so that they can. */
export const requireAdminOrNewcomer = createMiddleware<AdminEnv>(async (c, next) => {
  await identifyAdmin(c, await adminByToken(c));
  await next();
});

/** Open also to who has yet to show or set up a second factor: so that they can. */
export const requireAdminBeforeProof = createMiddleware<AdminEnv>(async (c, next) => {
  await identifyWithOwnPassword(c, await adminByToken(c));
  await next();
});

/** For what a plain administrator may do in part: 403 for the rest, as `requireSuperAdmin`. */
export const superAdminOnly = (c: Context<AdminEnv>): void => requireRole(c, 'proof');

/** Likewise, as `requireMoneyMover`. */
export const moneyMoverOnly = (c: Context<AdminEnv>): void => requireRole(c, 'fresh_proof');

/**
 * A download: by bearer token, or by a link that `POST /api/admin/download-links` signed for a browser to navigate to.
 * The session behind a link must still hold.
 */
export const requireAdminOrLink = createMiddleware<AdminEnv>(async (c, next) => {
  const url = new URL(c.req.url);
  if (isDownloadLink(url)) {
    const caller = await firstAccepted(c.var.config.accepted.linkSigning, (key) => readDownload(key, url, c.var.now));
    if (!caller) throw new ApiError('link_not_ours');
    await admit(c, caller, 'none');
    c.req.raw = new Request(withoutLink(url), c.req.raw);
  } else await admit(c, await adminByToken(c), 'none');
  await next();
});
