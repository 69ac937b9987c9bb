import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, expect, type Page, type Worker } from '@playwright/test'
import { type Builder, builderAt, USUAL } from './builder.ts'
import { connect } from './code-host.ts'
import { test as base, portAfter } from './fixtures.ts'
import { callsIn, outsideOf } from './net-log.ts'
import { makeMember, type Person, signIn } from './people.ts'
import type { cloneOf } from './pushing.ts'

const EXTENSION = fileURLToPath(new URL('../../extension/dist/test', import.meta.url))

export type Extension = {
  context: BrowserContext
  id: string
  /** The current worker; Chrome ends and starts it at any time. */
  worker: () => Promise<Worker>
  /** A page of the builder with this project, and the tab's id in the browser. */
  openProject: (project: string) => Promise<{ page: Page; tabId: number }>
  /** The panel of a tab. In a tab of its own: a side panel cannot be reached from here. */
  openPanel: (tabId: number) => Promise<Page>
  /** A member of this journey alone, signed in on the site and so in the extension. */
  signInMember: () => Promise<Person>
  /** Signed in, and connected to GitHub. Returns the login there. */
  connectMember: () => Promise<string>
  restart: () => Promise<void>
  /** What "Copy diagnosis" would copy of the log. */
  diagnosis: () => Promise<string>
  /** Puts a value into the extension's storage, as an older version left it. */
  keep: (key: string, value: unknown) => Promise<void>
  /** The project that the worker assigns to this tab. */
  projectIn: (tabId: number) => Promise<string | null>
  /** Makes the worker assign this tab to another project. */
  say: (tabId: number, project: string) => Promise<void>
  /** Writes to the extension's storage fail until `end`. */
  fillDisk: () => Promise<{ end: () => Promise<unknown> }>
  /** Restarts the extension, as after an update. */
  update: () => Promise<void>
}

type Fixtures = {
  extension: Extension
  builder: Builder
}

/** A browser of its own for each journey, with the extension in it. */
export const test = base.extend<Fixtures>({
  builder: async ({ baseURL }, use) => {
    const builder = builderAt(process.env.E2E_BUILDER_URL ?? portAfter(baseURL ?? '', 9))
    await use(builder)
    await builder.set(USUAL)
  },

  extension: async ({ baseURL, launchOptions, contextOptions, builder, codeHost }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'gitferry-extension-'))
    const log = join(profile, 'net-log.json')
    const called: string[] = []
    const open = () =>
      chromium.launchPersistentContext(profile, {
        ...launchOptions,
        ...contextOptions,
        ...(baseURL && { baseURL }),
        locale: 'en-US',
        colorScheme: 'light',
        ignoreDefaultArgs: ['--disable-extensions'],
        args: [
          ...(launchOptions.args ?? []),
          '--headless=new',
          `--log-net-log=${log}`,
          `--disable-extensions-except=${EXTENSION}`,
          `--load-extension=${EXTENSION}`,
        ],
      })
    let context = await open()
    const worker = async () => {
      const [running] = context.serviceWorkers()
      return running ?? context.waitForEvent('serviceworker')
    }
    const id = new URL((await worker()).url()).host
    const close = async () => {
      await context.close()
      called.push(...callsIn(log, id))
    }
    const signInMember = async () => {
      const page = await context.newPage()
      const person = await makeMember(page.request)
      await page.goto('/')
      await signIn(page, person)
      await page.goto('/dashboard')
      await expect.poll(() => emailIn(worker)).toBe(person.email)
      await page.close()
      return person
    }

    await use({
      get context() {
        return context
      },
      id,
      worker,
      openProject: async (project) => {
        const page = await context.newPage()
        await page.goto(`${builder.url}/~/${project}`)
        let tabId = 0
        await expect
          .poll(async () => {
            tabId = await tabOf(worker, project)
            return tabId
          })
          .toBeGreaterThan(0)
        return { page, tabId }
      },
      openPanel: async (tabId) => {
        const page = await context.newPage()
        await page.setViewportSize({ width: 420, height: 900 })
        await page.goto(`chrome-extension://${id}/panel.html?tab=${tabId}`)
        return page
      },
      signInMember,
      connectMember: async () => {
        await signInMember()
        const login = await codeHost.newPerson()
        await codeHost.install(login)
        const page = await context.newPage()
        await page.goto('/')
        await connect(page, login)
        await page.close()
        return login
      },
      restart: async () => {
        await close()
        context = await open()
      },
      keep: async (key, value) =>
        (await worker()).evaluate((kept) => chrome.storage.local.set(kept), { [key]: value }),
      projectIn: async (tabId) =>
        (await worker()).evaluate(async (tab) => {
          type Tabs = Record<number, { project: string | null }>
          const { tabs } = await chrome.storage.session.get<{ tabs?: Tabs }>('tabs')
          return tabs?.[tab]?.project ?? null
        }, tabId),
      say: async (tabId, project) =>
        (await worker()).evaluate((tabs) => chrome.storage.session.set({ tabs }), {
          [tabId]: { project, name: project, importing: null },
        }),
      fillDisk: async () => {
        const page = await context.newPage()
        const session = await context.newCDPSession(page)
        const origin = `chrome-extension://${id}`
        await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
        return { end: () => session.send('Storage.overrideQuotaForOrigin', { origin }) }
      },
      update: async () => {
        const page = await context.newPage()
        await page.goto('chrome://extensions')
        await page.evaluate(reloadExtension, id)
        await page.close()
      },
      diagnosis: async () =>
        (await worker()).evaluate(async () => {
          const { log } = await chrome.storage.local.get<{ log?: string[] }>('log')
          return (log ?? []).join('\n')
        }),
    })
    await close()
    // No request to any host but those of the manifest, in any journey.
    expect(called).not.toEqual([])
    expect(outsideOf(EXTENSION, called)).toEqual([])
    rmSync(profile, { recursive: true, force: true })
  },
})

