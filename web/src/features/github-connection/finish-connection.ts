import { finishAuthorization } from '#api/github/connection.ts'
import type { Session } from '#api/session/session.ts'
import { CallbackFailure, callbackFailureOf } from './callback-failure.ts'
import {
  forgetConnection,
  rememberedInstallation,
  rememberedState,
  takeNextReturn,
} from './connection-memory.ts'

const underWay = new Map<string, Promise<void>>()

/** GitHub has redirected the member back. Each URL is handled once, even if rendered repeatedly. */
export function finishConnection(search: string, status: Session['status']): Promise<void> {
  const running = underWay.get(search) ?? finish(new URLSearchParams(search), status)
  underWay.set(search, running)

  return running
}

async function finish(parameters: URLSearchParams, status: Session['status']): Promise<void> {
  try {
    const code = checkedCode(parameters, Date.now())
    if (status !== 'member') throw new CallbackFailure('no-session')

    await exchange(code, parameters.get('state'))
    forgetConnection()
  } catch (error) {
    const failure = callbackFailureOf(error)
    takeNextReturn()
    if (failure.reason === 'expired') forgetConnection()
    throw failure
  }
}

/** The page's own checks, in the order of the specification. The server's checks are decisive. */
export function checkedCode(parameters: URLSearchParams, nowMs: number): string {
  const error = parameters.get('error')
  const code = parameters.get('code')
  const stored = rememberedState(nowMs)

  if (error) throw new CallbackFailure('refused', error)
  if (!code) throw new CallbackFailure('no-code')
  // A missing state proves nothing: another tab may have started, or ten minutes have passed.
  if (stored === null) warn('No stored OAuth state to compare with: the server decides')
  if (stored !== null && stored !== parameters.get('state')) {
    throw new CallbackFailure('wrong-state')
  }
  return code
}

async function exchange(code: string, state: string | null): Promise<void> {
  const installation_id = rememberedInstallation()
  await finishAuthorization({ code, state, ...(installation_id && { installation_id }) })
}

/** A console warning: something is unusual, but the flow continues. */
function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: that is what it is for.
  console.warn(text)
}
