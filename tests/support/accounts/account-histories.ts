/**
 * Generates random histories of two people with three email addresses. They sign up (with anyone's address), change addresses, open emailed
 * links, reset passwords, sign in by password or provider, and wait. Each step is compared with the model.
 */
import fc from 'fast-check';
import { freshSignInSeconds, secondsPerDay, secondsPerHour, undoEmailChangeTtlSeconds } from '#schema/rules.ts';
import { AccountModel, type Address, addresses, getOwner, type ModelAccount, type Person, people } from './account-model.ts';
import { AccountProduct, type Answer, type Jar, type Mailed } from './account-product.ts';

const person = fc.constantFrom(...people);
const address = fc.constantFrom(...addresses);
const pick = fc.nat(99);
const constantKind = <Kind extends string>(kind: Kind) => fc.constant(kind);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: constantKind('register'), by: person, address }) },
  { weight: 2, arbitrary: fc.record({ does: constantKind('sign_in'), by: person, address }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: constantKind('sign_in_at_provider'),
      by: person,
      address,
      provider: fc.constantFrom('google' as const, 'facebook' as const),
      isVouchedFor: fc.boolean(),
    }),
  },
  { weight: 10, arbitrary: fc.record({ does: constantKind('ask_for_address'), pick, address, withPassword: fc.boolean() }) },
  { weight: 14, arbitrary: fc.record({ does: constantKind('press_link'), pick }) },
  { weight: 4, arbitrary: fc.record({ does: constantKind('press_undo'), pick }) },
  { weight: 3, arbitrary: fc.record({ does: constantKind('forget_password'), address }) },
  { weight: 1, arbitrary: fc.record({ does: constantKind('change_password'), pick }) },
  { weight: 1, arbitrary: fc.record({ does: constantKind('call_off'), pick }) },
  { weight: 1, arbitrary: fc.record({ does: constantKind('send_again'), pick }) },
  { weight: 1, arbitrary: fc.record({ does: constantKind('sign_out'), pick }) },
  { weight: 4, arbitrary: fc.record({ does: constantKind('wait'), seconds: fc.constantFrom(1, 60, freshSignInSeconds, secondsPerHour) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: constantKind('wait'), seconds: fc.constantFrom(3 * secondsPerDay, undoEmailChangeTtlSeconds) }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

export interface History {
  /** Whether people open a link that verifies an account or changes its email only while they are signed in to that account. */
  areCareful: boolean;
  steps: Step[];
}

/** Many histories start right after an email change because most bugs occur after one. */
const moveAddress = (from: Address, to: Address): Step[] => [
  { does: 'register', by: getOwner(from), address: from },
  { does: 'press_link', pick: 0 },
  { does: 'ask_for_address', pick: 0, address: to, withPassword: true },
  { does: 'press_link', pick: 0 },
];
const beginning = fc.constantFrom<Step[]>([], moveAddress('ann@one.test', 'bob@one.test'), moveAddress('ann@one.test', 'ann@two.test'));

export const histories: fc.Arbitrary<History> = fc
  .record({ areCareful: fc.boolean(), begins: beginning, goesOn: fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }) })
  .map(({ areCareful, begins, goesOn }) => ({ areCareful, steps: [...begins, ...goesOn] }));

interface Session {
  by: Person;
  jar: Jar;
  hash: string;
  since: number;
}

export type Tally = Map<string, number>;

/**
 * Plays a history and checks the invariants. Throws if the product and the model differ, or if anyone has access to another person's
 * account.
 */
export async function liveHistory(db: D1Database, { areCareful, steps }: History, tally: Tally = new Map()): Promise<void> {
  const life = new Life(new AccountProduct(db), areCareful, tally);
  for (const one of steps) {
    await life.take(one);
    await life.checkAccounts();
  }
  await life.end();
}

const createPassword = (by: Person) => `secret-of-${by}`;

class Life {
  readonly #product: AccountProduct;
  readonly #areCareful: boolean;
  readonly #tally: Tally;
  readonly #model = new AccountModel();
  readonly #sessions: Session[] = [];

  constructor(product: AccountProduct, areCareful: boolean, tally: Tally) {
    this.#product = product;
    this.#areCareful = areCareful;
    this.#tally = tally;
  }

