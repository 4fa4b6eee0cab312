import { page } from '#web/lib/react/page.tsx';

export const memberBar = page(() => import('#web/frame/MemberBar.tsx').then((file) => file.MemberBar));
