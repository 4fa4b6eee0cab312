/** From a drawn picture to whoever is to see it: by the device's own way to share, or as a file. */
import { saveFile } from '#web/lib/react/save-file.ts';

/** The picture as a file. Throws where the browser makes none. */
export async function pictureFile(canvas: HTMLCanvasElement | null, number: number | null): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => (canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null)));
  if (!blob) throw new Error('No picture was made');
  return new File([blob], number === null ? 'cache-card-found.png' : `cache-card-find-${number}.png`, { type: blob.type });
}

/** Whether the device passes files on; most desktops do not. */
export function canSharePictures(): boolean {
  const files = [new File([''], 'picture.png', { type: 'image/png' })];
  return 'share' in navigator && (navigator.canShare?.({ files }) ?? false);
}

/** Whoever thinks better of it is told nothing; where the device refuses after all, the picture is saved. */
export async function sharePicture(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], title: 'Cache Card found!' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    saveFile(file, file.name);
  }
}
