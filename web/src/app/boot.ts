// The only script for visitors who just read: it waits for the first interaction, then loads the application.
import { carriesAuthAnswer } from '#api/session/auth-answer.ts'
import { askEarly } from '#api/session/early-requests.ts'
import { emailInAddress } from '#api/sign-in/email-in-address.ts'
import { readConfigScript } from '#config/config-script.ts'
import { holdEarlyUse } from './early-use.ts'
import type { BootMode } from './page.ts'
import { watchForUpdates } from './watch-for-updates.ts'

// Includes clicks, because assistive technology presses a button without a pointer. Also includes storage changes by
// another tab, which may be a sign-in. Under a resting pointer, `pointerover` fires before this script loads and
// never again.
const SIGNS_OF_USE = ['pointermove', 'touchstart', 'focusin', 'keydown', 'click', 'storage']

const root = document.getElementById('root')

if (root) {
  const mode = root.dataset.boot as BootMode

  watchForUpdates(import.meta.url)
  if (root.dataset.early) askEarly(root.dataset.early.split(' '))
  if (mode === 'shell' || isAwaited()) void start(root, mode)
  else onFirstUse(mode, () => start(root, mode))
  // Suggestions are needed when the field is first touched, which may be before the application has started.
  if (root.querySelector('[autocomplete~=webauthn]')) requestAnimationFrame(() => setTimeout(offer))
}

/**
 * Whether the application is needed immediately: for a session, an answer in the URL, a form prefilled from it, or a payment.
 */
function isAwaited(): boolean {
  return (
    'session' in document.documentElement.dataset ||
    carriesAuthAnswer(location) ||
    emailInAddress(location) !== null ||
    new URLSearchParams(location.search).has('checkout')
  )
}

async function offer(): Promise<void> {
  const { offerPasskeys } = await import('#api/sign-in/passkey-offer.ts')
  await offerPasskeys(readConfigScript())
}

function onFirstUse(mode: BootMode, action: () => Promise<void>): void {
  const waiting = new AbortController()
  const { signal } = waiting

  for (const sign of SIGNS_OF_USE) {
    addEventListener(sign, begin, { capture: true, passive: true, signal })
  }
  if (mode === 'on-answer') void listen()

  async function listen() {
    const { awaitExtension } = await import('./await-extension.ts')
    if (!signal.aborted) awaitExtension(begin, signal)
  }

  function begin() {
    waiting.abort()
    void action()
  }
}

async function start(container: HTMLElement, mode: BootMode): Promise<void> {
  const release = holdEarlyUse()

  try {
    const { startApp } = await import('./start-app.tsx')
    await startApp(container, mode)
  } finally {
    release()
  }
}
