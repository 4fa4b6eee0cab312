/** Decides whether a received email is added to a conversation. Product rules: Claims, printing, email and messages. */
import { removeUnprintable } from '#schema/fields.ts';
import { contactMessageMaxLength } from '#schema/messages/contact.ts';
import { normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';

export interface MailHeader {
  /** Name in lower case. */
  key: string;
  value: string;
}

/** The headers are in the order of the message, in which each server puts its own above the existing ones. */
export interface ReceivedHeaders {
  /** Sender of the envelope, which receives delivery failures; empty for a delivery failure itself. */
  envelopeFrom: string;
  headers: readonly MailHeader[];
  /** Mailboxes in the From headers. */
  from: readonly string[];
  /** Mailboxes in the To headers. */
  to: readonly string[];
}

export interface ReceivedBody {
  text: string;
  attachments: number;
}

export interface AcceptedReply extends ReceivedBody {
  /** The address that may reply. It changes if the member is erased meanwhile. */
  writer: string;
}

export interface ReplyTarget {
  id: number;
  /** The only address that may reply: the member's own, or the one that a visitor entered. */
  email: string;
  /** False if the conversation's account has not confirmed the address, which may then be a stranger's. */
  isConfirmed: boolean;
  isErased: boolean;
}

/** Why an email is returned to its sender, who reads the sentence in the delivery failure. */
export const replyRefusals = {
  unknown_address: 'This address does not accept email.',
  too_large: 'Your email is too large. Please reply without attachments.',
  unreadable: 'Your email could not be read. Please reply in your account or use the contact form.',
  wrong_sender: 'Please reply from the address that we wrote to, or reply in your account.',
  unconfirmed_address: 'Your email address is not confirmed in the account that we wrote to. Please use the contact form.',
  wrong_recipient: 'Please put this address into the "To" field of your reply, or reply in your account.',
  not_authenticated:
    'We could not verify that your email comes from its sender (DMARC). Please reply in your account or use the contact form.',
  no_text: 'Your email has no text. Attachments cannot be received here: please describe them in words.',
  too_many: 'You have sent too many messages today. Please try again tomorrow.',
} as const;
export type ReplyRefusal = keyof typeof replyRefusals;

/** The server that receives our email and checks its sender (`authserv-id`, RFC 8601). */
const receivingServer = 'mx.cloudflare.net';

/** Decides whether the email comes from the only person who may reply, before its body is read. */
export function decideSender<Target extends ReplyTarget>(
  target: Target | undefined,
  { headers, from: senders }: ReceivedHeaders,
): Result<Target, ReplyRefusal> {
  if (!target || target.isErased) return err('unknown_address');
  const [sender, ...others] = senders;
  const [from, ...otherHeaders] = headers.filter(({ key }) => key === 'from');
  if (sender === undefined || others.length > 0 || from === undefined || otherHeaders.length > 0) return err('wrong_sender');
  if (!hasOnlyAddress(from.value, sender)) return err('wrong_sender');
  if (canonicalMailbox(sender) !== canonicalMailbox(target.email)) return err('wrong_sender');
  if (!passesDmarc(headers, domainOf(sender))) return err('not_authenticated');
  return target.isConfirmed ? ok(target) : err('unconfirmed_address');
}

/**
 * Whether the email's only To header contains the reply address. Whoever has another email of the same sender can deliver it here and add
 * headers, and it still passes DMARC.
 */
export function isAddressedTo(replyAddress: string, { headers, to }: Pick<ReceivedHeaders, 'headers' | 'to'>): boolean {
  const isOnlyHeader = headers.filter(({ key }) => key === 'to').length === 1;
  return isOnlyHeader && to.some((recipient) => recipient.toLowerCase() === replyAddress.toLowerCase());
}

/** Returns what the member wrote, without quotes; empty if there is none. */
export function findReply({ text }: ReceivedBody): string {
  return truncate(removeUnprintable(stripQuotes(text.slice(0, maxReadText))));
}

/**
 * Whether the From header has no other address than `sender`. In `<one@a.test> <two@a.test>`, parsers disagree on which part is the address,
 * so the receiving server may have checked the other one.
 */
function hasOnlyAddress(header: string, sender: string): boolean {
  const addresses = removeComments(header)?.match(/(?<![^\s<>,;:])[^\s<>,;:]*@[^\s<>,;:]*/g) ?? [];
  return addresses.length > 0 && addresses.every((address) => address.toLowerCase() === sender.toLowerCase());
}

/** Length of the text in which a reply is looked for. Longer texts are quotes of earlier messages. */
const maxReadText = 100_000;

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Compares internationalized domains by their ASCII form. */
function canonicalMailbox(address: string): string {
  const mailbox = normalizeMailbox(address);
  const domain = domainOf(mailbox);
  const url = `http://${domain}`;
  return URL.canParse(url) ? mailbox.slice(0, -domain.length) + new URL(url).hostname : mailbox;
}

/** Headers that automatic emails set, such as out-of-office replies, mailing lists and delivery failures. */
const automaticHeaders = new Set(['x-autoreply', 'x-autorespond', 'x-autoresponder', 'list-id', 'list-unsubscribe', 'feedback-id']);

/** Whether no person wrote this email. Such emails are dropped without a delivery failure, which could start a loop. */
export function isAutomatic({ envelopeFrom, headers }: Pick<ReceivedHeaders, 'envelopeFrom' | 'headers'>): boolean {
  const address = envelopeFrom.replace(/[<>\s]/g, '');
  if (address === '' || /^(mailer-daemon|postmaster)@/i.test(address)) return true;
  return headers.some(({ key, value }) => {
    if (automaticHeaders.has(key)) return true;
    if (key === 'auto-submitted') return !/^\s*no\s*(;|$)/i.test(value);
    if (key === 'precedence') return /^\s*(bulk|junk|list|auto_reply)\s*$/i.test(value);
    if (key === 'return-path') return value.replace(/[<>\s]/g, '') === '';
    return key === 'content-type' && /^\s*multipart\/report\b/i.test(value);
  });
}

/**
 * Whether our receiving server found that the email passes DMARC for the domain of its From header. A sender can write such a header too:
 * the server puts its own above all others, so only the topmost counts, and an email with a second one that names our server is refused.
 */
function passesDmarc(headers: readonly MailHeader[], domain: string): boolean {
  const results = headers
    .filter(({ key }) => key === 'authentication-results')
    .map(({ value }) => ({ value, plain: removeComments(value) }));
  const isOurs = (value: string) => value.split(';')[0]?.trim().split(/\s/)[0]?.toLowerCase() === receivingServer;
  const [topmost, ...others] = results;
  if (!topmost?.plain || !isOurs(topmost.plain) || others.some(({ plain, value }) => isOurs(plain ?? value))) return false;
  // A second verdict or domain can only be text of the sender that the server quoted.
  if (countOf(/(?<![\w.-])dmarc\s*=/gi, topmost.value) !== 1 || countOf(/header\.from\s*=/gi, topmost.value) !== 1) return false;
  const found = topmost.plain.split(';').find((result) => /^\s*dmarc\s*=/i.test(result)) ?? '';
  const [, verdict, properties = ''] = /^\s*dmarc\s*=\s*(\w+)(.*)$/is.exec(found) ?? [];
  const [, checked] = /(?<![\w.-])header\.from\s*=\s*"?([^\s";]+)/i.exec(properties) ?? [];
  return verdict?.toLowerCase() === 'pass' && checked?.toLowerCase() === domain;
}

