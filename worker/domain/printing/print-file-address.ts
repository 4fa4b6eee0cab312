/** URL path of print files. They contain the cards' secret codes, so links to them are never shown to administrators. */
export const printFilePath = '/api/print-files';

/** Redacts links to print files, which the printer may quote in its messages. */
export function hidePrintFiles(text: string): string {
  return text.replaceAll(new RegExp(`[^\\s"'<>]*${printFilePath}[^\\s"'<>]*`, 'gi'), '(print file)');
}