  async take(one: Step): Promise<void> {
    switch (one.does) {
      case 'register':
        return this.#register(one.by, one.address);
      case 'sign_in':
        return this.#signIn(one.by, one.address);
      case 'sign_in_at_provider':
        // A provider vouches for an email only if it belongs to the person who signs in.
        return this.#signInAtProvider(one.by, one.provider, one.address, one.isVouchedFor && getOwner(one.address) === one.by);
      case 'ask_for_address':
        return this.#askForAddress(this.#someSession(one.pick), one.address, one.withPassword);
      case 'press_link':
        return this.#pressSome(one.pick, (path) => path !== '/undo-email-change');
      case 'press_undo':
        return this.#pressSome(one.pick, (path) => path === '/undo-email-change');
      case 'forget_password':
        await this.#product.call('POST', '/forgot-password', { email: one.address });
        return;
      case 'change_password':
        return this.#changePassword(this.#someSession(one.pick));
      case 'call_off':
        return this.#cancelChange(this.#someSession(one.pick));
      case 'send_again':
        return this.#sendAgain(this.#someSession(one.pick));
      case 'sign_out': {
        const session = this.#someSession(one.pick);
        if (session) await this.#product.call('POST', '/logout', {}, session.jar);
        return;
      }
      case 'wait':
        this.#product.now += one.seconds;
    }
  }

