import { useEffect, useState } from 'react'
import {
  completeOnboardingStep,
  type ExtensionStatus,
  type OnboardingStep,
} from '#api/extension/extension.ts'
import { markExtension, watchExtension } from '#api/extension/watch-extension.ts'
import { isConnected } from '#api/github/is-connected.ts'
import { useSession } from '#api/session/session.ts'
import type { FirstStep } from './first-steps.ts'
import { doneSteps, RECORDED_AS, rememberDone, rememberedDone } from './onboarding.ts'

type Marked = keyof typeof RECORDED_AS

/** The extension's status and the completed steps; null without an answer. */
export function useOnboarding() {
  const [extension, setExtension] = useState<ExtensionStatus | null>(null)
  const [told, setTold] = useState<OnboardingStep[]>([])
  const [failed, setFailed] = useState<FirstStep | null>(null)
  const connected = useIsConnected()

  useEffect(() => {
    setTold(rememberedDone())

    return watchExtension((status) => {
      setExtension(status)
      markExtension(status)
    })
  }, [])

  async function complete(step: Marked) {
    for (const part of RECORDED_AS[step]) {
      if (await completeOnboardingStep(part)) continue
      return setFailed(step)
    }

    setFailed(null)
    setTold(rememberDone(RECORDED_AS[step]))
  }

  const done = doneSteps(extension, { told, isConnected: connected })

  return { extension, done, failed, complete }
}

/** Asked when the member comes back to this tab as well: the connection is made on other pages. */
function useIsConnected(): boolean {
  const [connected, setConnected] = useState(false)
  const session = useSession()
  const id = session.status === 'member' ? session.id : null

  useEffect(() => {
    if (!id) return setConnected(false)

    let isOver = false
    const ask = async () => {
      if (document.hidden) return
      // Unknown shows as open, and the next visit asks again.
      const answer = await isConnected(id).catch(() => false)
      if (!isOver) setConnected(answer)
    }
    void ask()
    document.addEventListener('visibilitychange', ask)

    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', ask)
    }
  }, [id])

  return connected
}
