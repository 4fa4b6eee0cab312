/** The one door to D1 and KV. */
import type { Env } from '#worker/env.ts';
import { cardPrintStore } from './card-print.ts';
import { cardStore } from './cards.ts';
import { counterStore } from './counters.ts';
import { dueStore } from './due.ts';
import { expiredStore } from './expired.ts';
import { lookupStore } from './lookups.ts';
import { moneyStore } from './money.ts';
import { orderStore } from './orders.ts';
import { paymentStore } from './payments.ts';
import { referralStore } from './referrals.ts';
import { scanStore } from './scans.ts';
import { sessionStore } from './sessions.ts';
import { signInStore } from './sign-ins.ts';
import { tokenStore } from './tokens.ts';
import { userStore } from './users.ts';

export function createStore(env: Env) {
  return {
    cardPrint: cardPrintStore(env.DB),
    cards: cardStore(env.DB),
    counters: counterStore(env.DB),
    due: dueStore(env.DB),
    expired: expiredStore(env.DB),
    lookups: lookupStore(env.DB),
    money: moneyStore(env.DB),
    orders: orderStore(env.DB),
    payments: paymentStore(env.DB),
    referrals: referralStore(env.DB),
    scans: scanStore(env.DB),
    sessions: sessionStore(env.DB, env.SESSIONS),
    signIns: signInStore(env.DB),
    tokens: tokenStore(env.DB),
    users: userStore(env.DB),
  };
}

export type Store = ReturnType<typeof createStore>;
