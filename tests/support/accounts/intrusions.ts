/**
 * Generates random histories of an intruder and the owner of one account, who both know its password. They sign in, add passkeys and PayPal
 * addresses, name the traveler of a stay, change the email, open the links in their own mailboxes, and lock each other out. The intruder also
 * saves reset links from the owner's mailbox. At the end, the owner recovers the account by email.
 */
import fc from 'fast-check';
import { secondsPerDay, secondsPerHour, undoEmailChangeTtlSeconds } from '#schema/rules.ts';
import { AccountProduct, type Answer, type Jar, type Mailed } from './account-product.ts';

type Actor = 'owner' | 'intruder';

const ownersMailbox = 'owner@home.test';
const mailboxes: Record<Actor, string[]> = { owner: [ownersMailbox], intruder: ['thief@one.test', 'thief@two.test'] };
const payPals: Record<Actor, string> = { owner: 'owner@paypal.test', intruder: 'thief@paypal.test' };

/** API endpoints called by the pages that emailed links open, keyed by email template. */
const linkPaths: Partial<Record<string, string>> = {
  confirm_email_change: '/confirm-email-change',
  email_change_requested: '/undo-email-change',
  reset_password: '/reset-password',
  confirm_payout_address: '/confirm-payout-address',
  payout_address_requested: '/secure-account',
  passkey_added: '/secure-account',
  traveler_entered: '/secure-account',
  password_changed: '/secure-account',
  signed_out: '/secure-account',
  provider_linked: '/secure-account',
  payout_address_added: '/remove-payout-address',
};

/** Endpoints that the owner's links in alerts call. */
const alertPaths = ['/undo-email-change', '/secure-account'];