const countOf = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0;

/**
 * Removes comments in parentheses, which may be nested, and quoted texts, which may contain semicolons. Returns undefined if one of them
 * does not end.
 */
function removeComments(value: string): string | undefined {
  let kept = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const letter = value[at] ?? '';
    if (letter === '\\' && (isQuoted || depth > 0)) at += 1;
    else if (letter === '"' && depth === 0) isQuoted = !isQuoted;
    else if (letter === '(' && !isQuoted) depth += 1;
    else if (letter === ')' && depth > 0) depth -= 1;
    else if (!isQuoted && depth === 0) kept += letter;
  }
  return isQuoted || depth > 0 ? undefined : kept;
}

const separators = [
  /^\s*-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original|původní zpráva|oorspronkelijk bericht|mensagem original|元のメッセージ)\s*-{2,}\s*$/i,
  /^_{10,}\s*$/,
  /^-- $/,
];

/** Removes the quoted message below a reply, and the signature. Quotes between the lines of a reply stay, because they belong to it. */
export function stripQuotes(text: string): string {
  const lines = withoutLeadingQuote(text.replace(/\r\n?/g, '\n').split('\n'));
  const end = [
    lines.findIndex((line) => separators.some((separator) => separator.test(line))),
    findHeaderBlock(lines),
    findTrailingQuote(lines),
  ].filter((index) => index >= 0);
  return lines
    .slice(0, Math.min(lines.length, ...end))
    .join('\n')
    .trim();
}

