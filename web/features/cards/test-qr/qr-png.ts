import { fetchWithSession } from '#web/lib/api/client.ts';
import { saveFile } from '#web/lib/react/save-file.ts';

const sizePx = 200;

/** Renders a 200-pixel black-and-white QR code. Each module is a whole number of pixels wide because blurred edges are harder to scan. */
async function qrPng(cardId: string): Promise<Blob> {
  const response = await fetchWithSession(`/api/qr/${cardId}`);
  if (!response.ok) throw new Error(`Loading the QR code of ${cardId} failed with status ${response.status}`);
  const svg = await response.text();
  const modules = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1] ?? sizePx);
  const side = modules * Math.max(1, Math.floor(sizePx / modules));
  const image = await loadSvgImage(
    svg.replace(/width="\d+" height="\d+"/, `width="${side}" height="${side}" shape-rendering="crispEdges"`),
  );
  const canvas = document.createElement('canvas');
  canvas.width = sizePx;
  canvas.height = sizePx;
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('This browser can’t create the image');
  paper.fillStyle = '#ffffff';
  paper.fillRect(0, 0, sizePx, sizePx);
  const margin = Math.floor((sizePx - side) / 2);
  paper.drawImage(image, margin, margin, side, side);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be saved'))), 'image/png');
  });
}

async function loadSvgImage(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

export async function downloadQrPng(cardId: string): Promise<void> {
  saveFile(await qrPng(cardId), `cache-card-${cardId}.png`);
}
