/** What a map needs and jsdom lacks: dark mode, reduced motion, and SVG support. Import it before the map. */
Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }) });
Object.assign(SVGSVGElement.prototype, { createSVGRect: () => ({}) });