/** Removes a quote above the whole reply. */
function withoutLeadingQuote(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.startsWith('>'));
  const introduction = lines.slice(0, Math.max(first, 0)).filter((line) => line.trim() !== '');
  const length = lines.slice(first).findIndex((line) => line.trim() !== '' && !line.startsWith('>'));
  const rest = lines.slice(first + length);
  const isWhole = first >= 0 && length > 0 && !rest.some((line) => line.startsWith('>'));
  return isWhole && introduction.every((line) => /[:：]\s*$/.test(line)) ? rest : lines;
}

/** Outlook repeats the headers of the quoted message: at least three lines such as `From: …`, in any language, one with an address. */
function findHeaderBlock(lines: readonly string[]): number {
  const isHeader = (line: string | undefined) => /^\*?\p{Lu}[\p{L} ]{1,20}\s?:\*?\s+\S/u.test(line ?? '');
  return lines.findIndex((line, index) => isHeader(line) && /@/.test(line) && isHeader(lines[index + 1]) && isHeader(lines[index + 2]));
}

/** Finds quoted lines that continue to the end, and the line that introduces them, such as `On Monday, Ann wrote:`, perhaps in two lines. */
function findTrailingQuote(lines: readonly string[]): number {
  const isQuoted = (line: string) => line.startsWith('>');
  const isBlank = (line: string) => line.trim() === '';
  let start = lines.length;
  while (start > 0 && (isQuoted(lines[start - 1] ?? '') || isBlank(lines[start - 1] ?? ''))) start -= 1;
  const hasQuote = lines.slice(start).some(isQuoted);
  if (!hasQuote) return -1;
  const before = lines[start - 1] ?? '';
  if (!/[:：]\s*$/.test(before)) return start;
  const opening = lines[start - 2] ?? '';
  return !isBlank(opening) && /\d/.test(opening) && !/[.!?]\s*$/.test(opening) && !/\d/.test(before) ? start - 2 : start - 1;
}

function truncate(text: string): string {
  return text.length > contactMessageMaxLength - 200 ? `${text.slice(0, contactMessageMaxLength - 200)}…` : text;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Elements whose content is not shown. */
const hiddenElements = new Set(['style', 'script', 'head', 'title']);
const tagsEndingLines = /^(?:br|\/(?:p|div|li|tr|h[1-6]))$/;

/**
 * Returns the text of an email that has only HTML, up to the quoted message. Reads the HTML once from start to end, because patterns that
 * look for the end of each tag would take minutes on a hostile email.
 */
export function htmlToText(html: string): string {
  let text = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    text += html.slice(at, open === -1 ? html.length : open).replace(/[\r\n\t]/g, ' ');
    if (open === -1) break;
    const isComment = html.startsWith('<!--', open);
    const close = html.indexOf(isComment ? '-->' : '>', open);
    const name = isComment ? '' : (/^\/?[a-z][a-z\d]*/i.exec(html.slice(open + 1, open + 20))?.[0].toLowerCase() ?? '');
    if (close === -1 || name === 'blockquote') break;
    if (tagsEndingLines.test(name)) text += '\n';
    at = hiddenElements.has(name) ? findEndTag(html, name, close) : close + (isComment ? 3 : 1);
  }
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns where the element's end tag begins, or the end of the text. */
function findEndTag(html: string, name: string, from: number): number {
  const endTag = new RegExp(`</${name}`, 'gi');
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? html.length;
}

function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|\w{2,8});/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? entity;
    const code = Number.parseInt(name.replace(/^#x?/i, ''), /^#x/i.test(name) ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
