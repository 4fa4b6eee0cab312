/** How the line icons are drawn: on a 24 by 24 grid, in the colour of the text. All are decoration: name the control itself. */

/** One icon from the data of its paths. */
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
