import type { Page } from '@playwright/test'

type Looks = {
  /** A number for each look that occurred: its own style after the number of its parent's. */
  numbers: Map<string, number>
  measured: WeakMap<Element, Set<number>>
  /** What has to be measured now, each with all that it contains. */
  unmeasured: Element[]
}

export type Measuring = { looks: Looks }

/**
 * Contrast is a matter of an element's look and those behind it. Notes the elements of this part whose look no earlier
 * call in this document has seen. Returns their number, and that of all.
 */
export function noteUnmeasured(page: Page, part: string): Promise<{ count: number; all: number }> {
  return page.evaluate((part) => {
    const inPage = window as unknown as Partial<Measuring>
    inPage.looks ??= { numbers: new Map(), measured: new WeakMap(), unmeasured: [] }
    const { looks } = inPage
    const { numbers, measured } = looks
    const lookOf = new Map<Element, number>()
    // Ancestors come before their descendants.
    for (const one of document.querySelectorAll('*')) {
      const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } =
        getComputedStyle(one)
      const look = [
        one.parentElement && lookOf.get(one.parentElement),
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
        ...[color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight],
      ].join()
      const number = numbers.get(look) ?? numbers.size
      numbers.set(look, number)
      lookOf.set(one, number)
    }

    const all = [...document.querySelectorAll(`${part}, ${part} *`)]
    const unmeasured = new Set<Element>()
    for (const one of all) {
      const known = measured.get(one) ?? new Set()
      const number = lookOf.get(one) ?? -1
      if (!known.has(number)) unmeasured.add(one)
      measured.set(one, known.add(number))
    }
    looks.unmeasured = [...unmeasured].filter(
      ({ parentElement }) => !parentElement || !unmeasured.has(parentElement),
    )
    return { count: unmeasured.size, all: all.length }
  }, part)
}
