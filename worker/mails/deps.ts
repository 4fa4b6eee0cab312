import { cloudflareMail } from '#worker/clients/cloudflare-mail.ts';
import { localMailbox } from '#worker/clients/local-mailbox.ts';
import type { MailProvider } from '#worker/clients/mail-provider.ts';
import { webPush } from '#worker/clients/push-service.ts';
import type { Config, Env } from '#worker/env.ts';
import type { Store } from '#worker/store/store.ts';
import { readWords } from '#worker/words/read-words.ts';
import type { MailDeps } from './deliver-mail.ts';
import type { PushDeps } from './deliver-push.ts';
import { mailboxLimits } from './mailbox-limits.ts';

export function mailDeps(env: Env, config: Config, store: Store): MailDeps {
  const getLimits = (address: string, now: number) => mailboxLimits(config, address, now);
  return {
    store,
    provider: createMailProvider(env, config),
    site: config,
    previousLinkKeys: config.accepted.linkSigning.slice(1),
    getLimits,
    readWords: (language) => readWords(env.ASSETS, language),
  };
}

/** Returns the email provider: the local mailbox in development, otherwise Cloudflare. Null if no sender address is configured. */
function createMailProvider(env: Env, { mail }: Config): MailProvider | null {
  if (mail.mailboxBase) return localMailbox(mail.mailboxBase, mail.from);
  return env.EMAIL && mail.from ? cloudflareMail(env.EMAIL, mail.from) : null;
}

export function pushDeps(env: Env, { push }: Config, store: Store): PushDeps {
  return { store, service: push && webPush(push), readWords: (language) => readWords(env.ASSETS, language) };
}
