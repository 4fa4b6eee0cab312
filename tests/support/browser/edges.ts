/** Finds text and controls that are cut off at an edge, and words that are broken in the middle. */
import type { Page } from '@playwright/test';

/** Text size settings of the browser: normal and doubled. */
const allTextSizes = ['100%', '200%'];

/** Checks the current page at normal and doubled text size, or the given sizes; returns every control and word that is cut off or broken. */
export async function findCutElements(page: Page, textSizes = allTextSizes): Promise<string[]> {
  const found: string[] = [];
  for (const textSize of textSizes) {
    const cutElements = await page.evaluate(measure, textSize);
    found.push(...cutElements.map((words) => `text at ${textSize}: ${words}`));
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return found;
}

/** Runs in the browser. Returns the problems at one text size. */
async function measure(textSize: string): Promise<string[]> {
  document.documentElement.style.fontSize = textSize;
  // Waits for the next frame, in which components that listen for window resizes render.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

  const edge = document.documentElement.clientWidth;
  const found = new Set<string>();
  const styles = new Map<Element, CSSStyleDeclaration>();
  const getStyle = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const boxes = new Map<Element, DOMRect>();
  const getBox = (element: Element): DOMRect => {
    const box = boxes.get(element) ?? element.getBoundingClientRect();
    boxes.set(element, box);
    return box;
  };
  const describeElement = (element: Element): string => {
    const own = (each: Element) => [each.tagName.toLowerCase(), ...each.classList].join('.');
    return element.parentElement ? `${own(element.parentElement)} > ${own(element)}` : own(element);
  };
  const report = (element: Element, words: string, description: string) =>
    found.add(`"${words.trim().replace(/\s+/g, ' ').slice(0, 60)}" in ${describeElement(element)} ${description}`);

  const clipsByElement = new Map<Element, boolean>();
  const isClipped = (element: Element): boolean => {
    const is =
      clipsByElement.get(element) ??
      (getStyle(element).clipPath === 'inset(50%)' || Boolean(element.parentElement && isClipped(element.parentElement)));
    clipsByElement.set(element, is);
    return is;
  };
  /** Returns whether an element is visible on screen, as opposed to being available only to screen readers. */
  const isSeen = (element: Element): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.skip-link, option, title')) return false;
    return !isClipped(element);
  };
  /** Returns whether an element scrolls horizontally by design, such as a map, a tab list or a labeled table. */
  const isScroller = (element: Element): boolean =>
    element.matches('[role="application"]') ||
    (/auto|scroll/.test(getStyle(element).overflowX) && element.matches('[role="tablist"], [tabindex], :has(> table[aria-label])'));
  const isPainted = ({ backgroundColor, borderRightStyle, borderRightWidth }: CSSStyleDeclaration): boolean =>
    backgroundColor !== 'rgba(0, 0, 0, 0)' || (borderRightStyle !== 'none' && Number.parseFloat(borderRightWidth) > 0);
  // Caches the style of ancestors because many elements share them and each style lookup is slow.
  const frames = new Map<Element, ReturnType<typeof readFrame>>();
  const readFrame = (element: Element) => {
    const style = getStyle(element);
    const { position, overflowX } = style;
    return {
      position,
      bounds: getBox(element),
      scrolls: isScroller(element),
      cutsAcross: overflowX !== 'visible',
      // Excerpts (line-clamp) are cut off intentionally.
      cutsBelow: /hidden|clip/.test(style.overflowY) && style.webkitLineClamp === 'none',
      isPainted: isPainted(style),
    };
  };
  const getFrame = (element: Element) => {
    const frame = frames.get(element) ?? readFrame(element);
    frames.set(element, frame);
    return frame;
  };

  /** If a box that should be fully visible is cut off, returns the cause: the window, an ancestor, or its own background. */
  const findCuttingEdge = (box: DOMRect, container: Element | null, cssPosition = 'static'): string | undefined => {
    let rect = box;
    let position = cssPosition;
    for (let outer = container; outer && outer !== document.body; outer = outer.parentElement) {
      const frame = getFrame(outer);
      const isContaining = position === 'absolute' ? frame.position !== 'static' : position !== 'fixed';
      if (!isContaining) continue;
      const { bounds } = frame;
      if (frame.scrolls) rect = bounds;
      else {
        const isOutside = rect.right > bounds.right + 1 || rect.left < bounds.left - 1;
        // Tolerates some overlap because a line of text is taller than its letters.
        const slack = rect.height * 0.3;
        const isBelow = rect.bottom > bounds.bottom + slack || rect.top < bounds.top - slack;
        if (frame.cutsAcross && isOutside) return `is cut off by ${describeElement(outer)}`;
        if (frame.cutsBelow && isBelow) return `is cut off by ${describeElement(outer)}, above or below`;
        if (position === 'static' && isOutside && frame.isPainted) return `juts out of ${describeElement(outer)}`;
      }
      position = /relative|sticky/.test(frame.position) ? 'static' : frame.position;
    }
    const isBeyond = rect.right > edge + 0.5 || rect.left < -0.5;
    return isBeyond ? `is beyond the window: from ${Math.round(rect.left)} to ${Math.round(rect.right)}` : undefined;
  };

  /** Lists the words between hyphens and slashes. Japanese has no spaces; browsers break between its words, and also in endings in hiragana. */
  const listWords = (token: string): { word: string; at: number }[] =>
    /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(token)
      ? [...japaneseWords.segment(token)]
          .filter(({ segment }) => !/^\p{Script=Hiragana}+$/u.test(segment))
          .map(({ segment, index }) => ({ word: segment, at: index }))
      : [...token.matchAll(/[^-\u00ad\u2010-\u2014/]+/g)].map(({ 0: word, index }) => ({ word, at: index }));
  const japaneseWords = new Intl.Segmenter('ja', { granularity: 'word' });

  // Elements behind an open dialog are not checked.
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const range = document.createRange();
  const lines = () => [...range.getClientRects()].filter(({ width }) => width > 0);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { parentElement: element, nodeValue: text } = node;
    if (!element || !text?.trim() || !isSeen(element)) continue;
    range.selectNodeContents(node);
    const elementLines = lines();
    for (const line of elementLines) {
      const cuttingEdge = findCuttingEdge(line, element);
      if (cuttingEdge) report(element, text, cuttingEdge);
    }
    // Skips text that may break anywhere, such as URLs and codes.
    const { overflowWrap, wordBreak, fontSize } = getStyle(element);
    if (elementLines.length < 2 || overflowWrap === 'anywhere') continue;
    // A word wider than a line has to break. Estimates how many letters fit on a line by assuming that no letter is wider than 1.2 times
    // the font size.
    const lineWidth = Math.max(...elementLines.map(({ width }) => width));
    const fits = wordBreak === 'normal' ? lineWidth / (1.2 * Number.parseFloat(fontSize)) : 0;
    for (const { 0: token, index } of text.matchAll(/\S+/g)) {
      if (token.length < fits) continue;
      const isAddress = /[@=?&_]|:\/\/|\p{L}\.\p{L}|\p{L}\d/u.test(token);
      if (isAddress) continue;
      for (const { word, at } of listWords(token)) {
        range.setStart(node, index + at);
        range.setEnd(node, index + at + word.length);
        const middles = lines().map(({ top, height }) => top + height / 2);
        if (Math.max(...middles) - Math.min(...middles) > 4) report(element, word, 'is broken in its middle');
      }
    }
  }
  const controls = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="slider"]';
  for (const control of root.querySelectorAll(controls)) {
    if (!isSeen(control)) continue;
    for (const box of control.getClientRects()) {
      const cuttingEdge = box.width > 0 && findCuttingEdge(box, control.parentElement, getStyle(control).position);
      if (cuttingEdge) report(control, control.getAttribute('aria-label') ?? control.textContent, cuttingEdge);
    }
  }
  return [...found];
}
