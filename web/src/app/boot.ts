// The only script a visitor loads who just reads: it waits for the first sign of use, then brings the application.
import { carriesAuthAnswer } from '#api/session/auth-answer.ts'
import { askEarly } from '#api/session/early-requests.ts'
import { emailInAddress } from '#api/sign-in/email-in-address.ts'
import type { BootMode } from './boot-mode.ts'
import { holdEarlyUse } from './early-use.ts'
import { watchForUpdates } from './watch-for-updates.ts'

// A click is among them for those who come without a pointer: assistive technology presses a button directly.
// So is what another tab stores: somebody may have signed in there. Where the pointer rests, `pointerover` comes before
// this script and never again.
const SIGNS_OF_USE = ['pointermove', 'touchstart', 'focusin', 'keydown', 'click', 'storage']

const root = document.getElementById('root')

if (root) {
  const mode = root.dataset.boot as BootMode

  watchForUpdates(import.meta.url)
  if (root.dataset.early) askEarly(root.dataset.early.split(' '))
  if (mode === 'shell' || isAwaited()) void start(root, mode)
  else onFirstUse(mode, () => start(root, mode))
}

/**
 * By somebody who is signed in, and whose header is not complete without us, or who waits for an answer in the address,
 * for a form that is filled in from it, or for a payment.
 */
function isAwaited(): boolean {
  return (
    'session' in document.documentElement.dataset ||
    carriesAuthAnswer(location) ||
    emailInAddress(location) !== null ||
    new URLSearchParams(location.search).has('checkout')
  )
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
