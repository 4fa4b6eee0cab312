import { type ReactNode, useId } from 'react';

interface InformationTableProps {
  title: string;
  rows: readonly (readonly [name: string, value: ReactNode])[];
}

/** Facts as a table under their heading; those without a value are left out. */
export function InformationTable({ title, rows }: InformationTableProps) {
  const titleId = useId();
  return (
    <section className="sheet" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <table className="information" aria-labelledby={titleId}>
        <tbody>
          {rows
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
