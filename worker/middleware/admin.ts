/**
 * Identifies the administrator by bearer token. The second-factor proof also requires its cookie so that a copied token is not enough. The
 * middleware checks the session in its own round trip so that routes need only one more. Product rules: Accounts and sessions, Second
 * factors of administrators.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { backgroundHeader } from '#schema/admin/background.ts';
import type { AdminRole } from '#schema/admin/session.ts';
import { adminIdleSeconds, adminUseUpdateSeconds } from '#schema/rules.ts';
import {
  type Actor,
  type AdminCaller,
  type AdminSession,
  mustSetPassword,
  type SignedInAdministrator,
} from '#worker/domain/admin/administrator.ts';
import { decideProof, type ProofNeeded, type ProofState, proofState } from '#worker/domain/admin/second-factor.ts';
import { ApiError } from '#worker/errors.ts';
import { isDownloadLink, readDownload, removeLinkParameters } from '#worker/security/download-link.ts';
import { firstAccepted } from '#worker/security/first-accepted.ts';
import { adminTokens } from '#worker/security/session-token.ts';
import { loadProvedAt } from './admin-proof.ts';
import type { AppEnv } from './context.ts';
import { verifyBearer } from './session.ts';

export type AdminEnv = AppEnv & {
  Variables: {
    admin: SignedInAdministrator;
    adminCaller: AdminCaller;
    proof: ProofState;
    /** Effective role. A super administrator who has not verified a second factor has only an administrator's rights. */
    actsAs: AdminRole;
    actor: Actor;
  };
};

/** Returns the caller identified by the bearer token, not yet verified against the database. */
export async function adminByToken(c: Context<AdminEnv>): Promise<AdminCaller | undefined> {
  const subject = await verifyBearer(adminTokens, c.var.config.accepted.adminToken, c.req.header('Authorization') ?? '');
  return subject ? { adminId: subject.id, sessionHash: subject.sessionHash } : undefined;
}

async function admit(c: Context<AdminEnv>, caller: AdminSession | undefined, level: ProofNeeded, isUse = true): Promise<void> {
  await identifyWithOwnPassword(c, caller, isUse);
  requireRole(c, level);
}

function requireRole(c: Context<AdminEnv>, level: ProofNeeded): void {
  if (level !== 'none' && c.var.admin.role !== 'super_admin') throw new ApiError('super_admin_only');
  requireProof(c, level);
}

function requireProof(c: Context<AdminEnv>, level: ProofNeeded): void {
  const decisionResult = decideProof(c.var.proof, level, c.var.now);
  if (!decisionResult.ok) throw new ApiError(decisionResult.refusal);
}

async function identifyWithOwnPassword(c: Context<AdminEnv>, caller: AdminSession | undefined, isUse = true): Promise<void> {
  const admin = await identifyAdmin(c, caller, isUse);
  if (mustSetPassword(admin, c.var.config.environment)) throw new ApiError('own_password_first');
}

async function identifyAdmin(c: Context<AdminEnv>, session: AdminSession | undefined, isUse = true): Promise<SignedInAdministrator> {
  const { config, now, store } = c.var;
  const isProduction = config.environment === 'production';
  const usedAfter = isProduction ? now - adminIdleSeconds : 0;
  const admin = session && (await store.admin.administrators.signedIn(session, usedAfter, now));
  if (!admin) throw new ApiError('admin_not_signed_in');
  const caller = { adminId: admin.id, sessionHash: session.sessionHash };
  c.set('admin', admin);
  c.set('adminCaller', caller);
  const proof = proofState(admin, await loadProvedAt(c, admin), config.environment);
  c.set('proof', proof);
  c.set('actsAs', proof.state === 'missing' ? 'admin' : admin.role);
  c.set('actor', getActor(c, admin.id));
  if (isProduction && isUse && !isBackgroundCall(c) && now >= admin.lastUsedAt + adminUseUpdateSeconds)
    c.executionCtx.waitUntil(store.admin.signIns.noteUse(caller, now));
  return admin;
}

