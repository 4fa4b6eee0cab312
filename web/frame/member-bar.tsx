/** The member's bar as a part that is loaded for members alone. */
import { page } from '#web/lib/react/page.tsx';

export const memberBar = page(() => import('#web/frame/MemberBar.tsx').then((file) => file.MemberBar));