const by = fc.constantFrom<Actor>('intruder', 'intruder', 'owner');
const pick = fc.nat(99);
const does = <Kind extends string>(kind: Kind) => fc.constant(kind);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: does('sign_in'), by, pick }) },
  { weight: 2, arbitrary: fc.record({ does: does('sign_in_by_passkey'), by, pick }) },
  { weight: 2, arbitrary: fc.record({ does: does('sign_in_at_provider'), by, pick }) },
  { weight: 4, arbitrary: fc.record({ does: does('add_passkey'), by, pick }) },
  { weight: 3, arbitrary: fc.record({ does: does('request_payout_address'), by, pick }) },
  { weight: 5, arbitrary: fc.record({ does: does('request_email'), by, pick }) },
  { weight: 2, arbitrary: fc.record({ does: does('request_reset'), by, pick }) },
  { weight: 2, arbitrary: fc.record({ does: does('save_reset_link'), by, pick }) },
  { weight: 12, arbitrary: fc.record({ does: does('open_link'), by, pick }) },
  { weight: 2, arbitrary: fc.record({ does: does('change_password'), by, pick }) },
  { weight: 1, arbitrary: fc.record({ does: does('sign_out_others'), by, pick }) },
  { weight: 1, arbitrary: fc.record({ does: does('cancel_change'), by, pick }) },
  { weight: 3, arbitrary: fc.record({ does: does('wait'), by, pick }) },
  { weight: 2, arbitrary: fc.record({ does: does('enter_traveler'), by, pick }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Many histories start with a stolen account because most bugs occur after a theft. */
const theft: Step[] = [
  { does: 'request_email', by: 'intruder', pick: 0 },
  { does: 'open_link', by: 'intruder', pick: 0 },
];
const planting: Step[] = [
  { does: 'add_passkey', by: 'intruder', pick: 0 },
  { does: 'request_payout_address', by: 'intruder', pick: 0 },
  { does: 'open_link', by: 'intruder', pick: 0 },
];
/** The intruder changes the password before the email. */
const lockOut: Step[] = [
  { does: 'change_password', by: 'intruder', pick: 0 },
  { does: 'wait', by: 'intruder', pick: 0 },
];
/** After the theft, the owner restores the email with a new change request instead of the undo link. */
const returned: Step[] = [
  ...theft,
  { does: 'sign_in_at_provider', by: 'intruder', pick: 0 },
  { does: 'request_email', by: 'owner', pick: 0 },
  { does: 'open_link', by: 'owner', pick: 0 },
];
export const intrusions = fc
  .record({
    begins: fc.constantFrom<Step[]>(
      [],
      theft,
      planting,
      [...planting, ...theft],
      [...theft, ...planting],
      [...lockOut, ...theft],
      returned,
    ),
    goesOn: fc.array(step, { minLength: 8, maxLength: 40, size: 'max' }),
  })
  .map(({ begins, goesOn }) => [...begins, ...goesOn]);

interface Session {
  by: Actor;
  jar: Jar;
  hash: string;
}

/** Number of successful attempts, by actor and endpoint. */
export type Tally = Map<string, number>;

/** Plays a history. Throws if the intruder still has any access after the owner's reset, or if the owner cannot regain access. */
export async function surviveIntrusion(db: D1Database, steps: Step[], tally: Tally): Promise<void> {
  const intrusion = new Intrusion(db, tally);
  await intrusion.begin();
  for (const one of steps) await intrusion.take(one);
  await intrusion.recover();
}

class Intrusion {
  readonly #product: AccountProduct;
  readonly #db: D1Database;
  readonly #tally: Tally;
  readonly #sessions: Session[] = [];
  /** Emails to the owner whose links the intruder has saved. */
  readonly #saved: Mailed[] = [];
  readonly #passwords: Record<Actor, string[]> = { owner: ['shared-pass'], intruder: ['shared-pass'] };
  readonly #passkeys: Record<Actor, string[]> = { owner: [], intruder: [] };
  #account = 0;
  #drawn = 0;
  #deadline = 0;

  constructor(db: D1Database, tally: Tally) {
    this.#db = db;
    this.#product = new AccountProduct(db);
    this.#tally = tally;
  }

  async begin(): Promise<void> {
    const body = { email: ownersMailbox, password: 'shared-pass', confirmPassword: 'shared-pass', acceptedTerms: true };
    const jar: Jar = new Map();
    this.#account = Number((await this.#call('owner', 'POST', '/register', body, jar)).body.id);
    await this.#remember('owner', jar);
    const [welcome] = await this.#product.mails();
    if (welcome) await this.#product.call('POST', '/verify-email', { token: await this.#product.readToken(welcome) });
    await this.#rows(
      `INSERT INTO vacation_certificates (number, user_id, type, tokens_redeemed, activation_link, pdf_url, status, created_at, activated_at, activate_by, valid_until)
       VALUES ('VC-STAY', ?1, 'global', 120, 'https://x.test/a', 'https://x.test/p', 'activated', ?2 - 7776000, ?2 - 7776000, ?2 - 7776000, ?2 + 31536000)`,
      ...[this.#account, this.#product.now],
    );
    await this.#rows('INSERT INTO stays (certificate_id, user_id) SELECT id, user_id FROM vacation_certificates');
    await this.#signIn('intruder', 0);
    // The intruder's actions must end while the first email change can still be undone.
    this.#deadline = this.#product.now + undoEmailChangeTtlSeconds - secondsPerDay;
  }

  async take({ does: action, by: actor, pick: choice }: Step): Promise<void> {
    const jar = pickOne(
      this.#sessions.filter((session) => session.by === actor),
      choice,
    )?.jar;
    switch (action) {
      case 'sign_in':
        return this.#signIn(actor, choice);
      case 'sign_in_by_passkey':
        return this.#signInByPasskey(actor, choice);
      case 'sign_in_at_provider':
        return this.#signInAtProvider(actor, choice);
      case 'add_passkey':
        return this.#addPasskey(actor, jar);
      case 'request_payout_address':
        return this.#inSession(actor, jar, 'PUT', '/payout-address', { email: payPals[actor], currentPassword: this.#passwordOf(actor) });
      case 'enter_traveler':
        return this.#enterTraveler(actor, jar);
      case 'request_email':
        return this.#inSession(actor, jar, 'PATCH', '/user', {
          email: pickOne(mailboxes[actor], choice) ?? '',
          currentPassword: this.#passwordOf(actor),
        });
      case 'request_reset':
        await this.#call(actor, 'POST', '/forgot-password', { email: await this.#emailOf() });
        return;
      case 'save_reset_link':
        return this.#saveResetLink();
      case 'open_link': {
        const mail = pickOne(await this.#linksOf(actor), choice);
        if (mail) await this.#open(actor, mail);
        return;
      }
      case 'change_password':
        return this.#changePassword(actor, jar);
      case 'sign_out_others':
        return this.#signOutOthers(actor, jar, `/sessions?recentPasskeys=${choice % 2 === 0 ? 'remove' : 'keep'}`);
      case 'cancel_change':
        return this.#inSession(actor, jar, 'POST', '/cancel-email-change', {});
      case 'wait': {
        const seconds = pickOne([1, 60, secondsPerHour, secondsPerDay], choice + 1) ?? 0;
        this.#product.now = Math.min(this.#product.now + seconds, this.#deadline);
      }
    }
  }

  /** Lets the owner recover the account using only the mailbox. The intruder then repeats every attack several times over ten days. */
  async recover(): Promise<void> {
    this.#product.now += secondsPerHour;
    for (const mail of await this.#linksOf('owner')) {
      if ((await this.#emailOf()) === ownersMailbox) break;
      if (mail.template === 'email_change_requested') await this.#open('owner', mail);
    }
    await this.#resetAsOwner();
    await this.#expectNothingOfIntruder();
    await this.#recoverAgain();
    for (const wait of [1, secondsPerHour, 10 * secondsPerDay]) {
      this.#product.now += wait;
      await this.#attackAgain();
      await this.#expectNothingOfIntruder();
    }
    const password = this.#passwords.owner.at(-1) ?? '';
    const answer = await this.#call('owner', 'POST', '/login', { email: ownersMailbox, password });
    if (answer.body.id !== this.#account) throw new Error(`The owner cannot sign in: ${answer.status} ${String(answer.body.code)}`);
  }

  /** Lets the intruder use the owner's new password once more, long after the first recovery, to name the traveler whom it removed. */
  async #recoverAgain(): Promise<void> {
    this.#product.now += 60 * secondsPerDay;
    this.#passwords.intruder.push(this.#passwords.owner.at(-1) ?? '');
    await this.#signIn('intruder', 0);
    await this.#enterTraveler('intruder', this.#sessions.at(-1)?.jar);
    await this.#resetAsOwner();
    await this.#expectNothingOfIntruder();
  }

  async #resetAsOwner(): Promise<void> {
    if ((await this.#emailOf()) !== ownersMailbox) throw new Error(`The owner cannot move the account back from ${await this.#emailOf()}`);
    await this.#call('owner', 'POST', '/forgot-password', { email: ownersMailbox });
    const mail = (await this.#linksOf('owner')).findLast(({ template }) => template === 'reset_password');
    const answer = mail && (await this.#open('owner', mail));
    if (answer?.status !== 200) throw new Error(`The owner cannot reset the password: ${answer?.status}`);
  }

  async #attackAgain(): Promise<void> {
    for (const mail of await this.#linksOf('intruder')) await this.#open('intruder', mail);
    for (const [index] of this.#passwords.intruder.entries()) await this.#signIn('intruder', 2 * index + 1);
    for (const [index] of this.#passkeys.intruder.entries()) await this.#signInByPasskey('intruder', 2 * index + 1);
    for (const [index] of mailboxes.intruder.entries()) await this.#signInAtProvider('intruder', 2 * index + 1);
    for (const { by: actor, jar } of this.#sessions) {
      if (actor === 'intruder') await this.#inSession(actor, jar, 'PUT', '/payout-address', { email: payPals.intruder });
    }
  }

  async #expectNothingOfIntruder(): Promise<void> {
    const found = await this.#rows<{ what: string }>(
      `SELECT 'a session' AS what FROM sessions WHERE user_id = ?1 AND revoked_at IS NULL AND expires_at > ?2
       UNION ALL SELECT 'the passkey ' || name FROM member_passkeys WHERE user_id = ?1
       UNION ALL SELECT 'the provider ' || provider_id FROM user_auth_providers WHERE user_id = ?1 AND provider_id LIKE '%thief%'
       UNION ALL SELECT 'the PayPal address' FROM payout_addresses WHERE user_id = ?1 AND email LIKE '%thief%'
       UNION ALL SELECT 'the link ' || purpose FROM one_time_links WHERE user_id = ?1 AND used_at IS NULL AND expires_at > ?2
         AND (email LIKE '%thief%' OR purpose IN ('change_email', 'confirm_payout_address'))
       UNION ALL SELECT 'the traveler' FROM stays WHERE user_id = ?1 AND traveler LIKE 'the intruder%'
       UNION ALL SELECT 'the email ' || email FROM users WHERE id = ?1 AND (email <> ?3 OR email_verified_at IS NULL)
       UNION ALL SELECT 'the uid ' || firebase_uid FROM users WHERE id = ?1 AND firebase_uid LIKE '%thief%'`,
      this.#account,
      this.#product.now,
      ownersMailbox,
    );
    if (found.length > 0) throw new Error(`After the owner’s recovery, the intruder has ${found.map(({ what }) => what).join(', ')}`);
  }

  async #signIn(actor: Actor, choice: number): Promise<void> {
    const jar: Jar = new Map();
    const password = pickOne(this.#passwords[actor], choice);
    const answer = await this.#call(actor, 'POST', '/login', { email: await this.#emailOf(), password }, jar);
    if (answer.status === 200) await this.#remember(actor, jar);
  }

  async #signInByPasskey(actor: Actor, choice: number): Promise<void> {
    const id = pickOne(this.#passkeys[actor], choice);
    if (id === undefined) return;
    const jar: Jar = new Map();
    const { challenge } = (await this.#product.call('POST', '/login/passkey/options', {})).body;
    const passkey = { id, clientDataJSON: clientData(challenge), authenticatorData: 'AA', signature: 'AA' };
    if ((await this.#call(actor, 'POST', '/login/passkey', { passkey }, jar)).status === 200) await this.#remember(actor, jar);
  }

  async #signInAtProvider(actor: Actor, choice: number): Promise<void> {
    const jar: Jar = new Map();
    const email = pickOne(mailboxes[actor], choice) ?? '';
    const idToken = this.#product.identityToken({ person: actor, provider: 'google', email, isVouchedFor: true });
    if ((await this.#call(actor, 'POST', '/auth/token', { idToken }, jar)).status === 200) await this.#remember(actor, jar);
  }

  async #addPasskey(actor: Actor, jar: Jar | undefined): Promise<void> {
    if (!jar) return;
    const asked = await this.#product.call('POST', '/passkeys/options', { currentPassword: this.#passwordOf(actor) }, jar);
    this.#drawn += 1;
    const id = `${actor}-${this.#drawn}`;
    const passkey = { id, clientDataJSON: clientData(asked.body.challenge), attestationObject: 'AA' };
    const answer = await this.#call(actor, 'POST', '/passkeys', { name: `of the ${actor}`, passkey }, jar);
    if (answer.status === 201) this.#passkeys[actor].push(id);
  }

  async #saveResetLink(): Promise<void> {
    await this.#call('intruder', 'POST', '/forgot-password', { email: ownersMailbox });
    const mail = (await this.#linksOf('owner')).findLast(({ template }) => template === 'reset_password');
    if (mail) this.#saved.push(mail);
  }

  async #signOutOthers(actor: Actor, jar: Jar | undefined, path: string): Promise<void> {
    // Without the password, reset links requested since the session signed in stay valid. Only that session is left.
    const signedInAt = 'coalesce((SELECT authenticated_at FROM sessions WHERE user_id = ?1 AND revoked_at IS NULL), 0)';
    if (jar && (await this.#call(actor, 'DELETE', path, {}, jar)).status === 200) await this.#expectNoResetLink(path, signedInAt);
  }

  async #changePassword(actor: Actor, jar: Jar | undefined): Promise<void> {
    if (!jar) return;
    const newPassword = this.#drawPassword(actor);
    const passwords = { currentPassword: this.#passwordOf(actor), newPassword };
    if ((await this.#call(actor, 'POST', '/change-password', passwords, jar)).status !== 200) return;
    this.#passwords[actor].push(newPassword);
    await this.#expectNoResetLink('/change-password');
  }

  /** Checks that an action that secures the account ends the reset links requested before it, or before a time given in SQL. */
  async #expectNoResetLink(action: string, before = '?2 + 1'): Promise<void> {
    const open = await this.#rows(
      `SELECT 1 FROM one_time_links WHERE user_id = ?1 AND purpose = 'reset_password' AND used_at IS NULL AND expires_at > ?2 AND created_at < ${before}`,
      ...[this.#account, this.#product.now],
    );
    if (open.length > 0) throw new Error(`A reset link still works after ${action}`);
  }

  /** Opens the link in an email as the person who reads that mailbox, regardless of who triggered the email. */
  async #open(actor: Actor, mail: Mailed): Promise<Answer> {
    const path = linkPaths[mail.template] ?? '';
    const newPassword = this.#drawPassword(actor);
    const token = await this.#product.readToken(mail);
    const answer = await this.#call(actor, 'POST', path, { token, ...(path === '/reset-password' && { newPassword }) });
    if (path === '/reset-password' && answer.status === 200) this.#passwords[actor].push(newPassword);
    if (actor === 'owner' && answer.status === 200 && alertPaths.includes(path)) {
      await this.#expectNoRecentAccess(path);
      await this.#expectNoResetLink(path);
    }
    return answer;
  }

  /**
   * Checks what a link in an alert ends by itself, before any password reset: the histories are shorter than the time in which the intruder's
   * new passwords and PayPal addresses count as recent. The shared password may remain.
   */
  async #expectNoRecentAccess(path: string): Promise<void> {
    const found = await this.#rows<{ what: string }>(
      `SELECT 'a session' AS what FROM sessions WHERE user_id = ?1 AND revoked_at IS NULL AND expires_at > ?2
       UNION ALL SELECT 'the PayPal address' FROM payout_addresses WHERE user_id = ?1 AND email LIKE '%thief%'
       UNION ALL SELECT 'the traveler' FROM stays WHERE user_id = ?1 AND traveler LIKE 'the intruder%'
       UNION ALL SELECT 'the password ' || password_hash FROM users WHERE id = ?1 AND password_hash LIKE '%pass-intruder-%'`,
      this.#account,
      this.#product.now,
    );
    if (found.length > 0) throw new Error(`After the owner opened ${path}, the intruder has ${found.map(({ what }) => what).join(', ')}`);
  }

  async #enterTraveler(actor: Actor, jar: Jar | undefined): Promise<void> {
    const hash = this.#sessions.find((session) => session.jar === jar)?.hash ?? '';
    const [session] = await this.#rows('SELECT 1 FROM sessions WHERE id_hash = ?1 AND revoked_at IS NULL', hash);
    const account = { id: this.#account, email: await this.#emailOf() };
    if (session && (await this.#product.enterTraveler(account, `the ${actor}’s friend`)))
      this.#tally.set(`${actor}: /traveler`, (this.#tally.get(`${actor}: /traveler`) ?? 0) + 1);
  }

  async #inSession(actor: Actor, jar: Jar | undefined, method: string, path: string, body: Record<string, unknown>): Promise<void> {
    if (jar) await this.#call(actor, method, path, body, jar);
  }

  async #call(actor: Actor, method: string, path: string, body: Record<string, unknown>, jar: Jar = new Map()): Promise<Answer> {
    const answer = await this.#product.call(method, path, body, jar);
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status}`);
    const event = `${actor}: ${path.replace(/\?.*/, '')}`;
    if (answer.status < 300) this.#tally.set(event, (this.#tally.get(event) ?? 0) + 1);
    return answer;
  }

  async #linksOf(actor: Actor): Promise<Mailed[]> {
    const own = [...mailboxes[actor], payPals[actor]];
    const mails = (await this.#product.mails()).filter(
      ({ mailbox, template, userId }) => userId === this.#account && own.includes(mailbox) && linkPaths[template] !== undefined,
    );
    return actor === 'intruder' ? [...mails, ...this.#saved] : mails;
  }

  async #emailOf(): Promise<string> {
    return (await this.#product.accounts()).find(({ id }) => id === this.#account)?.email ?? '';
  }

  #passwordOf(actor: Actor): string | undefined {
    return this.#passwords[actor].at(-1);
  }

  #drawPassword(actor: Actor): string {
    this.#drawn += 1;
    return `pass-${actor}-${this.#drawn}`;
  }

  /**
   * Stores the actor's new session for the account, if there is one. A provider sign-in may have opened a session for a different account.
   */
  async #remember(actor: Actor, jar: Jar): Promise<void> {
    const known = new Set(this.#sessions.map(({ hash }) => hash));
    const opened = (await this.#product.sessions()).find(({ hash, userId }) => userId === this.#account && !known.has(hash));
    if (opened) this.#sessions.push({ by: actor, jar, hash: opened.hash });
  }

  async #rows<Row>(sql: string, ...values: (string | number)[]): Promise<Row[]> {
    const [found] = await this.#db.batch<Row>([this.#db.prepare(sql).bind(...values)]);
    return found?.results ?? [];
  }
}

const clientData = (challenge: unknown) => Buffer.from(JSON.stringify({ challenge })).toString('base64url');

/** Picks the newest item half of the time, and any item otherwise. */
function pickOne<One>(all: One[], choice: number): One | undefined {
  return choice % 2 === 0 ? all.at(-1) : all[((choice - 1) / 2) % Math.max(1, all.length)];
}
