/** Adds what a map needs and jsdom lacks: dark mode, reduced motion, and SVG support. Import this file before the map. */
Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }) });
Object.assign(SVGSVGElement.prototype, { createSVGRect: () => ({}) });
