/**
 * Random histories of members far from the primary database. Each member finds cards on two devices, spends tokens, signs out and in, and
 * ends the other device's session, while administrators disable cards and change codes. After each step, the responses are compared with a
 * small model.
 */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Replicas } from '#tests/support/database/replicas.ts';
import { type Answer, Browser, ReplicatedProduct } from '#tests/support/database/replicated-product.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';

const memberCount = 3;
const cardCount = 6;
const stayCost = 60;
/** Number of unknown ids allowed per hour before a member is blocked. */
const maxMisses = 10;

const member = fc.nat(memberCount - 1);
const device = fc.nat(1);
const card = fc.nat(cardCount - 1);
const constantKind = <Kind extends string>(kind: Kind) => fc.constant(kind);

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: constantKind('scan'), member, device, card, withCode: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: constantKind('scan_twice'), member, card }) },
  { weight: 6, arbitrary: fc.record({ does: constantKind('look'), member, device }) },
  { weight: 2, arbitrary: fc.record({ does: constantKind('look_up'), member, device, card }) },
  { weight: 2, arbitrary: fc.record({ does: constantKind('redeem'), member }) },
  { weight: 1, arbitrary: fc.record({ does: constantKind('gift'), member }) },
  { weight: 2, arbitrary: fc.record({ does: constantKind('sign_out'), member, device, card }) },
  { weight: 2, arbitrary: fc.record({ does: constantKind('end_other'), member, device, card }) },
  { weight: 1, arbitrary: fc.record({ does: constantKind('disable'), card }) },
  { weight: 1, arbitrary: fc.record({ does: constantKind('change_code'), card }) },
  { weight: 3, arbitrary: fc.record({ does: constantKind('wait'), ms: fc.constantFrom(100, 1_000, 6_000) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

export interface Travel {
  steps: Step[];
  lagSeed: number;
}

export const travels: fc.Arbitrary<Travel> = fc.record({
  steps: fc.array(step, { minLength: 15, maxLength: 35, size: 'max' }),
  lagSeed: fc.nat(2 ** 31),
});

interface Traveler {
  id: number;
  email: string;
  devices: Browser[];
  /** All balances in chronological order; the last one is current. */
  balances: number[];
  /**
   * For each device, the index in `balances` of the last balance it showed. If that balance occurs several times, this is the lowest
   * possible index.
   */
  reportedBalances: number[];
  hasRedeemed: boolean;
  hasPlaced: boolean;
  misses: number;
}

interface Card {
  cardId: string;
  code: string;
  printedCode: string;
  isDisabled: boolean;
  owner: number;
  finders: Set<number>;
  /** Whether the card's placement still needs to be confirmed by a find. */
  placementOpen: boolean;
}

export type Tally = Map<string, number>;

/** Plays a random history; throws if the Worker's responses differ from the model. */
export async function travel(replicas: Replicas, { steps }: Travel, tally: Tally): Promise<void> {
  const world = new World(new ReplicatedProduct(replicas), tally);
  await world.begin();
  for (const one of steps) await world.act(one);
  await world.expectLedgerToBalance();
}

class World {
  readonly #product: ReplicatedProduct;
  readonly #tally: Tally;
  readonly #travelers: Traveler[] = [];
  readonly #cards: Card[] = [];

  constructor(product: ReplicatedProduct, tally: Tally) {
    this.#product = product;
    this.#tally = tally;
  }

  async begin(): Promise<void> {
    for (let index = 0; index < memberCount; index += 1) {
      const email = `traveler${index}@cards.test`;
      const devices = [new Browser(`198.51.100.${index}`), new Browser(`203.0.113.${index}`)];
      const about = { email, password: 'pass-word-1', confirmPassword: 'pass-word-1', username: `traveler${index}`, acceptedTerms: true };
      const answer = await this.#call(devices[0], 'POST', '/register', about);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      const id = Number(answer.body.id);
      this.#travelers.push({
        id,
        email,
        devices,
        balances: [0],
        reportedBalances: [0, 0],
        hasRedeemed: false,
        hasPlaced: false,
        misses: 0,
      });
      await this.#signIn(index, 1);
      await this.#product.change("UPDATE users SET email_verified_at = 1, role = 'basic' WHERE id = ?1", id);
    }
    for (let index = 0; index < cardCount; index += 1) {
      const [cardId, code, owner] = [`TC-100000${index}`, `CDE0000${index}`, index % memberCount];
      await this.#product.change(
        `INSERT INTO cache_cards (card_id, code, user_id, status, is_test, available_at, location, created_at)
         VALUES (?1, ?2, ?3, 'active', 0, 1, 'Old mill', 1)`,
        cardId,
        code,
        this.#traveler(owner).id,
      );
      const isPlaced = index % 2 === 0;
      this.#cards.push({ cardId, code, printedCode: code, isDisabled: false, owner, finders: new Set(), placementOpen: isPlaced });
      if (!isPlaced) continue;
      const where = { location: 'City park', description: 'Under the oak', latitude: 1, longitude: 1 + index };
      const answer = await this.#call(this.#device(owner, 0), 'POST', `/cache-cards/${cardId}/placement`, where);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
  }

  async act(step: Step): Promise<void> {
    switch (step.does) {
      case 'scan':
        return this.#scan(step);
      case 'scan_twice':
        return this.#scanTwice(step);
      case 'look':
        return this.#look(step.member, step.device);
      case 'look_up':
        return this.#lookUp(step);
      case 'redeem':
        return this.#redeem(step.member);
      case 'gift':
        await this.#product.change(tokenRow('adjustment', { user: this.#traveler(step.member).id, amount: stayCost }));
        return this.#add(step.member, stayCost);
      case 'sign_out':
        return this.#end(step, (browser) => this.#call(browser, 'POST', '/logout'));
      case 'end_other':
        return this.#end(step, () => this.#call(this.#device(step.member, 1 - step.device), 'DELETE', '/sessions'));
      case 'disable': {
        const card = this.#card(step.card);
        await this.#product.change("UPDATE cache_cards SET status = 'disabled', version = version + 1 WHERE card_id = ?1", card.cardId);
        card.isDisabled = true;
        return;
      }
      case 'change_code': {
        const card = this.#card(step.card);
        card.code = card.code.replace('CDE', 'NEW');
        await this.#product.change('UPDATE cache_cards SET code = ?2, version = version + 1 WHERE card_id = ?1', card.cardId, card.code);
        return;
      }
      case 'wait':
        this.#product.replicas.clockMs += step.ms;
    }
  }

  async #scan({ member, device, card, withCode }: Extract<Step, { does: 'scan' }>): Promise<void> {
    const answer = await this.#scanWith(this.#device(member, device), card, withCode);
    if (this.#isLate(answer, member, card)) return;
    const expected = this.#scanned(member, card, withCode);
    this.#count(`scan: ${typeof expected === 'number' ? `${expected} tokens` : expected.status}`);
    if (typeof expected !== 'number') return assert.equal(answer.status, expected.status, JSON.stringify(answer.body));
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.tokensEarned, expected);
    this.#tell(member, device, Number(answer.body.tokenBalance));
  }

  /**
   * Returns whether replication lag explains a response. A scan that cannot earn anything writes nothing, so it may read from the replica,
   * which may not have the card's new status or code yet.
   */
  #isLate({ status, body }: Answer, member: number, index: number): boolean {
    const { isDisabled, printedCode, code, owner, finders } = this.#card(index);
    const isRefusalAllowed = (isDisabled || printedCode !== code) && (owner === member || finders.has(member));
    return isRefusalAllowed && status === 200 && body.tokensEarned === 0;
  }

  /** Scans a card with both devices concurrently. Exactly one scan earns tokens. */
  async #scanTwice({ member, card }: Extract<Step, { does: 'scan_twice' }>): Promise<void> {
    const { devices, misses } = this.#traveler(member);
    const answers = await Promise.all(devices.map((browser) => this.#scanWith(browser, card, false)));
    const isLate = answers.some((answer) => this.#isLate(answer, member, card));
    const expected = isLate ? undefined : this.#scanned(member, card, false);
    this.#traveler(member).misses = misses + answers.filter(({ status }) => status === 404).length;
    if (typeof expected !== 'number') return;
    this.#count('two at once');
    assert.equal(
      answers.reduce((sum, answer) => sum + Number(answer.body.tokensEarned), 0),
      expected,
      JSON.stringify(answers),
    );
  }

  async #look(member: number, device: number): Promise<void> {
    const answer = await this.#call(this.#device(member, device), 'GET', '/tokens');
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { transactions, balance } = answer.body as { transactions: { amount: number }[]; balance: number };
    assert.equal(
      transactions.reduce((sum, { amount }) => sum + amount, 0),
      balance,
      'one answer is of one moment',
    );
    this.#tell(member, device, balance);
    this.#count('look');
  }

  async #lookUp({ member, device, card }: Extract<Step, { does: 'look_up' }>): Promise<void> {
    const { cardId, isDisabled } = this.#card(card);
    const traveler = this.#traveler(member);
    const answer = await this.#call(this.#device(member, device), 'GET', `/card/${cardId}`);
    // A card that was just disabled may still be shown while the replica lags; rejections always come from the primary.
    if (answer.status === 200) return;
    assert.equal(answer.status, this.#miss(traveler), JSON.stringify(answer.body));
    assert.ok(isDisabled || answer.status === 429);
  }

  async #redeem(member: number): Promise<void> {
    const traveler = this.#traveler(member);
    const answers = await Promise.all(
      traveler.devices.map((browser) => this.#call(browser, 'POST', '/redeem-certificate', { type: 'regional-short' })),
    );
    const done = answers.filter(({ status }) => status === 200).length;
    const isPossible = !traveler.hasRedeemed && sumBalances(traveler) >= stayCost;
    assert.equal(done, isPossible ? 1 : 0, JSON.stringify(answers));
    if (!isPossible) return;
    this.#count('redeemed');
    traveler.hasRedeemed = true;
    this.#add(member, -stayCost);
    const winner = answers.findIndex(({ status }) => status === 200);
    // Members always see their own spending, no matter how far the replica lags.
    traveler.reportedBalances[winner] = traveler.balances.length - 1;
    await this.#look(member, winner);
  }

  /** Ends a session, checks that its credentials can no longer write anything, and signs the member in again. */
  async #end({ member, device, card }: { member: number; device: number; card: number }, end: (browser: Browser) => Promise<Answer>) {
    const browser = this.#device(member, device);
    const abandonedBrowser = new Browser(browser.address);
    for (const [name, value] of browser.cookies) abandonedBrowser.cookies.set(name, value);
    abandonedBrowser.bookmark = browser.bookmark;
    assert.equal((await end(browser)).status, 200);
    const refusal = await this.#product.expectNoWrites(async () => {
      await this.#call(abandonedBrowser, 'GET', '/tokens');
      await this.#call(abandonedBrowser, 'GET', '/cards/near?lat=1&lng=1&limit=5');
      await this.#call(abandonedBrowser, 'POST', '/redeem-certificate', { type: 'regional-short' });
      return this.#scanWith(abandonedBrowser, card, false);
    });
    assert.equal(refusal.status, 401, JSON.stringify(refusal.body));
    this.#product.replicas.clockMs += 11_000;
    assert.equal((await this.#call(abandonedBrowser, 'GET', '/tokens')).status, 401, 'reads end with the lag');
    browser.cookies.clear();
    await this.#signIn(member, device);
    this.#count('ended');
  }

  async #signIn(member: number, device: number): Promise<void> {
    const browser = this.#device(member, device);
    const { email } = this.#traveler(member);
    assert.equal((await this.#call(browser, 'POST', '/login', { email, password: 'pass-word-1' })).status, 200);
    // Opens another tab without a bookmark. The new session must be accepted there too.
    const tab = new Browser(browser.address);
    for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
    assert.equal((await this.#call(tab, 'GET', '/user')).status, 200);
  }

  /** Applies a scan to the model. Returns the tokens that it earns, or the status code of its rejection. */
  #scanned(member: number, index: number, withCode: boolean): number | { status: number } {
    const card = this.#card(index);
    const traveler = this.#traveler(member);
    if (traveler.misses >= maxMisses) return { status: 429 };
    if (card.isDisabled || (withCode && card.printedCode !== card.code)) return { status: this.#miss(traveler) };
    if (card.owner === member || card.finders.has(member)) return 0;
    card.finders.add(member);
    this.#add(member, 1);
    this.#add(card.owner, 1);
    if (!withCode || !card.placementOpen) return 1;
    card.placementOpen = false;
    const owner = this.#traveler(card.owner);
    this.#add(card.owner, owner.hasPlaced ? 2 : 10);
    owner.hasPlaced = true;
    this.#count('a placement confirmed');
    return 1;
  }

  /** Counts a request for an unknown card id and returns the expected status. */
  #miss(traveler: Traveler): number {
    if (traveler.misses >= maxMisses) return 429;
    traveler.misses += 1;
    return 404;
  }

  /** Checks a balance shown on a device: the member must have had this balance, and it must not be older than the last one shown there. */
  #tell(member: number, device: number, balance: number): void {
    const { balances, reportedBalances } = this.#traveler(member);
    const since = reportedBalances[device] ?? 0;
    const at = balances.indexOf(balance, since);
    assert.notEqual(at, -1, `${balance} is none of ${balances.slice(since)}`);
    reportedBalances[device] = at;
    if (at < balances.length - 1) this.#count('responded late');
  }

  async expectLedgerToBalance(): Promise<void> {
    const found = await this.#product.rows<{ id: number; balance: number; ledger: number }>(
      `SELECT u.id AS "id", u.token_balance AS "balance",
         coalesce((SELECT sum(amount) FROM token_transactions t WHERE t.user_id = u.id), 0) AS "ledger" FROM users u ORDER BY u.id`,
    );
    const expected = this.#travelers.map((one) => ({ id: one.id, balance: sumBalances(one), ledger: sumBalances(one) }));
    assert.deepEqual(
      found.map((row) => ({ ...row })),
      expected,
    );
  }

  #scanWith(browser: Browser, card: number, withCode: boolean): Promise<Answer> {
    const { cardId, printedCode } = this.#card(card);
    return this.#call(browser, 'POST', '/scan', { cardId, ...(withCode && { code: printedCode }) });
  }

  #add(member: number, tokens: number): void {
    const traveler = this.#traveler(member);
    traveler.balances.push(sumBalances(traveler) + tokens);
  }

  #call(browser: Browser | undefined, method: string, path: string, body?: Record<string, unknown>): Promise<Answer> {
    assert.ok(browser);
    return this.#product.call(browser, method, path, body);
  }

  #count(description: string): void {
    this.#tally.set(description, (this.#tally.get(description) ?? 0) + 1);
  }

  #device(member: number, device: number): Browser {
    const browser = this.#traveler(member).devices[device];
    assert.ok(browser);
    return browser;
  }

  #traveler(index: number): Traveler {
    const traveler = this.#travelers[index];
    assert.ok(traveler);
    return traveler;
  }

  #card(index: number): Card {
    const card = this.#cards[index];
    assert.ok(card);
    return card;
  }
}

function sumBalances({ balances }: Traveler): number {
  return balances.at(-1) ?? 0;
}