  /** Checks the invariants that must hold at all times. */
  async checkAccounts(): Promise<void> {
    const rows = await this.#product.accounts();
    const real = rows.map(({ id, email, isVerified }) => `${id} ${email} ${isVerified === 1 ? 'verified' : 'unverified'}`);
    const expected = [...this.#model.accounts.values()].map(
      (one) => `${one.id} ${one.address} ${one.isVerified ? 'verified' : 'unverified'}`,
    );
    if (real.join('\n') !== expected.join('\n'))
      throw new Error(`Accounts are\n  ${real.join('\n  ')}\nexpected\n  ${expected.join('\n  ')}`);
    for (const { hash, userId } of await this.#product.sessions()) {
      const session = this.#sessions.find((knownSession) => knownSession.hash === hash);
      if (!session) throw new Error(`An unknown session is signed in to account ${userId}`);
      this.#checkAccess(session.by, this.#model.getAccount(userId));
    }
    if (!this.#areCareful) return;
    for (const account of this.#model.accounts.values()) {
      const others = [...this.#model.listPossibleOccupants(account)].filter((by) => account.isVerified && by !== getOwner(account.address));
      if (others.length > 0) throw new Error(`${others} can get into the account with the verified address ${account.address}`);
    }
  }

  /**
   * Checks that people keep the email addresses that they verified. Advances the clock by a week, after which nothing can be undone, and
   * opens every link. The account must still have its verified address, and the owner of that address must be able to sign in. Other people
   * can sign in only if the owner gave them access. Before and after that week, everyone tries to sign in with every address.
   */
  async end(): Promise<void> {
    this.#product.now += secondsPerHour;
    for (const by of people) for (const triedEmail of addresses) await this.#signIn(by, triedEmail);
    await this.checkAccounts();
    this.#product.now += undoEmailChangeTtlSeconds;
    for (const mail of await this.#product.mails()) await this.#press(mail);
    await this.checkAccounts();
    for (const account of this.#model.accounts.values()) {
      if (!account.isVerified) continue;
      this.#product.now += secondsPerHour;
      await this.#product.call('POST', '/forgot-password', { email: account.address });
      const mails = await this.#product.mails();
      const mail = mails.findLast(({ mailbox, template }) => mailbox === account.address && template === 'reset_password');
      if (!mail || (await this.#press(mail)).status !== 200) {
        throw new Error(`The owner of ${account.address} verified it but cannot sign in`);
      }
      await this.checkAccounts();
    }
    this.#product.now += secondsPerHour;
    for (const by of people) {
      for (const triedEmail of addresses) {
        await this.#signIn(by, triedEmail);
        await this.#signInAtProvider(by, 'facebook', triedEmail, false);
        if (getOwner(triedEmail) === by) await this.#signInAtProvider(by, 'google', triedEmail, true);
      }
    }
    await this.checkAccounts();
  }

  async #register(by: Person, email: Address): Promise<void> {
    const isFree = this.#model.isFree(email, this.#product.now);
    const jar: Jar = new Map();
    const password = createPassword(by);
    const answer = await this.#product.call('POST', '/register', { email, password, confirmPassword: password, acceptedTerms: true }, jar);
    this.#expect(answer, isFree ? [201] : [409], `Registering ${email}`);
    if (!isFree) return this.#count('an address refused');
    const id = Number(answer.body.id);
    this.#model.register(id, email, by);
    await this.#remember(by, jar, id);
  }

  async #signIn(by: Person, email: Address): Promise<void> {
    const jar: Jar = new Map();
    const answer = await this.#product.call('POST', '/login', { email, password: createPassword(by) }, jar);
    this.#expect(answer, [200, 401, 429], `Signing in at ${email}`);
    if (answer.status !== 200) return;
    const account = this.#model.getAccount(Number(answer.body.id));
    this.#checkAccess(by, account);
    account.inside.add(by);
    await this.#remember(by, jar, account.id);
  }

  async #signInAtProvider(by: Person, provider: 'google' | 'facebook', email: Address, isVouchedFor: boolean): Promise<void> {
    const jar: Jar = new Map();
    const { now } = this.#product;
    const idToken = this.#product.identityToken({ person: by, provider, email, isVouchedFor });
    const answer = await this.#product.call('POST', '/auth/token', { idToken }, jar);
    this.#expect(answer, [200, 401, 409], `Signing in with ${provider}`);
    if (answer.status !== 200) return this.#count(`at a provider: ${answer.body.code}`);
    const id = Number((answer.body.user as { id: number }).id);
    const subject = `${provider}:${by}:${email}`;
    const vouchedFor = isVouchedFor ? email : undefined;
    if (!this.#model.accounts.has(id)) {
      if (!this.#model.isFree(email, now)) throw new Error(`${by} registered ${email}, which was not available`);
      this.#model.register(id, email, by);
    } else if (this.#proves(id, vouchedFor)) this.#count('a take-over at a provider');
    const account = this.#model.getAccount(id);
    if (!this.#proves(id, vouchedFor)) this.#checkAccess(by, account);
    this.#model.signInAt(account, by, subject, vouchedFor);
    await this.#remember(by, jar, id);
  }

  #proves(id: number, vouchedFor: Address | undefined): boolean {
    const account = this.#model.getAccount(id);
    return !account.isVerified && account.address === vouchedFor;
  }

  async #askForAddress(session: Session | undefined, email: Address, withPassword: boolean): Promise<void> {
    if (!session) return;
    const { now } = this.#product;
    const account = await this.#findAccount(session);
    const emailRequest = { email, ...(withPassword && { currentPassword: createPassword(session.by) }) };
    const answer = await this.#product.call('PATCH', '/user', emailRequest, session.jar);
    this.#expect(answer, [200, 400, 401, 403, 409, 429], `Asking for ${email}`);
    if (!account) return this.#expect(answer, [401], 'An ended session');
    if (email === account.address || answer.status === 403 || answer.status === 400 || answer.status === 429)
      return this.#count(`asked: ${answer.status}`);
    if (!withPassword && now - session.since >= freshSignInSeconds) throw new Error(`A session alone requested ${email}`);
    const isFree = this.#model.isFree(email, now, account.id);
    this.#expect(answer, isFree ? [200] : [409], `Asking for ${email}`);
    if (!isFree) return this.#count('an address refused');
    this.#count(account.isVerified ? 'asked to move' : 'a typo corrected');
    const mails = await this.#product.mails();
    const notice = mails.findLast(({ template, userId }) => template === 'email_change_requested' && userId === account.id);
    this.#model.askFor(account, email, notice?.messageId, now);
  }

  async #pressSome(choice: number, leadsWhere: (path: string) => boolean): Promise<void> {
    const mails = (await this.#product.mails()).filter(
      ({ template }) => linkPaths[template] !== undefined && leadsWhere(linkPaths[template]),
    );
    const mail = pickOne(mails, choice);
    if (mail) await this.#press(mail);
  }

  /** Opens the link in an email as the mailbox's owner, regardless of who triggered the email. */
  async #press(mail: Mailed): Promise<Answer> {
    const path = linkPaths[mail.template];
    const mailbox = mail.mailbox as Address;
    const by = getOwner(mailbox);
    const account = this.#model.getAccount(mail.userId);
    const { now } = this.#product;
    const signsIn = path === '/verify-email' || path === '/confirm-email-change';
    if (!path || (this.#areCareful && signsIn && !this.#model.listPossibleOccupants(account).has(by))) return { status: 0, body: {} };
    const undoing = this.#model.chooseUndo(account, mail.messageId, now);
    const token = await this.#product.readToken(mail);
    const answer = await this.#product.call('POST', path, {
      token,
      ...(path === '/reset-password' && { newPassword: createPassword(by) }),
    });
    this.#expect(answer, [200, 400, 409], `Pressing the link of ${mail.template}`);
    if (path === '/undo-email-change') this.#expect(answer, undoing === 'nothing' ? [400] : [200], `Undoing (${undoing})`);
    if (answer.status === 409) this.#count('a pending address was taken meanwhile');
    if (answer.status !== 200) return answer;
    if (path === '/verify-email') this.#model.verify(account);
    // Opening the confirmation link again also succeeds but changes nothing.
    if (path === '/confirm-email-change' && account.address !== mailbox) this.#model.move(account, now);
    if (path === '/reset-password') {
      if (!account.isVerified) this.#count('a take-over by a reset');
      this.#model.resetPassword(account);
    }
    if (undoing === 'call_off') this.#model.cancelChange(account);
    if (undoing === 'bring_back') this.#model.restoreFormerAddress(account, mail.messageId);
    this.#count(undoing === 'nothing' ? path : undoing);
    return answer;
  }

