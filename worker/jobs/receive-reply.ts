/** Receives emails at the reply addresses, through Cloudflare's Email Routing (docs/deploying.md). */
import { replyMailMaxBytes } from '#schema/rules.ts';
import { clockOffset } from '#worker/clients/local-clock.ts';
import { parseBody, parseHeaders } from '#worker/clients/parse-mail.ts';
import { replyLimits, secondsUntilAllowed, visitorReplyLimits } from '#worker/domain/limit.ts';
import {
  decideSender,
  findReply,
  isAddressedTo,
  isAutomatic,
  type ReplyRefusal,
  replyRefusals,
} from '#worker/domain/messages/reply-mail.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { sha256 } from '#worker/security/random.ts';
import { readReplyAddress } from '#worker/security/reply-address.ts';
import { createStore } from '#worker/store/store.ts';

type IncomingMail = Pick<ForwardableEmailMessage, 'from' | 'to' | 'raw' | 'rawSize' | 'setReject'>;

/**
 * Adds the email to its conversation, or returns it to the sender with a reason. Drops automatic emails silently. Rejects if the database
 * fails; the sending server then tries again. A repeated delivery adds nothing.
 */
export async function receiveReply(message: IncomingMail, env: Env): Promise<void> {
  const refusal = await addReply(message, env);
  if (refusal) message.setReject(replyRefusals[refusal]);
}

async function addReply({ from, to, raw, rawSize }: IncomingMail, env: Env): Promise<ReplyRefusal | undefined> {
  const config = await readConfig(env);
  const { replyDomain, contactTo } = config.mail;
  const id = replyDomain === null ? undefined : await readReplyAddress(config.accepted.linkSigning, replyDomain, to);
  if (id === undefined) return 'unknown_address';
  if (rawSize > replyMailMaxBytes) return 'too_large';
  const bytes = new Uint8Array(await new Response(raw).arrayBuffer());
  const mail = await parseHeaders(bytes, from);
  if (!mail) return 'unreadable';
  if (isAutomatic(mail)) return undefined;

  const store = createStore(env);
  const now = Math.floor(Date.now() / 1_000) + (await clockOffset(config));
  const sender = decideSender(await store.contact.replyTarget(id), mail);
  if (!sender.ok) return sender.refusal;
  if (!isAddressedTo(to, mail)) return 'wrong_recipient';
  const { memberId, email } = sender.value;
  const messageId = mail.headers.find(({ key }) => key === 'message-id')?.value.trim();
  const mailKey = await sha256(`${id}:${messageId ?? new TextDecoder().decode(bytes)}`);
  // Anyone who has the email can deliver it again, which must not use up the member's replies.
  if (await store.contact.hasReply(mailKey)) return undefined;
  const limits = memberId === null ? visitorReplyLimits(id, now) : replyLimits(memberId, now);
  const counts = await store.counters.attempt(limits);
  if (secondsUntilAllowed(limits, counts, now) !== undefined) return 'too_many';

  const body = await parseBody(bytes);
  if (!body) return 'unreadable';
  const text = findReply(body);
  if (text === '') return 'no_text';
  const reply = { text, attachments: body.attachments, writer: email };
  await store.contact.replyByMail({ messageId: id, ...reply, mailKey, replyTo: to.toLowerCase() }, contactTo, now);
  return undefined;
}
