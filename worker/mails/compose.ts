import type { MailBlock, MailPreview } from '#schema/admin/system.ts';
import type { OutgoingMail } from '#worker/clients/mail-provider.ts';
import { findOptionalTopic } from '#worker/domain/messages/delivery.ts';
import { linkToken } from '#worker/security/link.ts';
import { unsubscribeToken } from '#worker/security/unsubscribe.ts';
import { english, type Words } from '#worker/words/words.ts';
import {
  type Block,
  facts,
  type MailContent,
  type MailLinks,
  type MailTemplateOf,
  note,
  Payload,
  quote,
  type TemplateContent,
  text,
} from './content.ts';
import { renderHtml } from './html-frame.ts';
import { mailTemplates } from './templates.ts';
import { renderText } from './text-frame.ts';
import { greet } from './words.ts';

export interface MailSite {
  publicOrigin: string;
  linkSigningKey: CryptoKey;
}

export interface QueuedMail {
  messageId: string;
  userId: number | null;
  /** How often the member has recovered the account; null if the recipient is not a member. */
  unsubscribeEpoch: number | null;
  username: string | null;
  template: string;
  to: string;
  payload: string;
}

const longestSubject = 150;

/** Renders a queued email in the recipient's language. Throws for an unknown template. */
export async function composeMail(queuedMail: QueuedMail, { publicOrigin, linkSigningKey }: MailSite, words: Words): Promise<OutgoingMail> {
  const template = findTemplate(queuedMail.template);
  if (!template) throw new Error(`Unknown mail template "${queuedMail.template}"`);
  const token = await linkToken(linkSigningKey, queuedMail.messageId);
  // The token is in the URL fragment, which browsers do not send, so it does not appear in request logs.
  const links: MailLinks = {
    to: (path) => ownAddress(publicOrigin, path),
    verifyEmail: `${publicOrigin}/verify-email#token=${token}`,
    resetPassword: `${publicOrigin}/reset-password#token=${token}`,
    confirmEmailChange: `${publicOrigin}/confirm-email-change#token=${token}`,
    confirmPayoutAddress: `${publicOrigin}/confirm-payout-address#token=${token}`,
    resetAdminPassword: `${publicOrigin}/admin/reset-password#token=${token}`,
    undoEmailChange: `${publicOrigin}/undo-email-change#token=${token}`,
    secureAccount: `${publicOrigin}/secure-account#token=${token}`,
    removePayoutAddress: `${publicOrigin}/remove-payout-address#token=${token}`,
  };
  const content = buildContent(template, queuedMail, links, words);
  const topic = findOptionalTopic(queuedMail.template);
  const unsubscribeBy =
    topic !== undefined && queuedMail.userId !== null
      ? await unsubscribeToken(linkSigningKey, { userId: queuedMail.userId, topic, epoch: queuedMail.unsubscribeEpoch ?? 0 })
      : null;
  const footer = { publicOrigin, unsubscribeUrl: unsubscribeBy && `${publicOrigin}/unsubscribe#token=${unsubscribeBy}` };
  return {
    messageId: queuedMail.messageId,
    to: queuedMail.to,
    replyTo: content.replyTo ?? null,
    subject: [...content.subject].slice(0, longestSubject).join(''),
    html: renderHtml(content, footer, words),
    text: renderText(content, footer, words),
    // One-click unsubscribe (RFC 8058). The email client posts to this URL, so the token has to be in the query string.
    headers: unsubscribeBy
      ? {
          'List-Unsubscribe': `<${publicOrigin}/api/unsubscribe/one-click?token=${unsubscribeBy}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {},
  };
}

/** Returns the email's subject in English, which is shown in lists of sent emails. */
export function mailSubject({ template, payload }: Pick<QueuedMail, 'template' | 'payload'>): string {
  return findTemplate(template)?.(new Payload(payload), noLinks, english).subject ?? template;
}

/**
 * Returns the email as its recipient sees it, but in English and without links. Does not derive the email's token, because with it, whoever reads the
 * email could sign in as its recipient. Returns undefined for an unknown template.
 */
export function readMail(
  mail: Pick<QueuedMail, 'template' | 'payload' | 'username'>,
  hide: (text: string) => string,
): MailPreview | undefined {
  const template = findTemplate(mail.template);
  if (!template) return undefined;
  const { subject, heading, body, reason } = buildContent(template, mail, noLinks, english);
  return { subject: hide(subject), heading: hide(heading), body: body.map((block) => hideInBlock(block, hide)), reason: hide(reason) };
}

function hideInBlock(block: Block, hide: (text: string) => string): MailBlock {
  switch (block.kind) {
    case 'button':
    case 'link':
      return { kind: block.kind, label: hide(block.label) };
    case 'facts':
      return { kind: block.kind, rows: block.rows.map(([name, value]) => [name, hide(value)]) };
    case 'quote':
      return { kind: block.kind, lines: block.lines.map(hide) };
    default:
      return { kind: block.kind, text: hide(block.text) };
  }
}

function findTemplate(name: string): MailTemplateOf | undefined {
  return Object.hasOwn(mailTemplates, name) ? mailTemplates[name as keyof typeof mailTemplates] : undefined;
}

function buildContent(
  template: MailTemplateOf,
  { payload: json, username }: Pick<QueuedMail, 'payload' | 'username'>,
  links: MailLinks,
  words: Words,
): MailContent {
  const payload = new Payload(json);
  const mail = template(payload, links, words);
  const body = listBlocks(mail, links);
  return {
    preview: body.find((block) => block.kind === 'text')?.text ?? mail.subject,
    heading: mail.subject,
    reason: words.t('You’re receiving this email because you have a Cache Cards account.'),
    ...mail,
    body: [text(greet(payload.text('firstName'), username, words)), ...body],
  };
}

const noLinks: MailLinks = {
  to: () => '',
  verifyEmail: '',
  resetPassword: '',
  confirmEmailChange: '',
  confirmPayoutAddress: '',
  resetAdminPassword: '',
  undoEmailChange: '',
  secureAccount: '',
  removePayoutAddress: '',
};

function listBlocks(mail: TemplateContent, links: MailLinks): Block[] {
  const toLink = (kind: 'button' | 'link', [label, target]: [string, string]): Block => ({ kind, label, url: links.to(target) });
  return [
    ...(mail.text ? [text(mail.text)] : []),
    ...(mail.quote ? [quote(mail.quote)] : []),
    ...(mail.facts ? [facts(mail.facts)] : []),
    ...(mail.body ?? []),
    ...(mail.button ? [toLink('button', mail.button)] : []),
    ...(mail.link ? [toLink('link', mail.link)] : []),
    ...(mail.note ? [note(mail.note)] : []),
  ];
}

/** Returns a URL on our own origin, even if `path` is a URL on another host. */
function ownAddress(publicOrigin: string, path: string): string {
  const { pathname, search, hash } = new URL(path, publicOrigin);
  return new URL(`${pathname}${search}${hash}`.replace(/^\/+/, '/'), publicOrigin).href;
}