  async #changePassword(session: Session | undefined): Promise<void> {
    if (!session) return;
    const account = await this.#findAccount(session);
    const password = createPassword(session.by);
    const passwords = { currentPassword: password, newPassword: password };
    const answer = await this.#product.call('POST', '/change-password', passwords, session.jar);
    this.#expect(answer, [200, 400, 401, 429], 'Changing the password');
    if (account && answer.status === 200) this.#model.changePassword(account, session.by);
  }

  async #cancelChange(session: Session | undefined): Promise<void> {
    const account = session && (await this.#findAccount(session));
    if (!session || !account) return;
    this.#expect(await this.#product.call('POST', '/cancel-email-change', {}, session.jar), [200], 'Calling a change off');
    account.pending = null;
  }

  async #sendAgain(session: Session | undefined): Promise<void> {
    const account = session && (await this.#findAccount(session));
    if (!session || !account) return;
    const { now } = this.#product;
    const isWaiting = account.pending !== null && account.pending.until > now;
    const answer = await this.#product.call('POST', '/confirm-email-change/send', {}, session.jar);
    this.#expect(answer, isWaiting ? [200, 429] : [409], 'Sending the mail again');
    if (account.pending && answer.status === 200) account.pending.until = now + undoEmailChangeTtlSeconds;
  }

  #someSession(choice: number): Session | undefined {
    return pickOne(this.#sessions, choice);
  }

  /** Returns the account that a session belongs to, or undefined if the session has ended. */
  async #findAccount(session: Session): Promise<ModelAccount | undefined> {
    const found = (await this.#product.sessions()).find(({ hash }) => hash === session.hash);
    return found && this.#model.getAccount(found.userId);
  }

  async #remember(by: Person, jar: Jar, userId: number): Promise<void> {
    const knownHashes = new Set(this.#sessions.map(({ hash }) => hash));
    const newSession = (await this.#product.sessions()).find((session) => session.userId === userId && !knownHashes.has(session.hash));
    if (!newSession) throw new Error(`${by} signed in without getting a session`);
    this.#sessions.push({ by, jar, hash: newSession.hash, since: this.#product.now });
  }

  #checkAccess(by: Person, account: ModelAccount): void {
    if (!this.#model.listPossibleOccupants(account).has(by))
      throw new Error(`${by} is in the account of ${account.address}, where they do not belong`);
  }

  #expect({ status, body }: Answer, statuses: number[], description: string): void {
    if (!statuses.includes(status)) throw new Error(`${description}: ${status} ${JSON.stringify(body)}, not ${statuses.join(' or ')}`);
  }

  #count(description: string): void {
    this.#tally.set(description, (this.#tally.get(description) ?? 0) + 1);
  }
}

/** Picks the newest item half of the time, and any item otherwise. */
function pickOne<One>(all: One[], choice: number): One | undefined {
  return choice % 2 === 0 ? all.at(-1) : all[choice % Math.max(1, all.length)];
}

/** API endpoints called by the pages that emailed links open, keyed by email template. */
const linkPaths: Partial<Record<string, string>> = {
  welcome: '/verify-email',
  verify_email: '/verify-email',
  confirm_email_change: '/confirm-email-change',
  email_change_requested: '/undo-email-change',
  reset_password: '/reset-password',
};
