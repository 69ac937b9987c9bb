import { config } from '#config/config.ts'
import type { ButtonState, FromBuilder, ToBuilder } from '#messages/messages.ts'
import { showButton } from './button.ts'
import { handOver } from './hand-over.ts'
import { followPath, importAt, projectAt } from './project-address.ts'

/** The shortest time between two reports of activity to the worker. */
const ACTIVITY_EVERY_MS = 20_000
const LOOK_EVERY_MS = 1000
const IDLE_WITHIN_MS = 500

function watchBuilder(): void {
  const button = showButton(() => void tell({ kind: 'openPanel' }))
  // The button is inserted while the page loads; everything else waits until the page is idle.
  button.show(projectAt(location.pathname) !== null)
  onceParsed(() => requestIdleCallback(() => begin(button), { timeout: IDLE_WITHIN_MS }))
}

/** The page has its title then. */
function onceParsed(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work)
  else work()
}

function begin(button: ReturnType<typeof showButton>): void {
  chrome.runtime.onMessage.addListener((message: ToBuilder, { id }) => {
    if (id !== chrome.runtime.id) return
    if (message.kind === 'button') button.set(message.button)
    // A closed port reports the failure to the worker.
    if (message.kind === 'capture') handOver(message).catch(() => undefined)
  })
  let said = { path: '', name: '' }
  const say = async (path: string, name: string) => {
    said = { path, name }
    const id = projectAt(path)
    const importing = importAt(path)
    button.show(id !== null)
    const shown = await tell<ButtonState>({ kind: 'project', id, name, importing })
    if (shown) button.set(shown)
  }
  // A page that changes by script has the title of the project before it for a moment.
  followPath((path) => void say(path, titleOf() === said.name ? '' : titleOf()))
  setInterval(() => titleOf() !== said.name && void say(said.path, titleOf()), LOOK_EVERY_MS)
  watchActivity()
}

const TITLE_MARKS = [' - ', ' – ', ' | ', ' · ']

/** The page's title without the builder's own name, which is its last part. */
function titleOf(): string {
  const { title } = document
  const end = Math.max(...TITLE_MARKS.map((mark) => title.lastIndexOf(mark)))

  return (end > 0 ? title.slice(0, end) : title).trim().slice(0, 200)
}

/** Clocks and counters change less text than this. */
const TALK_CHARACTERS = 20

/** Activity: the user presses something, or the builder answers and writes files. */
function watchActivity(): void {
  let toldAt = 0
  const note = () => {
    if (Date.now() - toldAt < ACTIVITY_EVERY_MS) return
    toldAt = Date.now()
    void tell({ kind: 'activity' })
  }
  for (const type of ['keydown', 'pointerdown']) {
    addEventListener(type, note, { capture: true, passive: true })
  }
  let length = textLength()
  // Counted now and then: an observer of the whole page would slow it down.
  setInterval(() => {
    const next = textLength()
    if (Math.abs(next - length) >= TALK_CHARACTERS) note()
    length = next
  }, ACTIVITY_EVERY_MS)
}

const textLength = () => document.body.textContent?.length ?? 0

/** Null without an answer: the extension was updated or removed while this script stayed. */
async function tell<Answer = void>(message: FromBuilder): Promise<Answer | null> {
  try {
    return (await chrome.runtime.sendMessage(message)) ?? null
  } catch {
    return null
  }
}

if (location.origin === config.builderUrl) watchBuilder()
