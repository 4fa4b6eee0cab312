export function SkeletonRows({ cells }: { cells: number }) {
  return createKeys(8, 'row').map((row) => (
    <tr key={row} className="table-skeleton">
      {createKeys(cells, 'cell').map((cell) => (
        <td key={cell}>
          <div className="skeleton" aria-hidden="true" />
        </td>
      ))}
    </tr>
  ));
}

function createKeys(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`);
}
