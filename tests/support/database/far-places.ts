/**
 * Serves one Worker to two locations: one reads from the primary database, the other from the replica. Seeds a member, and three cards
 * owned by another member.
 */

import { farCards, farMember } from '#tests/support/database/far-cards.ts';
import { localReplicas } from '#tests/support/database/local-replicas.ts';
import { ReplicatedProduct } from '#tests/support/database/replicated-product.ts';

export interface Places {
  answer: (request: Request) => Promise<Response>;
  catchUp: () => Promise<void>;
}

export function openPlaces(origin: string): Promise<Places> {
  return new Promise((resolve, reject) => {
    // Sets a practically infinite lag because the test triggers replication explicitly.
    localReplicas()({ lagMs: () => 1e12 }, async (replicas) => {
      const sessions = new Map<string, string>();
      const primary = { ...replicas.db, withSession: () => replicas.db.withSession('first-primary') } as D1Database;
      const near = new ReplicatedProduct(replicas, { origin, sessions, db: primary });
      const far = new ReplicatedProduct(replicas, { origin, sessions });
      await seed(near, origin);
      await replicas.catchUp();
      resolve({
        answer: async (request) => {
          const { response, backgroundWork } = await (request.headers.has('X-Far') ? far : near).answer(request);
          await backgroundWork;
          return response;
        },
        catchUp: () => replicas.catchUp(),
      });
      // This promise never resolves, because `localReplicas` undoes all writes when this callback returns. The Worker runs until the
      // process exits.
      await new Promise(() => {});
    }).catch(reject);
  });
}

async function seed(product: ReplicatedProduct, origin: string): Promise<void> {
  for (const [index, { email, password }] of [farMember, { ...farMember, email: 'owner@cards.test' }].entries()) {
    const body = JSON.stringify({ email, password, confirmPassword: password, username: `far${index}`, acceptedTerms: true });
    const headers = { 'Content-Type': 'application/json' };
    const { response, backgroundWork } = await product.answer(new Request(`${origin}/api/register`, { method: 'POST', headers, body }));
    await backgroundWork;
    if (response.status !== 201) throw new Error(await response.text());
  }
  await product.change("UPDATE users SET email_verified_at = 1, role = 'basic'");
  for (const { cardId, code } of farCards) {
    await product.change(
      `INSERT INTO cache_cards (card_id, code, user_id, status, is_test, available_at, location, created_at)
       SELECT ?1, ?2, id, 'active', 0, 1, 'Old mill', 1 FROM users WHERE email = 'owner@cards.test'`,
      cardId,
      code,
    );
  }
}
