import { saveFile } from '#web/lib/react/save-file.ts';

/** Encodes the canvas as a file. Throws if the browser cannot encode it. */
export async function pictureFile(canvas: HTMLCanvasElement | null, number: number | null): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => (canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null)));
  if (!blob) throw new Error('No picture was made');
  return new File([blob], number === null ? 'cache-card-found.png' : `cache-card-find-${number}.png`, { type: blob.type });
}

/** Returns whether the browser can share image files, which most desktop browsers cannot. */
export function canSharePictures(): boolean {
  const files = [new File([''], 'picture.png', { type: 'image/png' })];
  return 'share' in navigator && (navigator.canShare?.({ files }) ?? false);
}

/** Shares the picture, or saves it if sharing fails. Does nothing if the user cancels. */
export async function sharePicture(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], title: 'Cache Card found!' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    saveFile(file, file.name);
  }
}
