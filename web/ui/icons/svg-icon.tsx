/** Paths on a 24 by 24 grid, in currentColor. Icons are decorative: label the control itself. */

export function svgIcon(...shapes: string[]) {
  return function DrawnIcon() {
    return (
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {shapes.map((shape) => (
          <path key={shape} d={shape} />
        ))}
      </svg>
    );
  };
}
