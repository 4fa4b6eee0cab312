import { formatThankedNotes, formatThanks, type Thanks } from '#web/features/scans/finds/NewThanks.tsx';
import { paths } from '#web/lib/paths.ts';
import { HeartIcon } from '#web/ui/icons/icons.tsx';
import type { Notice } from '#web/ui/Notices.tsx';

/** Announces that owners thanked the member for their notes, and leads to them. */
export function thanksNotice(thanks: Thanks): Notice {
  return {
    id: 'thanks',
    kind: 'look',
    href: paths.foundCards,
    icon: <HeartIcon />,
    title: formatThanks(thanks),
    text: formatThankedNotes(thanks),
  };
}
