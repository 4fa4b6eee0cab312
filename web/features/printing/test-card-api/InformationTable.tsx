import { useId } from 'react';
import type { Facts } from '#web/ui/FactList.tsx';

export function InformationTable({ title, facts }: { title: string; facts: Facts }) {
  const titleId = useId();
  return (
    <section className="sheet" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <table className="information" aria-labelledby={titleId}>
        <tbody>
          {Object.entries(facts)
            .filter(([, value]) => value !== null && value !== '')
            .map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
