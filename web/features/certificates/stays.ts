// Imports the styles here because prerendered pages need them but do not load the component that normally imports them.
import '#web/features/certificates/pictures.css';
import '#web/styles/public-pages.css';
import { staticHtml } from '#web/lib/react/static-html.tsx';

export const stays = staticHtml('stays', 'stack gap-5 public-section', () =>
  import('#web/features/certificates/StayOptions.tsx').then((file) => file.StayOptions),
);
