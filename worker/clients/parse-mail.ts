/** Parses received emails. */
import PostalMime, { addressParser } from 'postal-mime';
import { htmlToText, type ReceivedBody, type ReceivedHeaders } from '#worker/domain/messages/reply-mail.ts';

const maxAddressesLength = 2_000;
/** Limits that keep a hostile email from using much time or memory. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 128 * 1_024, maxRfc822NestingDepth: 0 };

/** Returns the headers without reading the body, whose sender is not known yet. Returns undefined if they are malformed. */
export async function parseHeaders(raw: Uint8Array, envelopeFrom: string): Promise<ReceivedHeaders | undefined> {
  const mail = await PostalMime.parse(raw.subarray(0, findHeadersEnd(raw)), limits).catch(() => undefined);
  if (!mail) return undefined;
  // PostalMime's own `from` is the first of several senders.
  const getMailboxes = (name: string) =>
    mail.headers
      .filter(({ key, value }) => key === name && value.length <= maxAddressesLength)
      .flatMap(({ value }) => addressParser(value, { flatten: true }).flatMap(({ address }) => address || []));
  return {
    envelopeFrom,
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    from: getMailboxes('from'),
    to: getMailboxes('to'),
  };
}

/** Returns the position of the first empty line, or the email's length. PostalMime ignores carriage returns. */
function findHeadersEnd(raw: Uint8Array): number {
  const [lineFeed, carriageReturn] = [10, 13];
  let isEmptyLine = false;
  for (const [index, byte] of raw.entries()) {
    if (byte === lineFeed && isEmptyLine) return index;
    isEmptyLine = byte === lineFeed || (isEmptyLine && byte === carriageReturn);
  }
  return raw.length;
}

/** Returns undefined if the email is malformed. PostalMime needs seconds for hostile HTML, so the sender must have passed all checks. */
export async function parseBody(raw: Uint8Array): Promise<ReceivedBody | undefined> {
  const mail = await PostalMime.parse(raw, limits).catch(() => undefined);
  if (!mail) return undefined;
  return {
    text: mail.text?.trim() ? mail.text : htmlToText(mail.html ?? ''),
    // Pictures that the text refers to are mostly part of a signature.
    attachments: mail.attachments.filter(({ related }) => !related).length,
  };
}
