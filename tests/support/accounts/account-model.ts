/**
 * A model of the rules for account ownership, independent of the product:
 * - An email belongs to one person, but anyone may enter it. Its owner proves ownership through a link sent to the email, or through a
 *   provider that vouches for it.
 * - An account with an unverified email belongs to its creator. If the email's owner proves ownership through a password reset or a
 *   provider, the account is transferred to that owner.
 * - An account with a verified email belongs to the email's owner. Other people have access only if the owner let them in, by opening the
 *   link for an account that someone else had created with that email or changed to it. A careful person never does that.
 * - An account keeps a verified email until its owner opens the link that changes it. The owner of the previous verified email can undo the
 *   change for a week, which removes everyone who has gained access since the change.
 * - When an email's owner resets the password, or cancels or undoes a change, undo links of other mailboxes end if they were sent while an
 *   undo link of the owner was valid. Otherwise, whoever took the account once could take it again.
 * - An email that an account has, or that can be restored to it, is not available to other accounts. An email that is only pending is
 *   available.
 */
import { emailChangeLinkTtlSeconds, undoEmailChangeTtlSeconds } from '#schema/rules.ts';

export const people = ['ann', 'bob'] as const;
export type Person = (typeof people)[number];
export const addresses = ['ann@one.test', 'ann@two.test', 'bob@one.test'] as const;
export type Address = (typeof addresses)[number];
export const getOwner = (address: Address): Person => (address === 'bob@one.test' ? 'bob' : 'ann');

/** The state of an account before a requested email change. */
interface Before {
  address: Address;
  /** Message-ID of the email sent to the old address. The link in that email cancels the change, or undoes it later. */
  messageId: string;
  requestedAt: number;
  inside: Set<Person>;
  providers: Map<string, Person>;
}

export interface ModelAccount {
  id: number;
  address: Address;
  isVerified: boolean;
  /** People who know the account's password or are signed in to the account. */
  inside: Set<Person>;
  /** People who can sign in to the account through a provider, by provider id. */
  providers: Map<string, Person>;
  pending: (Before & { to: Address; until: number }) | null;
  undoLinks: (Before & { until: number })[];
}

export class AccountModel {
  readonly accounts = new Map<number, ModelAccount>();

  /** Returns whether the account with this id may use an email address. Without an id, checks whether a new account may use it. */
  isFree(address: Address, now: number, id?: number): boolean {
    const others = [...this.accounts.values()].filter((account) => account.id !== id);
    return others.every(
      (account) => account.address !== address && account.undoLinks.every((link) => link.address !== address || link.until <= now),
    );
  }

  /** Returns everyone who could have access to an account. */
  listPossibleOccupants(account: ModelAccount): Set<Person> {
    const owner = account.isVerified ? [getOwner(account.address)] : [];
    return new Set([...account.inside, ...account.providers.values(), ...owner]);
  }

  getAccount(id: number): ModelAccount {
    const account = this.accounts.get(id);
    if (!account) throw new Error(`Unknown account ${id}`);
    return account;
  }

  register(id: number, address: Address, by: Person): void {
    const freshState = { inside: new Set([by]), providers: new Map(), pending: null, undoLinks: [] };
    this.accounts.set(id, { id, address, isVerified: false, ...freshState });
  }

  /** Updates the model after the owner of an account's email opens its verification link. */
  verify(account: ModelAccount): void {
    account.isVerified = true;
  }

  /** Updates the model after the owner of an account's email resets the password by email. */
  resetPassword(account: ModelAccount): void {
    const { address } = account;
    const owner = getOwner(address);
    account.providers = new Map([...account.providers].filter(([subject, by]) => by === owner && subject.endsWith(`:${address}`)));
    account.isVerified = true;
    account.inside = new Set([owner]);
    account.pending = null;
    // The reset has the same effect as the links that could restore the account's current email, so these end, too.
    endTakersLinks(account);
    account.undoLinks = account.undoLinks.filter((link) => link.address !== address);
  }

  /** Updates the model after a provider sign-in to an account. `vouchedFor` is the email that the provider vouches for, if any. */
  signInAt(account: ModelAccount, by: Person, subject: string, vouchedFor: Address | undefined): void {
    if (!account.isVerified && account.address === vouchedFor) {
      const isOwnProvider = account.providers.get(subject) === by;
      if (!isOwnProvider) account.providers = new Map();
      account.inside = new Set();
      account.isVerified = true;
    }
    account.inside.add(by);
    if (![...account.providers.keys()].some((otherSubject) => parseProvider(otherSubject) === parseProvider(subject)))
      account.providers.set(subject, by);
  }

  changePassword(account: ModelAccount, by: Person): void {
    account.inside = new Set([by]);
    account.pending = null;
  }

  /**
   * Updates the model after a person with access to the account requests an email change. `messageId` identifies the email sent to the old
   * address, if that address is verified.
   */
  askFor(account: ModelAccount, to: Address, messageId: string | undefined, now: number): void {
    if (!account.isVerified) {
      account.address = to;
      return;
    }
    if (messageId === undefined) throw new Error(`${account.address} got no mail about the requested change`);
    const { address, inside, providers } = account;
    account.pending = { to, until: now + emailChangeLinkTtlSeconds, ...before({ address, inside, providers }, messageId, now) };
  }

  /** Updates the model after the owner of the pending email opens the confirmation link. */
  move(account: ModelAccount, now: number): void {
    const { pending } = account;
    if (!pending || pending.until <= now) throw new Error('An address changed without a request');
    account.undoLinks.push({ ...pending, until: now + undoEmailChangeTtlSeconds });
    account.address = pending.to;
    account.pending = null;
  }

  /** Returns the effect that the link sent to a former email address would have if it were opened now. */
  chooseUndo(account: ModelAccount, messageId: string, now: number): 'call_off' | 'bring_back' | 'nothing' {
    if (account.pending?.messageId === messageId && account.pending.until > now) return 'call_off';
    return account.undoLinks.some((link) => link.messageId === messageId && link.until > now) ? 'bring_back' : 'nothing';
  }

  cancelChange(account: ModelAccount): void {
    account.pending = null;
    endTakersLinks(account);
  }

  restoreFormerAddress(account: ModelAccount, messageId: string): void {
    const index = account.undoLinks.findIndex((link) => link.messageId === messageId);
    const link = account.undoLinks[index];
    if (!link) throw new Error('Unknown undo link');
    account.address = link.address;
    account.inside = link.inside;
    account.providers = link.providers;
    account.undoLinks = account.undoLinks.slice(0, index);
    endTakersLinks(account);
    account.pending = null;
  }
}

const parseProvider = (subject: string) => subject.slice(0, subject.indexOf(':'));

/** Ends other mailboxes' undo links that were sent while an undo link of the account's current mailbox could have ended them. */
function endTakersLinks(account: ModelAccount): void {
  const { address, undoLinks } = account;
  account.undoLinks = undoLinks.filter((link, index) => {
    const earlier = undoLinks.slice(0, index);
    return link.address === address || !earlier.some((own) => own.address === address && own.until > link.requestedAt);
  });
}

function before(
  { address, inside, providers }: Pick<ModelAccount, 'address' | 'inside' | 'providers'>,
  messageId: string,
  requestedAt: number,
): Before {
  return { address, messageId, requestedAt, inside: new Set(inside), providers: new Map(providers) };
}
