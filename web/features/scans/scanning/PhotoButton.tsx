import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { DecodedCode } from '#web/features/scans/scanning/camera/decoder.ts';
import { readPhoto } from '#web/features/scans/scanning/camera/read-photo.ts';
import { PhotoIcon } from '#web/ui/icons/icons.tsx';

interface PhotoButtonProps {
  onCode: (code: DecodedCode) => void;
  onNotice: (notice: string | null) => void;
}

export function PhotoButton({ onCode, onNotice }: PhotoButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setIsReading] = useState(false);

  async function read(file: File) {
    setIsReading(true);
    onNotice(null);
    try {
      const code = await readPhoto(file);
      if (code) onCode(code);
      else onNotice(t`No QR code found in this photo. Try a sharper one, taken closer.`);
    } catch {
      onNotice(t`This file couldn’t be read as an image. Try another photo.`);
    } finally {
      setIsReading(false);
    }
  }

  return (
    <>
      <button
        type="button"
        className="scan-control secondary"
        aria-busy={isReading || undefined}
        aria-disabled={isReading || undefined}
        onClick={() => {
          if (!isReading) input.current?.click();
        }}
      >
        {!isReading && <PhotoIcon />}
        {isReading ? t`Reading…` : t`Use a photo`}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Photo of a card`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void read(file);
          currentTarget.value = ''; // Resets the file input so that the same photo can be chosen again.
        }}
      />
    </>
  );
}
