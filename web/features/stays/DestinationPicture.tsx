import '#web/features/stays/stays.css';

const files = import.meta.glob<string>('#web/art/destinations/*.svg', { eager: true, query: '?url', import: 'default' });
const drawings = new Map(Object.entries(files).map(([path, url]) => [/([^/]+)\.svg$/.exec(path)?.[1], url]));

/** Returns the address of a destination's drawing, or of a neutral landscape if there is none. */
export const destinationDrawing = (id: string | null) => drawings.get(id ?? 'elsewhere') ?? drawings.get('elsewhere') ?? '';

/**
 * Draws the destination with this catalog id, or a neutral landscape if web/art/destinations has no file for it. Decorative, so show the
 * destination's name next to it.
 */
export function DestinationPicture({ id }: { id: string }) {
  return <img className="destination-picture" src={destinationDrawing(id)} alt="" width="240" height="160" loading="lazy" />;
}
