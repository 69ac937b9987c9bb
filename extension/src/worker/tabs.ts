import { config } from '#config/config.ts'
import type { ButtonState, FromBuilder, Importing, ToBuilder } from '#messages/messages.ts'
import { type BuilderTab, type ImportedFrom, session as passing } from '#store/storage.ts'
import { announce } from './announce.ts'
import { meetProject, noteActivity } from './projects.ts'

/** What each tab of the builder shows; a tab is known by its own messages only. */
export const builderTabs = () => passing.read('tabs')

export const tabOf = async (project: string): Promise<number | null> => {
  const found = Object.entries(await builderTabs()).find(([, tab]) => tab.project === project)

  return found ? Number(found[0]) : null
}

type Following = {
  buttonOf: (project: string) => Promise<ButtonState>
  onImportBegun: (tabId: number, importing: Importing) => void
  onImported: (tabId: number, project: string, tab: BuilderTab) => void
}

export async function takeFromBuilder(
  tabId: number,
  message: FromBuilder,
  { buttonOf, onImportBegun, onImported }: Following,
): Promise<ButtonState | null> {
  switch (message.kind) {
    case 'openPanel':
    case 'exportHints':
      return null
    case 'activity': {
      const { project } = (await builderTabs())[tabId] ?? {}
      if (project) await noteActivity(project)
      return null
    }
    case 'project': {
      const { id, name, importing } = plain(message)
      const before = await replaceTab(tabId, { project: id, name, importing, importedFrom: null })
      if (id) await meetProject(id, name)
      if (importing) onImportBegun(tabId, importing)
      if (id && before?.importing) onImported(tabId, id, before)
      await givePanel(tabId)
      announce()
      return id ? buttonOf(id) : null
    }
  }
}

/** What the tab showed before; read in the change, because a small repository can be there before its import is noted. */
async function replaceTab(tabId: number, now: BuilderTab): Promise<BuilderTab | null> {
  let before = null as BuilderTab | null
  await passing.change('tabs', (tabs) => {
    before = tabs[tabId] ?? null
    return { ...tabs, [tabId]: now }
  })
  return before
}

/** Unless the tab shows another page by then. */
export async function noteImportedFrom(
  tabId: number,
  importing: Importing,
  importedFrom: ImportedFrom,
): Promise<void> {
  await passing.change('tabs', (tabs) => {
    const tab = tabs[tabId]
    const isSame = JSON.stringify(tab?.importing) === JSON.stringify(importing)
    return tab && isSame ? { ...tabs, [tabId]: { ...tab, importedFrom } } : tabs
  })
}

/** A hostile page can send anything. An id such as `__proto__` would name a property of every object. */
function plain({ id, name, importing }: Extract<FromBuilder, { kind: 'project' }>) {
  const isId = typeof id === 'string' && PROJECT_ID.test(id)

  return {
    id: isId ? id : null,
    name: String(name).slice(0, LONGEST_NAME),
    importing: importing && plainImporting(importing),
  }
}

const plainImporting = ({ owner, name, branch }: Importing): Importing => ({
  owner: String(owner).slice(0, LONGEST_NAME),
  name: String(name).slice(0, LONGEST_NAME),
  branch: branch === null ? null : String(branch).slice(0, LONGEST_NAME),
})

const PROJECT_ID = /^(?!__proto__$)[A-Za-z0-9_-]{1,200}$/
const LONGEST_NAME = 200

export async function forgetTab(tabId: number): Promise<void> {
  await passing.change('tabs', ({ [tabId]: _, ...others }) => others)
  announce()
}

/** Whether a person can see the tab: Chrome tells it without a permission. */
export const isTabShown = async (tabId: number): Promise<boolean> =>
  (await chrome.tabs.get(tabId).catch(() => null))?.active ?? false

/** A tab's panel knows its tab by its own address, so it never has to guess which one is meant. */
async function givePanel(tabId: number): Promise<void> {
  if (!chrome.sidePanel) return
  await chrome.sidePanel.setOptions({ tabId, path: `panel.html?tab=${tabId}`, enabled: true })
}

/** Called before any await: Chrome requires the user's gesture. */
export function openPanel(tabId: number): void {
  if (chrome.sidePanel) void chrome.sidePanel.open({ tabId }).catch(() => openInTab(tabId))
  else openInTab(tabId)
}

const openInTab = (tabId: number) =>
  void chrome.tabs.create({ url: chrome.runtime.getURL(`panel.html?tab=${tabId}`) })

export const openBuilder = (path: string) =>
  chrome.tabs.create({ url: `${config.builderUrl}${path}` })

/** A tab may have gone meanwhile. */
export async function showButton(project: string, button: ButtonState): Promise<void> {
  const tabId = await tabOf(project)
  const message: ToBuilder = { kind: 'button', button }
  if (tabId !== null) await chrome.tabs.sendMessage(tabId, message).catch(() => undefined)
}
