/** Signed links by which the printer, who has no session, fetches what it is to print. Product rules: Claims, printing, email and messages. */
import { printFileTtlSeconds } from '#schema/rules.ts';
import { constantTimeEqual } from './constant-time.ts';
import { keyedHash } from './random.ts';

export interface PrintFileId {
  /** Of the print order. */
  reference: string;
  /** A card's id, or the sample's. */
  item: string;
}

/** Path of a print file, open for a week. */
export async function signPrintFile(key: CryptoKey, file: PrintFileId, now: number): Promise<string> {
  const expires = now + printFileTtlSeconds;
  return `/api/print-files/${file.reference}/${file.item}?expires=${expires}&signature=${await signatureOf(key, file, String(expires))}`;
}

/** Whether a link is one of ours, and its time is not over. */
export async function opensPrintFile(key: CryptoKey, file: PrintFileId, query: URLSearchParams, now: number): Promise<boolean> {
  const expires = query.get('expires') ?? '';
  return constantTimeEqual(query.get('signature') ?? '', await signatureOf(key, file, expires)) && Number(expires) > now;
}

function signatureOf(key: CryptoKey, { reference, item }: PrintFileId, expires: string): Promise<string> {
  return keyedHash(key, 'print-file', `${reference}/${item}?${expires}`);
}
