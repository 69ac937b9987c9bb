import { queryAllByLabelText, queryAllByRole } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { isChecked, isDisabled, isHidden, isInaccessible, textOf } from './elements.ts'
import { pressKeys } from './keys.ts'
import { until } from './until.ts'

type Words = string | RegExp
type Named = { name?: Words; exact?: boolean; level?: number; checked?: boolean }
type Narrowed = { hasText?: Words; has?: Locator }

/** Elements of the page, looked for anew at each use: the words and the rules of the journeys' locators. */
export class Locator {
  readonly all: () => Element[]
  readonly words: string
  readonly #user: () => UserEvent

  constructor(all: () => Element[], words: string, user: () => UserEvent) {
    this.all = all
    this.words = words
    this.#user = user
  }

  getByRole(role: string, { name, exact, level, checked }: Named = {}): Locator {
    const options = {
      hidden: true,
      ...(name !== undefined && { name: matcher(name, exact) }),
      ...(level && { level }),
      ...(checked !== undefined && { checked }),
    }

    return this.#below(`${role}${name ? ` "${name}"` : ''}`, (element) =>
      // Whether it is hidden is decided without asking for styles, which takes most of the time.
      queryAllByRole(element as HTMLElement, role, options).filter((one) => !isInaccessible(one)),
    )
  }

  getByLabel(words: Words, { exact = false } = {}): Locator {
    const matches = matcher(words, exact)

    return this.#below(`label "${words}"`, (element) =>
      queryAllByLabelText(element as HTMLElement, (text) => matches(text)),
    )
  }

  /** The smallest elements with this text. */
  getByText(words: Words, { exact = false } = {}): Locator {
    const matches = matcher(words, exact)

    return this.#below(`text "${words}"`, (element) => smallestWith(element, matches))
  }

  getByPlaceholder(words: string): Locator {
    return this.locator(`[placeholder*="${words}"]`)
  }

  locator(selector: string, narrowed: Narrowed = {}): Locator {
    return this.#below(selector, (element) => [...element.querySelectorAll(selector)]).filter(
      narrowed,
    )
  }

  filter({ hasText, has }: Narrowed): Locator {
    const matches = hasText === undefined ? () => true : matcher(hasText)

    return this.#with(hasText ? ` with "${hasText}"` : '', () =>
      this.all()
        .filter((one) => matches(textOf(one)))
        .filter((one) => !has || has.all().some((inner) => one.contains(inner) && one !== inner)),
    )
  }

  closest(selector: string): Locator {
    return this.#with(` within ${selector}`, () =>
      this.all()
        .map((one) => one.closest(selector))
        .filter((one) => one !== null),
    )
  }

  or(other: Locator): Locator {
    return this.#with(` or ${other.words}`, () => [...new Set([...this.all(), ...other.all()])])
  }

  first(): Locator {
    return this.nth(0)
  }

  last(): Locator {
    return this.nth(-1)
  }

  nth(index: number): Locator {
    return this.#with(`, number ${index}`, () => this.all().slice(index, index + 1 || undefined))
  }

  /** The only element. */
  one(): HTMLElement {
    const found = this.all()
    if (found.length !== 1) throw new Error(`${this.words}: ${found.length} elements`)

    return found[0] as HTMLElement
  }

  async click(): Promise<void> {
    const element = await until(() => this.#ready())
    await this.#user().click(element)
  }

  async hover(): Promise<void> {
    await this.#user().hover(await until(() => this.#ready()))
  }

  async check(): Promise<void> {
    if (!isChecked(await until(() => this.#ready()))) await this.click()
  }

  async uncheck(): Promise<void> {
    if (isChecked(await until(() => this.#ready()))) await this.click()
  }

  /** Replaces the text at once: one event, as a paste. */
  async fill(text: string): Promise<void> {
    const field = (await until(() => this.#ready())) as HTMLInputElement
    field.focus()
    const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    // React notices values that were set behind its back only by the prototype's own setter.
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  }

  async press(keys: string): Promise<void> {
    await this.focus()
    await pressKeys(this.#user(), keys)
  }

  async focus(): Promise<void> {
    const element = await until(() => this.#ready())
    element.focus()
  }

  async blur(): Promise<void> {
    this.one().blur()
  }

  async textContent(): Promise<string> {
    return (await until(() => this.one())).textContent
  }

  async allTextContents(): Promise<string[]> {
    return this.all().map((one) => textOf(one))
  }

  #ready(): HTMLElement {
    const element = this.one()
    if (isHidden(element)) throw new Error(`${this.words} is hidden`)
    if (isDisabled(element)) throw new Error(`${this.words} is disabled`)

    return element
  }

  #below(words: string, find: (element: Element) => Element[]): Locator {
    return this.#with(` › ${words}`, () => [...new Set(this.all().flatMap(find))])
  }

  #with(words: string, all: () => Element[]): Locator {
    return new Locator(all, `${this.words}${words}`, this.#user)
  }
}

/** A text without `exact` is looked for as a part, in any case; white space counts once. */
export function matcher(words: Words, exact = false): (text: string) => boolean {
  if (words instanceof RegExp) return (text) => words.test(clean(text))
  if (exact) return (text) => clean(text) === clean(words)

  const part = clean(words).toLowerCase()
  return (text) => clean(text).toLowerCase().includes(part)
}

const clean = (text: string) => text.replace(/\s+/g, ' ').trim()

function smallestWith(element: Element, matches: (text: string) => boolean): Element[] {
  const within = [...element.children].flatMap((child) => smallestWith(child, matches))
  if (within.length > 0) return within

  return !/^(SCRIPT|STYLE|HEAD|TITLE)$/.test(element.tagName) && matches(textOf(element))
    ? [element]
    : []
}
