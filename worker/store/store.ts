/** The one door to D1 and KV. */
import type { Env } from '#worker/env.ts';
import { cardStore } from './cards.ts';
import { counterStore } from './counters.ts';
import { expiredStore } from './expired.ts';
import { lookupStore } from './lookups.ts';
import { scanStore } from './scans.ts';
import { sessionStore } from './sessions.ts';
import { signInStore } from './sign-ins.ts';
import { tokenStore } from './tokens.ts';
import { userStore } from './users.ts';

export function createStore(env: Env) {
  return {
    cards: cardStore(env.DB),
    counters: counterStore(env.DB),
    expired: expiredStore(env.DB),
    lookups: lookupStore(env.DB),
    scans: scanStore(env.DB),
    sessions: sessionStore(env.DB, env.SESSIONS),
    signIns: signInStore(env.DB),
    tokens: tokenStore(env.DB),
    users: userStore(env.DB),
  };
}

export type Store = ReturnType<typeof createStore>;
