import { useEffect, useState } from 'react'
import {
  askExtension,
  completeOnboardingStep,
  type ExtensionStatus,
  type OnboardingStep,
} from '#api/extension.ts'
import { doneSteps, rememberDone, rememberedDone } from './onboarding.ts'

/** Often enough to look alive to somebody who has just signed in in the next tab. */
const LOOK_EVERY_MS = 3_000

/** What the extension says of itself, asked again and again for as long as somebody looks. */
export function useOnboarding() {
  const [extension, setExtension] = useState<ExtensionStatus | 'asking' | 'absent'>('asking')
  const [told, setTold] = useState<OnboardingStep[]>([])
  const [failed, setFailed] = useState<OnboardingStep | null>(null)

  useEffect(() => {
    let isGone = false
    const look = async () => {
      if (document.hidden) return
      const status = await askExtension()
      if (!isGone) setExtension(status ?? 'absent')
    }

    setTold(rememberedDone())
    void look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)

    return () => {
      isGone = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  async function complete(step: OnboardingStep) {
    const isNoted = await completeOnboardingStep(step)

    setFailed(isNoted ? null : step)
    if (isNoted) setTold(rememberDone(step))
  }

  return { extension, done: doneSteps(extension, told), failed, complete }
}
