import { format } from 'node:util'
import { type Checkout, checkoutAt } from '@app/e2e/checkout.ts'
import { type Mailbox, mailboxAt } from '@app/e2e/mailbox.ts'
import { makeMember, type Person, type Tokens, tokensOf } from '@app/e2e/people.ts'
import { test as base, expect, inject, vi } from 'vitest'
import './matchers.ts'
import { Page } from './page.ts'

type Fixtures = {
  /** The language of the browser. */
  language: string
  /** Messages that this test expects on the console; default: none. */
  expectedConsole: RegExp | null
  page: Page
  mailbox: Mailbox
  checkout: Checkout
  /** A member of this test alone, already signed in on the page. */
  member: Person
}

/** Browsers know the element, happy-dom does not yet. Packages outlive a document here, so the next one has a second client. */
const OF_THE_HARNESS = /^The tag <search> is unrecognized|Multiple GoTrueClient instances detected/

/** `page` with checks: an error or a warning on the console fails the test in which it happened. */
export const test = base.extend<Fixtures>({
  language: 'en-US',
  expectedConsole: null,

  page: async ({ language, expectedConsole }, use) => {
    const problems: string[] = []
    const note = (...words: unknown[]) => problems.push(format(...words))
    const spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    for (const spy of spies) spy.mockImplementation(note)
    const page = new Page(inject('product'), language)

    await use(page)

    page.close()
    for (const spy of spies) spy.mockRestore()
    const unexpected = problems.filter(
      (text) => !expectedConsole?.test(text) && !OF_THE_HARNESS.test(text),
    )
    expect(unexpected, 'the page reported problems').toEqual([])
  },

  mailbox: async ({ page }, use) => {
    await use(mailboxAt(portAfter(page.origin, 1)))
  },

  checkout: async ({ page }, use) => {
    await use(checkoutAt(portAfter(page.origin, 7)))
  },

  member: async ({ page }, use) => {
    const person = await makeMember(page.request)
    await signIn(page, person)
    await use(person)
  },
})

/** Stores a session, as after an earlier sign-in. */
export async function signIn(page: Page, person: Person): Promise<void> {
  storeSession(page, await tokensOf(page.request, person))
}

export function storeSession(page: Page, tokens: Tokens): void {
  const key = `sb-${new URL(page.origin).hostname.split('.')[0]}-auth-token`

  localStorage.setItem(key, JSON.stringify(tokens))
}

/** The stand-ins listen on the ports after the product's, and call themselves by the address. */
function portAfter(origin: string, distance: number): string {
  const url = new URL(origin)
  url.hostname = '127.0.0.1'
  url.port = String(Number(url.port) + distance)

  return url.origin
}
