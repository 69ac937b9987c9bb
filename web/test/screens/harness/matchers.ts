import { expect } from 'vitest'
import { descriptionOf, isChecked, isDisabled, isHidden, textOf } from './elements.ts'
import { Locator } from './locator.ts'
import type { Page } from './page.ts'
import { until } from './until.ts'

type Words = string | RegExp

interface PageMatchers {
  toBeVisible: () => Promise<void>
  toBeHidden: () => Promise<void>
  toBeFocused: () => Promise<void>
  toBeDisabled: () => Promise<void>
  toBeEnabled: () => Promise<void>
  toBeChecked: () => Promise<void>
  toHaveCount: (count: number) => Promise<void>
  toHaveText: (text: Words | Words[]) => Promise<void>
  toContainText: (text: Words) => Promise<void>
  toHaveValue: (value: string) => Promise<void>
  toHaveAttribute: (name: string, value?: Words) => Promise<void>
  toHaveAccessibleDescription: (text: string) => Promise<void>
  toHaveURL: (address: Words) => Promise<void>
  toHaveTitle: (title: Words) => Promise<void>
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the interface that is extended names it so.
  interface Matchers<T = any> extends PageMatchers {}
}

type Look = () => { isMet: boolean; actual: unknown }

/** Each waits until it is met, or with `not` until it no longer is. */
expect.extend({
  toBeVisible(target: Locator) {
    return settle(this, target, () => {
      const found = target.all()
      if (found.length > 1) target.one()
      return { isMet: found.some((one) => !isHidden(one)), actual: found.length }
    })
  },
  toBeHidden(target: Locator) {
    return settle(this, target, () => ({
      isMet: target.all().every((one) => isHidden(one)),
      actual: 'shown',
    }))
  },
  toBeFocused(target: Locator) {
    return settle(this, target, () => ({
      isMet: target.one() === document.activeElement,
      actual: document.activeElement?.outerHTML.slice(0, 200),
    }))
  },
  toBeDisabled(target: Locator) {
    return settle(this, target, () => ({ isMet: isDisabled(target.one()), actual: 'enabled' }))
  },
  toBeEnabled(target: Locator) {
    return settle(this, target, () => ({ isMet: !isDisabled(target.one()), actual: 'disabled' }))
  },
  toBeChecked(target: Locator) {
    return settle(this, target, () => ({ isMet: isChecked(target.one()), actual: 'unchecked' }))
  },
  toHaveCount(target: Locator, count: number) {
    return settle(this, target, () => {
      const actual = target.all().length
      return { isMet: actual === count, actual }
    })
  },
  toHaveText(target: Locator, text: Words | Words[]) {
    return settle(this, target, () => {
      if (!Array.isArray(text)) return compare(textOf(target.one()), text)
      const actual = target.all().map((one) => textOf(one))
      const isMet =
        actual.length === text.length &&
        text.every((words, i) => compare(actual[i] ?? '', words).isMet)
      return { isMet, actual }
    })
  },
  toContainText(target: Locator, text: Words) {
    return settle(this, target, () => {
      const actual = textOf(target.one())
      return { isMet: typeof text === 'string' ? actual.includes(text) : text.test(actual), actual }
    })
  },
  toHaveValue(target: Locator, value: string) {
    return settle(this, target, () => compare((target.one() as HTMLInputElement).value, value))
  },
  toHaveAttribute(target: Locator, name: string, value?: Words) {
    return settle(this, target, () => {
      const actual = target.one().getAttribute(name)
      return value === undefined || actual === null
        ? { isMet: actual !== null, actual }
        : compare(actual, value)
    })
  },
  toHaveAccessibleDescription(target: Locator, text: string) {
    return settle(this, target, () => compare(descriptionOf(target.one()), text))
  },
  toHaveURL(page: Page, address: Words) {
    return settle(this, page, () =>
      compare(
        page.url(),
        typeof address === 'string' ? new URL(address, page.origin).href : address,
      ),
    )
  },
  toHaveTitle(page: Page, title: Words) {
    return settle(this, page, () => compare(document.title, title))
  },
})

const compare = (actual: string, words: Words) => ({
  isMet:
    typeof words === 'string' ? actual === words.replace(/\s+/g, ' ').trim() : words.test(actual),
  actual,
})

async function settle(state: { isNot?: boolean }, target: Locator | Page, look: Look) {
  // Without `not` it is left undefined, which equals neither outcome.
  const isNot = state.isNot === true
  let last: unknown
  try {
    await until(() => {
      const { isMet, actual } = look()
      last = actual
      if (isMet === isNot) throw new Error('not yet')
    })
    return { pass: !isNot, message: () => '' }
  } catch (error) {
    const name = target instanceof Locator ? target.words : 'the page'
    const reason = (error as Error).message
    return {
      pass: isNot,
      message: () =>
        `${name}: ${reason === 'not yet' ? `is ${JSON.stringify(last)}` : reason}\n${document.body.innerHTML.slice(0, 4000)}`,
    }
  }
}
