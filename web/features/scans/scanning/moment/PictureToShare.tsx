import { useEffect, useRef, useState } from 'react';
import { drawFindPicture, findPictureWords } from '#web/features/scans/scanning/moment/find-picture.ts';
import { saveFile } from '#web/lib/react/save-file.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { useScrollIntoView } from '#web/lib/react/use-scroll-into-view.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

interface PictureToShareProps {
  /** Sequential number of the member's find; null if unknown. */
  number: number | null;
}

/** Draws a picture on demand for the member to share. The picture reveals neither the card nor its location. */
export function PictureToShare({ number }: PictureToShareProps) {
  const [isRequested, setIsRequested] = useState(false);
  if (isRequested) return <Picture number={number} />;
  return (
    <div>
      <button type="button" className="secondary button-small" onClick={() => setIsRequested(true)}>
        Make a picture to share
      </button>
    </div>
  );
}

function Picture({ number }: PictureToShareProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const title = useFocusOnMount<HTMLHeadingElement>();
  const section = useScrollIntoView<HTMLElement>('picture');
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (canvas.current) drawFindPicture(canvas.current, number).catch(() => setFailed(true));
  }, [number]);

  const file = () => pictureFile(canvas.current, number);
  return (
    <section ref={section} className="stack gap-3 find-picture" aria-labelledby="find-picture-title">
      <h4 ref={title} tabIndex={-1} id="find-picture-title">
        Your shareable picture
      </h4>
      {hasFailed ? (
        <p>This browser can’t create the picture.</p>
      ) : (
        <>
          <canvas ref={canvas} role="img" aria-label={`A drawn map with a card on it: ${findPictureWords(number)}`} />
          <p className="muted small">No spoilers: the picture doesn’t show which card or where.</p>
          <div className="cluster">
            {canSharePictures() && (
              <ActionButton className="button-small" action={async () => sharePicture(await file())} failed="Couldn’t share the picture">
                Share
              </ActionButton>
            )}
            <ActionButton
              className="secondary button-small"
              action={async () => {
                const picture = await file();
                saveFile(picture, picture.name);
              }}
              failed="Couldn’t save the picture"
            >
              Save
            </ActionButton>
          </div>
        </>
      )}
    </section>
  );
}

/** Encodes the canvas as a file. Throws if the browser cannot encode it. */
async function pictureFile(canvas: HTMLCanvasElement | null, number: number | null): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => (canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null)));
  if (!blob) throw new Error('The picture could not be created');
  return new File([blob], number === null ? 'cache-card-found.png' : `cache-card-find-${number}.png`, { type: blob.type });
}

/** Returns whether the browser can share image files. Most desktop browsers cannot. */
function canSharePictures(): boolean {
  const files = [new File([''], 'picture.png', { type: 'image/png' })];
  return 'share' in navigator && (navigator.canShare?.({ files }) ?? false);
}

/** Shares the picture, or saves it if sharing fails. Does nothing if the user cancels. */
async function sharePicture(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], title: 'Cache Card found!' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    saveFile(file, file.name);
  }
}
