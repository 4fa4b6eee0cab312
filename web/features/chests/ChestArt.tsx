import bronze from '#web/art/chests/chest-bronze.svg';
import closed from '#web/art/chests/chest-closed.svg';
import gold from '#web/art/chests/chest-gold.svg';
import silver from '#web/art/chests/chest-silver.svg';

const art = [closed, bronze, silver, gold];

/**
 * Draws the chest for a level; level 0 is a closed chest. The image is decorative because the text next to it gives the same information.
 */
export function ChestArt({ level }: { level: number }) {
  return <img className="chest-art" src={art[level] ?? closed} alt="" width="240" height="180" />;
}
