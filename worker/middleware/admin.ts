/**
 * Who of the administrators is calling, by bearer token alone: no cookie, so no other site can make a browser call. The
 * database is asked first, in a round trip of its own; routes then need one more. Product rules: Accounts and sessions.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type Actor, type AdminCaller, type Administrator, mustSetPassword } from '#worker/domain/administrator.ts';
import { ApiError } from '#worker/errors.ts';
import { firstAccepted } from '#worker/security/accepted.ts';
import { isDownloadLink, readDownload, withoutLink } from '#worker/security/download-link.ts';
import { adminTokens } from '#worker/security/session-token.ts';
import type { AppEnv } from './context.ts';
import { bearerOf } from './session.ts';

export type AdminEnv = AppEnv & {
  Variables: {
    admin: Administrator;
    adminCaller: AdminCaller;
    /** Who acts, from where: for the audit log. */
    actor: Actor;
  };
};

/** Whom the bearer token names; the database has not been asked yet. */
export async function adminByToken(c: Context<AdminEnv>): Promise<AdminCaller | undefined> {
  const subject = await bearerOf(adminTokens, c.var.config.accepted.adminToken, c.req.header('Authorization') ?? '');
  return subject ? { adminId: subject.id, sessionHash: subject.sessionHash } : undefined;
}

async function admit(c: Context<AdminEnv>, caller: AdminCaller | undefined): Promise<void> {
  const admin = await identifyAdmin(c, caller);
  if (mustSetPassword(admin, c.var.config.environment)) throw new ApiError('own_password_first');
}

async function identifyAdmin(c: Context<AdminEnv>, caller: AdminCaller | undefined): Promise<Administrator> {
  const admin = caller && (await c.var.store.admin.administrators.signedIn(caller, c.var.now));
  if (!admin) throw new ApiError('admin_not_signed_in');
  c.set('admin', admin);
  c.set('adminCaller', caller);
  c.set('actor', actorOf(c, admin.id));
  return admin;
}

/** That administrator, acting from where this request comes from. */
export function actorOf(c: Context<AdminEnv>, adminId: number): Actor {
  return { adminId, address: c.req.header('CF-Connecting-IP') ?? null, requestId: c.var.requestId };
}

/** Refuses (401) who is no administrator with a session that holds; and (403) who has yet to set a password of their own. */
export const requireAdmin = createMiddleware<AdminEnv>(async (c, next) => {
  await admit(c, await adminByToken(c));
  await next();
});

/** Open also to who has yet to set a password of their own: so that they can. */
export const requireAdminOrNewcomer = createMiddleware<AdminEnv>(async (c, next) => {
  await identifyAdmin(c, await adminByToken(c));
  await next();
});

/** Refuses (403) administrators who are no super administrators. */
export const requireSuperAdmin = createMiddleware<AdminEnv>(async (c, next) => {
  await admit(c, await adminByToken(c));
  superAdminOnly(c.var.admin);
  await next();
});

/** For what a plain administrator may do in part: 403 for the rest. */
export function superAdminOnly(admin: Administrator): void {
  if (admin.role !== 'super_admin') throw new ApiError('super_admin_only');
}

/**
 * A download: by bearer token, or by a link that `POST /api/admin/download-links` signed for a browser to navigate to.
 * The session behind a link must still hold.
 */
export const requireAdminOrLink = createMiddleware<AdminEnv>(async (c, next) => {
  const url = new URL(c.req.url);
  if (isDownloadLink(url)) {
    const caller = await firstAccepted(c.var.config.accepted.linkSigning, (key) => readDownload(key, url, c.var.now));
    if (!caller) throw new ApiError('link_not_ours');
    await admit(c, caller);
    c.req.raw = new Request(withoutLink(url), c.req.raw);
  } else await admit(c, await adminByToken(c));
  await next();
});
