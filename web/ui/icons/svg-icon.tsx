/**
 * Creates an icon from paths on a 24 by 24 grid, in the current text color. Icons are decorative, so label the control that contains the
 * icon.
 */

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
