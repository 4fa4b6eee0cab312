import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';

export function OrderDone({ title, art, onClose, children }: { title: string; art: string; onClose: () => void; children: ReactNode }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <div className="stack order-done">
      <img src={art} alt="" width={240} height={180} />
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
      <button type="button" onClick={onClose}>{t`Done`}</button>
    </div>
  );
}
