/** A request reads at the nearest copy of the database where its call may, and what a copy refuses is asked for at the primary. */
import type { Context, ExecutionContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import { bookmarkHeader } from '#schema/bookmark.ts';
import { firstAccepted } from '#worker/security/accepted.ts';
import { readBookmark, signBookmark } from '#worker/security/bookmark.ts';
import { RequestDatabase } from '#worker/store/request-database.ts';
import type { AppEnv } from './context.ts';
import { readingOf } from './readings.ts';

/** Requests that are answered once more, at the primary. */
const repeated = new WeakSet<Request>();

/** The database as this call reads it. A bookmark that is not ours is dropped, and the primary asked. */
export async function openDatabase(c: Context<AppEnv>): Promise<RequestDatabase> {
  const signed = c.req.header(bookmarkHeader);
  const bookmark = signed && (await firstAccepted(c.var.config.accepted.linkSigning, (key) => readBookmark(key, signed)));
  const isForPrimary = repeated.has(c.req.raw) || (signed !== undefined && bookmark === undefined);
  return new RequestDatabase(c.env.DB, isForPrimary ? 'primary' : readingOf(c), bookmark);
}

/** Names the state that the answer tells of; not in an answer that a cache may keep and hand out later. */
export async function handBookmark(c: Context<AppEnv>): Promise<void> {
  const { bookmark } = c.var.database;
  if (bookmark === undefined || c.res.headers.get('Cache-Control')?.includes('public')) return;
  c.header(bookmarkHeader, await signBookmark(c.var.config.linkSigningKey, bookmark));
}

/** The whole app, as it answers a request. */
type Answering = (request: Request, env: AppEnv['Bindings'], context: ExecutionContext) => Response | Promise<Response>;

/**
 * What a copy refuses may have come about since: a session of seconds ago, a card that was just paid for. So a read that is
 * refused by what a copy says is answered once more at the primary. A call with a body sees to that itself, as a scan does.
 */
export const finalAtPrimary = (answer: Answering) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (c.res.status < 400 || c.req.method !== 'GET' || !c.var.database?.isFromCopy) return;
    const request = new Request(c.req.raw);
    repeated.add(request);
    // Or Hono would copy the headers of the first answer.
    c.res = undefined;
    c.res = await answer(request, c.env, c.executionCtx);
  });