const emailIn = async (worker: Extension['worker']): Promise<string | null> =>
  (await worker()).evaluate(async () => {
    const { session } = await chrome.storage.local.get<{ session?: { email: string } }>('session')
    return session?.email ?? null
  })

const tabOf = async (worker: Extension['worker'], project: string): Promise<number> =>
  (await worker()).evaluate(async (wanted) => {
    const { tabs } = await chrome.storage.session.get<{
      tabs?: Record<string, { project: string }>
    }>('tabs')
    const found = Object.entries(tabs ?? {}).find(([, tab]) => tab.project === wanted)
    return Number(found?.[0] ?? 0)
  }, project)

/** Uses the browser's extensions page. */
async function reloadExtension(id: string): Promise<void> {
  type Developer = {
    reload: (id: string, options: object) => Promise<unknown>
    updateProfileConfiguration: (change: object) => Promise<unknown>
  }
  const { developerPrivate } = chrome as unknown as { developerPrivate: Developer }
  // Chrome refuses unpacked extensions without it.
  await developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })
  await developerPrivate.reload(id, { failQuietly: true })
}

/** Chooses a new repository and begins the first comparison. */
export async function look(panel: Page, name: string): Promise<void> {
  await panel.getByLabel('Search repositories').fill(name)
  await panel.getByLabel(`New repository ${name}, private`).check()
  await panel.getByRole('button', { name: 'Look at the changes' }).click()
}

export async function pushToNew(panel: Page, name: string): Promise<void> {
  await look(panel, name)
  await confirm(panel)
}

/** Presses the button of the review. */
export const confirm = (panel: Page) =>
  panel.getByRole('button', { name: /^Push [\d,]+ files?$/ }).click()

export async function lookAgain(panel: Page): Promise<void> {
  await panel.getByRole('button', { name: 'Push again' }).click()
  await panel.getByRole('button', { name: 'Look at the changes' }).click()
}

/** Without modes, which the builder does not know. */
export const contentsOf = (files: ReturnType<typeof cloneOf>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, line]) => [path, line.slice(line.indexOf(' ') + 1)]),
  )

/** Simulates an hour without activity, and fires the alarm of automatic pushes. */
export async function letTimePass({ worker }: Extension, project: string): Promise<void> {
  await (await worker()).evaluate(async (id) => {
    type Projects = Record<string, { changedAt: number }>
    const { projects = {} } = await chrome.storage.local.get<{ projects?: Projects }>('projects')
    const known = projects[id]
    if (known) known.changedAt = Date.now() - 3_600_000
    await chrome.storage.local.set({ projects })
    await chrome.alarms.create('idle', { when: Date.now(), periodInMinutes: 1 })
  }, project)
}

/** Ends the worker as Chrome does, without an event. Resolves when a new worker runs. */
export async function killWorker({ context, worker }: Extension): Promise<void> {
  const isMarked = () => Object.hasOwn(globalThis, 'isMarked')
  await (await worker()).evaluate(() => Object.assign(globalThis, { isMarked: true }))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await page.close()
  await expect.poll(async () => (await worker()).evaluate(isMarked).catch(() => true)).toBe(false)
}
