import { type ReactNode, useState } from 'react';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';

/** On a phone, hides the content until the member opens it. */
export function PhoneFold({ label, children }: { label: string; children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 56rem)');
  const [isOpen, setIsOpen] = useState(false);
  if (isWide) return children;
  return (
    <details className="phone-fold" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && children}
    </details>
  );
}
