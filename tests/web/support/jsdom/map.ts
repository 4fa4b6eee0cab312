/** What jsdom lacks and a map asks for: whether the window is dark or still, and that it can draw SVG. Import it before the map. */
Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }) });
Object.assign(SVGSVGElement.prototype, { createSVGRect: () => ({}) });
