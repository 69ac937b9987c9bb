import { test as base, expect } from '@playwright/test'
import { type CodeHost, codeHostAt } from './code-host.ts'
import { type Mailbox, mailboxAt } from './mailbox.ts'
import { enrol, type Person, signIn } from './people.ts'

type Fixtures = {
  /** What the console may say in this journey; nothing, unless the journey expects it. */
  expectedConsole: RegExp | null
  mailbox: Mailbox
  codeHost: CodeHost
  /** Somebody of this journey alone, whose session the page already has. */
  member: Person
}

/**
 * `page` as a person has it, but watched: any word in the console, any error nobody caught
 * and any breach of the content policy fails the journey in which it happened.
 */
export const test = base.extend<Fixtures>({
  expectedConsole: [null, { option: true }],

  page: async ({ page, expectedConsole }, use) => {
    const complaints: string[] = []

    page.on('console', (message) => {
      // Chromium's hints to developers, which nobody sees who has not asked for them.
      if (message.text().startsWith('[DOM]')) return
      complaints.push(`${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
    await page.exposeFunction('reportBreach', (breach: string) => complaints.push(breach))
    await page.addInitScript(() => {
      const { reportBreach } = window as unknown as { reportBreach: (breach: string) => void }

      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
        reportBreach(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
      )
    })

    await use(page)

    const unexpected = complaints.filter((text) => !expectedConsole?.test(text))
    expect(unexpected, 'the page complained').toEqual([])
  },

  mailbox: async ({ baseURL }, use) => {
    await use(mailboxAt(process.env.E2E_MAILBOX_URL ?? portAfter(baseURL ?? '', 1)))
  },

  codeHost: async ({ baseURL }, use) => {
    await use(codeHostAt(process.env.E2E_GITHUB_URL ?? portAfter(baseURL ?? '', 3)))
  },

  member: async ({ page, mailbox }, use) => {
    const person = await enrol(page.request, mailbox)
    await signIn(page, person)
    await use(person)
  },
})

/** The stand-ins listen on the ports after the product's: the mailbox on two, then GitHub. */
function portAfter(address: string, distance: number): string {
  const url = new URL(address)
  url.port = String(Number(url.port) + distance)

  return url.origin
}
