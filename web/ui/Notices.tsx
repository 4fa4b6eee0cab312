import '#web/ui/notices.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

export interface Notice {
  id: string;
  /** `act` requires the member's action; `look` only informs the member. */
  kind: 'act' | 'look';
  href: string;
  icon: ReactNode;
  title: string;
  text: string;
  /** Shown below the text if the notice comes first. */
  more?: ReactNode;
}

/** Lists what is new, with a link each. The first notice leads; the others are single lines below it. */
export function Notices({ notices, label }: { notices: readonly Notice[]; label: string }) {
  if (notices.length === 0) return null;
  return (
    <ul className="plain-list notices" aria-label={label}>
      {notices.map(({ id, kind, href, icon, title, text, more }, index) => (
        <li key={id}>
          <Link href={href} className={index === 0 ? `notice notice-lead notice-${kind}` : 'notice'}>
            {icon}
            <div className="notice-text">
              <strong>{title}</strong> <span>{text}</span>
              {index === 0 && more}
            </div>
            <span className="notice-arrow" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
