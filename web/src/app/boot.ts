// The only script a visitor loads who just reads: it waits for the first sign of use, then brings the application.
import './app.css'
import { carriesAuthAnswer } from '#api/auth-answer.ts'
import type { BootMode } from './boot-mode.ts'
import { isChunkFailure } from './chunk-failure.ts'
import { holdEarlyUse } from './early-use.ts'
import { reloadOncePerBuild } from './reload-once.ts'

// A click is among them for those who come without a pointer: assistive technology presses a button directly.
const SIGNS_OF_USE = ['pointerover', 'touchstart', 'focusin', 'keydown', 'click']

const root = document.getElementById('root')

if (root) {
  const mode = root.dataset.boot as BootMode

  if (mode === 'on-use' && !carriesAuthAnswer(location.hash)) onFirstUse(() => start(root, mode))
  else void start(root, mode)
}

function onFirstUse(action: () => Promise<void>): void {
  const listening = new AbortController()

  for (const sign of SIGNS_OF_USE) {
    addEventListener(sign, begin, { capture: true, passive: true, signal: listening.signal })
  }

  function begin() {
    listening.abort()
    void action()
  }
}

async function start(container: HTMLElement, mode: BootMode): Promise<void> {
  const release = holdEarlyUse()

  try {
    const { startApp } = await import('./start-app.tsx')
    await startApp(container, mode)
  } catch (error) {
    if (!isChunkFailure(error)) throw error
    reloadOncePerBuild(import.meta.url)
  } finally {
    release()
  }
}
