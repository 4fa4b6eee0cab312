/** POST /api/auth/token: exchanges a provider's verified identity for our session. */
import { type Context, Hono } from 'hono';
import { providerNames } from '#schema/accounts/social-providers.ts';
import { type TokenExchange, TokenExchangeRequest } from '#schema/accounts/social-sign-in.ts';
import { contradicts, type Identity } from '#worker/domain/accounts/identity.ts';
import { listOfferedLanguages, preferredLanguage } from '#worker/domain/accounts/language.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { type AccountCreationPlan, decideSocialSignIn, pickAccount, splitDisplayName } from '#worker/domain/accounts/social-sign-in.ts';
import { isPublicAddress } from '#worker/domain/address.ts';
import { accountTakeoverMail, type Mail, providerLinkedMail, verifiedWelcomeMail, welcomeMail } from '#worker/domain/messages/mail.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { limitCredentialRate } from '#worker/middleware/credential-rate-limit.ts';
import { json } from '#worker/middleware/json-body.ts';
import { refuseSuspended } from '#worker/routes/accounts/refuse-suspended.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { verifyIdentity } from '#worker/security/identity-token.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { unusablePassword } from '#worker/security/password.ts';
import { randomCode } from '#worker/security/random.ts';
import type { NewSession } from '#worker/store/accounts/sign-in/sessions.ts';
import type { FoundAccount } from '#worker/store/accounts/sign-in/social-sign-ins.ts';
import type { Member } from '#worker/store/accounts/users.ts';
import { newSession, noteFailedSignIn, respondWithSession } from './new-session.ts';
import { countSignUp, forgiveMailbox } from './sign-up-limits.ts';

export const socialSignInRoutes = new Hono<AppEnv>().post('/auth/token', json(TokenExchangeRequest), async (c) => {
  await limitCredentialRate(c);
  const request = c.req.valid('json');
  const identity = await verifyIdentityToken(c, request.idToken);
  if (contradicts(identity, request)) throw new ApiError('identity_mismatch');
  const session = await newSession(c, identity.provider);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const member = await signIn(c, identity, session, request.ref ?? null);
    if (!member) continue;
    const { token, ...user } = await respondWithSession(c, member, session);
    return c.json({ token, user } satisfies TokenExchange);
  }
  throw new ApiError('changed_meanwhile');
});

async function verifyIdentityToken(c: Context<AppEnv>, idToken: string | null | undefined): Promise<Identity> {
  const { config, now } = c.var;
  if (!config.identity) throw new ApiError('not_found');
  if (!idToken) throw new ApiError('identity_token_missing');
  return unwrap(await verifyIdentity(config.identity, idToken, now));
}

async function signIn(c: Context<AppEnv>, identity: Identity, session: NewSession, ref: string | null): Promise<Member | undefined> {
  const { config, now, store } = c.var;
  const emailKey = comparisonKey(identity.email);
  const matches = await store.socialSignIns.load(identity, emailKey, session, now);
  const account = pickAccount(matches);
  const decisionResult = decideSocialSignIn(identity, matches);
  if (!decisionResult.ok && decisionResult.refusal === 'member_suspended') {
    if (account) noteFailedSignIn(c, account.id, 'refused', identity.provider);
    refuseSuspended(account?.suspendedReason);
  }
  const plan = unwrap(decisionResult);
  if (plan.kind !== 'register') {
    const mails = account ? await listMails(c, plan, account, identity) : [];
    return store.socialSignIns.open(plan, identity, session, mails, now);
  }
  await countSignUp(c, identity.email);
  const names = splitDisplayName(identity.name);
  const addressee = { email: identity.email, firstName: names.firstName };
  const mail = identity.isEmailVerified
    ? verifiedWelcomeMail(addressee)
    : welcomeMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), addressee);
  const member = {
    emailKey,
    ...names,
    referralCode: randomCode(),
    invitedWith: ref?.toUpperCase() ?? null,
    addressHash: isPublicAddress(c.req.header('CF-Connecting-IP')) ? await c.var.addressHash() : null,
    language: preferredLanguage(c.req.header('Accept-Language'), listOfferedLanguages(config)),
  };
  const registered = await store.socialSignIns.register(member, identity, session, [mail], unusablePassword, now);
  if (!registered) await forgiveMailbox(c, identity.email);
  return registered;
}

async function listMails(
  { var: { config } }: Pick<Context<AppEnv>, 'var'>,
  plan: AccountCreationPlan,
  account: FoundAccount,
  { provider, name }: Identity,
): Promise<Mail[]> {
  if (plan.kind === 'take_over') {
    // Uses the name from the provider because the account's name may have been entered by a stranger who registered with this email
    // address.
    const owner = { email: account.email, firstName: splitDisplayName(name).firstName };
    return [accountTakeoverMail(owner, providerNames[provider])];
  }
  // Sends an email only if this sign-in links the provider to the account. Even a known Firebase user may sign in with a new provider.
  if (account.linkedSubject !== null) return [];
  return [providerLinkedMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), account, providerNames[provider])];
}
