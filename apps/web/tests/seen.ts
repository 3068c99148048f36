/** The texts of a screen, and places of its layout that are too narrow. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Every text that a person sees or hears on the screen. */
export const shown = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent!.trim());
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      for (const each of document.querySelectorAll(`[${name}]`)) {
        texts.push(each.getAttribute(name)!);
      }
    }
    return texts;
  });

/** Elements that reach beyond the screen or do not fit into their button. */
export const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const named = (element: Element) =>
      `${element.className}: ${element.textContent!.slice(0, 40)}`;
    const found: string[] = [];
    const isScrolled = (element: Element | null): boolean =>
      !!element && element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) ||
        isScrolled(element.parentElement));
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      if (!element.checkVisibility() || element.closest(".hidden, .skip, [aria-hidden]")) continue;
      const { left, right, width } = element.getBoundingClientRect();
      const isOutside = width && (left < -1 || right > clientWidth + 1);
      if (isOutside && !isScrolled(element.parentElement)) found.push(named(element));
      if (element.scrollWidth <= element.clientWidth + 1) continue;
      if (element.matches(".button:not(.icon-only)")) found.push(`cut off: ${named(element)}`);
      if (element.matches(".card")) found.push(`beyond its card: ${named(element)}`);
    }
    // Words that a narrow place breaks, though they fit into a line.
    for (const heading of document.querySelectorAll("h1, h2, .figures th, .ledger a")) {
      if (!heading.checkVisibility() || heading.closest(".hidden")) continue;
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const words = node.textContent!.matchAll(/(?<![^\s-])[^\s-]{2,16}(?![^\s-])/g);
        for (const { 0: word, index } of words) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (range.getClientRects().length > 1) found.push(`broken: ${word}`);
        }
      }
    }
    // The open part of a screen is in sight, also where the bar of its parts is scrolled.
    for (const tab of document.querySelectorAll(".scopes [aria-current]")) {
      const { left, right } = tab.getBoundingClientRect();
      const bar = tab.parentElement!.getBoundingClientRect();
      if (left < bar.left || right > bar.right) found.push(`out of sight: ${named(tab)}`);
    }
    return found;
  });

/** Until the screen has its content. */
export const arrived = async (page: Page) => {
  await page.locator(":is(h1, .state):visible").first().waitFor();
  await expect.poll(() => page.locator("main .loading").count()).toBe(0);
};
