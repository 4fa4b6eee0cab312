import { crc32, deflateSync } from 'node:zlib';
import { drawFrame, frameHeight, frameWidth } from '#tests/support/scans/fake-camera.ts';
import { drawQr } from '#worker/qr/qr.ts';

/** Draws a photo of a QR code as a gray PNG. */
export function drawQrPhoto(text: string): Buffer {
  const brightness = drawFrame(drawQr(text), 'plain');
  const rows = Array.from({ length: frameHeight }, (_, y) => [0, ...brightness.subarray(y * frameWidth, (y + 1) * frameWidth)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(frameWidth, 0);
  header.writeUInt32BE(frameHeight, 4);
  header.writeUInt8(8, 8); // Bit depth. The rest of the header stays zero because color type 0 means grayscale.
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
