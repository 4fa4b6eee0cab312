/** Signed links for the printer, which has no session. Product rules: Claims, printing, email and messages. */
import { printFileTtlSeconds } from '#schema/rules.ts';
import { printFilePath } from '#worker/domain/printing/print-file-address.ts';
import { constantTimeEqual } from './constant-time.ts';
import { keyedHash } from './random.ts';

export interface PrintFileId {
  reference: string;
  item: string;
  /** Language of the printed card. It is part of the link so that the file stays the same if its owner chooses another. */
  language: string;
}

export async function signPrintFile(key: CryptoKey, file: PrintFileId, now: number): Promise<string> {
  const expires = now + printFileTtlSeconds;
  return `${printFilePath}/${file.reference}/${file.item}?language=${file.language}&expires=${expires}&signature=${await signLink(key, file, String(expires))}`;
}

/** Verifies a link; returns false if it is forged or expired. */
export async function isValidPrintFileLink(key: CryptoKey, file: PrintFileId, query: URLSearchParams, now: number): Promise<boolean> {
  const expires = query.get('expires') ?? '';
  return constantTimeEqual(query.get('signature') ?? '', await signLink(key, file, expires)) && Number(expires) > now;
}

function signLink(key: CryptoKey, { reference, item, language }: PrintFileId, expires: string): Promise<string> {
  return keyedHash(key, 'print-file', `${reference}/${item}?${language}&${expires}`);
}
