import { t } from '@lingui/core/macro';
import '#web/ui/pictures/picture.css';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '#web/lib/react/save-file.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { useScrollIntoView } from '#web/lib/react/use-scroll-into-view.ts';
import { joinItems } from '#web/lib/words/join-texts.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ShareIcon } from '#web/ui/icons/icons.tsx';
import { drawMapPicture, type MapPicture } from '#web/ui/pictures/map-picture.ts';

interface PictureToShareProps {
  picture: MapPicture;
  /** Text below the picture. */
  note?: string;
}

/** Draws a picture on demand for the member to share. */
export function PictureToShare(props: PictureToShareProps) {
  const [isRequested, setIsRequested] = useState(false);
  if (isRequested) return <Picture {...props} />;
  return (
    <button type="button" className="secondary button-small" aria-label={t`Make a picture to share`} onClick={() => setIsRequested(true)}>
      <ShareIcon />
      {t`Share`}
    </button>
  );
}

/** Draws the picture at once. */
export function Picture({ picture, note }: PictureToShareProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const title = useFocusOnMount<HTMLHeadingElement>();
  const section = useScrollIntoView<HTMLElement>('picture');
  const [hasFailed, setFailed] = useState(false);
  const drawnPicture = useRef(picture);
  useEffect(() => {
    if (canvas.current) drawMapPicture(canvas.current, drawnPicture.current).catch(() => setFailed(true));
  }, []);

  const file = () => pictureFile(canvas.current, picture.fileName);
  return (
    <section ref={section} className="stack gap-3 shared-picture" aria-labelledby="shared-picture-title">
      <h4 ref={title} tabIndex={-1} id="shared-picture-title">
        {t`Your shareable picture`}
      </h4>
      {hasFailed ? (
        <p>{t`This browser can’t create the picture.`}</p>
      ) : (
        <>
          <canvas ref={canvas} role="img" aria-label={t`A drawn map: ${joinItems(picture.words)}`} />
          {note && <p className="muted small">{note}</p>}
          <div className="cluster">
            {canSharePictures() && (
              <ActionButton
                className="button-small"
                action={async () => sharePicture(await file(), picture.words[0])}
                failed={t`Couldn’t share the picture`}
              >
                {t`Share`}
              </ActionButton>
            )}
            <ActionButton
              className="secondary button-small"
              action={async () => {
                const picture = await file();
                saveFile(picture, picture.name);
              }}
              failed={t`Couldn’t save the picture`}
            >
              {t`Save`}
            </ActionButton>
          </div>
        </>
      )}
    </section>
  );
}

/** Encodes the canvas as a file. Throws if the browser cannot encode it. */
async function pictureFile(canvas: HTMLCanvasElement | null, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => (canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null)));
  if (!blob) throw new Error('The picture could not be created');
  return new File([blob], name, { type: blob.type });
}

/** Returns whether the browser can share image files. Most desktop browsers cannot. */
function canSharePictures(): boolean {
  const files = [new File([''], 'picture.png', { type: 'image/png' })];
  return 'share' in navigator && (navigator.canShare?.({ files }) ?? false);
}

/** Shares the picture, or saves it if sharing fails. Does nothing if the user cancels. */
async function sharePicture(file: File, title: string): Promise<void> {
  try {
    await navigator.share({ files: [file], title });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    saveFile(file, file.name);
  }
}