/** Returns whether the page repeats this reading call by itself. A call that changes something always counts as use of the session. */
export function isBackgroundCall(c: Context<AdminEnv>): boolean {
  return c.req.method === 'GET' && c.req.header(backgroundHeader) !== undefined;
}

export function getActor(c: Context<AdminEnv>, adminId: number): Actor {
  return { adminId, address: c.req.header('CF-Connecting-IP') ?? null, requestId: c.var.requestId };
}

const admitAdministrator = (level: ProofNeeded, isUse = true) =>
  createMiddleware<AdminEnv>(async (c, next) => {
    await admit(c, await adminByToken(c), level, isUse);
    await next();
  });

/**
 * Responds with 401 if the session is invalid, and with 403 if the administrator has a temporary password or an unverified second factor.
 */
export const requireAdmin = admitAdministrator('none');

/** Like `requireAdmin`, for calls other than GET that a page repeats by itself, which do not extend an idle session. */
export const requireAdminInBackground = admitAdministrator('none', false);

/** Responds with 403 unless the caller is a super administrator who has verified a second factor where required. */
export const requireSuperAdmin = admitAdministrator('proof');

/**
 * Like `requireSuperAdmin`, but the second-factor proof must be less than 15 minutes old. For changes to money, tokens, tiers, emails or
 * roles.
 */
export const requireMoneyMover = admitAdministrator('fresh_proof');

/** Like `requireAdmin`, but also admits administrators with a temporary password or an unverified second factor. */
export const requireAdminOrNewcomer = createMiddleware<AdminEnv>(async (c, next) => {
  await identifyAdmin(c, await adminByToken(c));
  await next();
});

/** Like `requireAdmin`, but also admits administrators who have not yet set up or verified a second factor, so that they can do so. */
export const requireAdminBeforeProof = createMiddleware<AdminEnv>(async (c, next) => {
  await identifyWithOwnPassword(c, await adminByToken(c));
  await next();
});

/**
 * Throws unless the administrator who is viewing a member's account in this session may make administrators' calls now. Viewing does not
 * extend an idle session.
 */
export const admitViewer = (c: Context<AppEnv>, sessionHash: string): Promise<void> =>
  c.var.database.withFreshRead(
    () => admit(c as unknown as Context<AdminEnv>, { sessionHash }, 'none', false),
    () => true,
  );

/** Throws 403 like `requireSuperAdmin`, for routes where only some actions need this check. */
export const superAdminOnly = (c: Context<AdminEnv>): void => requireRole(c, 'proof');

/** Throws 403 like `requireMoneyMover`, for routes where only some actions need this check. */
export const moneyMoverOnly = (c: Context<AdminEnv>): void => requireRole(c, 'fresh_proof');

/**
 * Throws 403 unless the caller, whatever their role, has verified a second factor in the last 15 minutes. In production, this also rejects
 * administrators without a second factor; in development, they may proceed.
 */
export const freshProofOnly = (c: Context<AdminEnv>): void => {
  const lacksSecondFactor = c.var.proof.state === 'optional' || c.var.proof.state === 'missing';
  if (lacksSecondFactor && c.var.config.environment === 'production') throw new ApiError('second_factor_missing');
  requireProof(c, 'fresh_proof');
};

/** Authenticates downloads by bearer token, or by a link signed by `POST /api/admin/download-links` whose session is still valid. */
export const requireAdminOrLink = createMiddleware<AdminEnv>(async (c, next) => {
  const url = new URL(c.req.url);
  if (isDownloadLink(url)) {
    const caller = await firstAccepted(c.var.config.accepted.linkSigning, (key) => readDownload(key, url, c.var.now));
    if (!caller) throw new ApiError('link_not_ours');
    await admit(c, caller, 'none');
    c.req.raw = new Request(removeLinkParameters(url), c.req.raw);
  } else await admit(c, await adminByToken(c), 'none');
  await next();
});
