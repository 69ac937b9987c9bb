import { test as base, expect } from '@playwright/test'
import { type Checkout, checkoutAt } from './checkout.ts'
import { type CodeHost, codeHostAt } from './code-host.ts'
import { type Mailbox, mailboxAt } from './mailbox.ts'
import { makeMember, type Person, signIn } from './people.ts'

type Fixtures = {
  /** Console messages that this journey expects; default: none. */
  expectedConsole: RegExp | null
  mailbox: Mailbox
  codeHost: CodeHost
  checkout: Checkout
  /** A member of this journey alone, already signed in on the page. */
  member: Person
}

/**
 * `page` with checks: a console message, an uncaught error or a CSP violation
 * fails the journey in which it happened.
 */
export const test = base.extend<Fixtures>({
  expectedConsole: [null, { option: true }],

  page: async ({ page, expectedConsole }, use) => {
    const problems: string[] = []

    page.on('console', (message) => {
      // Chromium's hints to developers.
      if (message.text().startsWith('[DOM]')) return
      problems.push(`${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
    await page.exposeFunction('reportViolation', (violation: string) => problems.push(violation))
    await page.addInitScript(() => {
      const { reportViolation } = window as unknown as {
        reportViolation: (violation: string) => void
      }

      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
        reportViolation(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
      )
    })

    await use(page)

    const unexpected = problems.filter((text) => !expectedConsole?.test(text))
    expect(unexpected, 'the page reported problems').toEqual([])
  },

  mailbox: async ({ baseURL }, use) => {
    await use(mailboxAt(process.env.E2E_MAILBOX_URL ?? portAfter(baseURL ?? '', 1)))
  },

  codeHost: async ({ baseURL }, use) => {
    await use(codeHostAt(process.env.E2E_GITHUB_URL ?? portAfter(baseURL ?? '', 3)))
  },

  checkout: async ({ baseURL }, use) => {
    await use(checkoutAt(process.env.E2E_CHECKOUT_URL ?? portAfter(baseURL ?? '', 7)))
  },

  member: async ({ page }, use) => {
    const person = await makeMember(page.request)
    await signIn(page, person)
    await use(person)
  },
})

/**
 * The stand-ins listen on the ports after the product's: the mailbox on two, GitHub on two, Google, the newsletter, then the checkout. Their
 * own URLs contain the IP address, not the product's host name.
 */
export function portAfter(address: string, distance: number): string {
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(Number(url.port) + distance)

  return url.origin
}
