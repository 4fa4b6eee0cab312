/** URL path of print files. They contain the cards' secret codes, so links to them are never shown to administrators. */
export const printFilePath = '/api/print-files';

/** Matches parts of a link to a print file, also escaped as in JSON or percent-encoded, and words as long as its signature. */
const partOfLink = /print(?:-|%2d)files|signature|expires|[\w-]{22}/i;

/** Redacts links to print files, which the printer may quote in its messages, whole or in part. */
export function hidePrintFiles(text: string): string {
  return text.replace(/[^\s"'<>]+/g, (word) => (partOfLink.test(word) ? '(print file)' : word));
}
