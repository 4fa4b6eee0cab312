import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { signOut } from '#web/features/accounts/session/session.ts';
import { paths } from '#web/lib/paths.ts';
import { page } from '#web/lib/react/page.tsx';
import { useCloseOutside } from '#web/lib/react/use-close-outside.ts';
import { getViewingToken } from '#web/lib/viewing.ts';
import { MapPinIcon, TokenIcon } from '#web/ui/icons/found-icons.tsx';
import { ChestIcon, KeyIcon, WalletIcon } from '#web/ui/icons/icons.tsx';
import { ChevronIcon, CompassIcon, LogoutIcon, UserIcon } from '#web/ui/icons/shell-icons.tsx';

const ViewingBanner = page(() => import('#web/frame/ViewingBanner.tsx').then((file) => file.ViewingBanner)).Component;

const menuEntries = () => [
  { label: t`Dashboard`, path: paths.dashboard(), Icon: CompassIcon },
  { label: t`Find Cards`, path: paths.findCards, Icon: MapPinIcon },
  { label: t`Certificates`, path: paths.certificates, Icon: WalletIcon },
  { label: t`Treasure Chests`, path: paths.treasureChests, Icon: ChestIcon },
  { label: t`Referrals`, path: paths.referrals, Icon: KeyIcon },
  { label: t`Medals`, path: paths.medals, Icon: TokenIcon },
  { label: t`My Account`, path: paths.account(), Icon: UserIcon },
];

export function UserMenu({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const [pathname] = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const name = user.firstName ?? user.username ?? user.email;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page change closes the menu
  useEffect(() => setOpen(false), [pathname]);
  useCloseOutside(open, () => setOpen(false), box);
  useEffect(() => {
    if (!open) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open]);

  return (
    <div className="user-menu" ref={box}>
      <button
        ref={button}
        type="button"
        className="user-button"
        aria-expanded={open}
        aria-controls="user-menu-list"
        onClick={() => setOpen(!open)}
      >
        <span className="avatar" data-initial={getInitial(name)} />
        <Trans>
          <span className="visually-hidden">Menu for</span> <span className="user-name">{name}</span>
        </Trans>
        <ChevronIcon />
      </button>
      {getViewingToken() !== null && <ViewingBanner user={user} />}
      <ul id="user-menu-list" className="plain-list user-menu-list" hidden={!open}>
        {menuEntries().map(({ label, path, Icon }) => (
          <li key={path}>
            <Link href={path} onClick={() => setOpen(false)}>
              <Icon />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => void signOut()}>
            <LogoutIcon />
            {t`Logout`}
          </button>
        </li>
      </ul>
    </div>
  );
}

/** Returns the name's first character, which may be longer than one UTF-16 unit. */
function getInitial(name: string): string {
  return ([...name][0] ?? '').toUpperCase();
}
