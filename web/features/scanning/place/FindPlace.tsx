import { page } from '#web/lib/page.tsx';

/** Of no use to the find itself: where its code does not come, there is nothing in its place. */
const PlaceOfFind = page(() =>
  import('#web/features/scanning/place/PlaceOfFind.tsx').then(
    (file) => file.PlaceOfFind,
    () => () => null,
  ),
).Component;

/** Below what a find brought: where its member stands, asked once, or said by itself. Its code comes after the result. */
export { PlaceOfFind as FindPlace };
