/**
 * Testing Library asks an element and each around it for its computed style before it calls one visible, and jsdom answers by
 * matching its default style sheet, rule by rule. Here no style sheet of the product is loaded: how an element is laid out, and
 * whether one sees and clicks it, follows from what it is alone, unless something about it or around it says otherwise. So jsdom
 * is asked once for each kind of element; about all others, and for all other properties, it is asked as ever.
 */
interface Seen {
  display: string;
  visibility: string;
  pointerEvents: string;
}
const computedStyle = window.getComputedStyle.bind(window);
const seen = new Map<string, Seen>();

window.getComputedStyle = (element, pseudoElement) => {
  if (pseudoElement || document.styleSheets.length > 0 || saysOtherwise(element)) return computedStyle(element, pseudoElement);
  const kind = `${element.tagName} ${element.getAttribute('type')} ${element.hasAttribute('open')}`;
  const known = seen.get(kind) ?? computedAlone(element);
  seen.set(kind, known);
  const property = (name: string) => known[name as keyof Seen];
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name: keyof CSSStyleDeclaration & string) {
      if (name === 'getPropertyValue') return (asked: string) => property(asked) ?? computedStyle(element).getPropertyValue(asked);
      return property(name) ?? computedStyle(element)[name];
    },
  });
};

/** What the default style sheet looks at besides: of an element itself, and what hands visibility down. */
function saysOtherwise(element: Element): boolean {
  if (element.tagName === 'SUMMARY' || element.hasAttribute('popover')) return true;
  for (let around: Element | null = element; around; around = around.parentElement)
    if (around.hasAttribute('style') || around.hasAttribute('hidden')) return true;
  return false;
}

function computedAlone(element: Element): Seen {
  const { display, visibility, pointerEvents } = computedStyle(element.cloneNode() as Element);
  return { display, visibility, pointerEvents };
}
